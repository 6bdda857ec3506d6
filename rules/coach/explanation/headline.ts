import { citeHit } from "../../explanation/cite.ts"
import type { FigureFinding } from "../../explanation/figure-finding.ts"
import { conditionTold, isOnDays } from "../arguments/medical-comparison.ts"
import { medicalSlug } from "../card/products.ts"
import type { HeadlineVar } from "../coach-vocabulary.ts"
import { type ValueOrigin, valueOrigin } from "./argument-values.ts"
import type { BilanCase } from "./bilan-case.ts"
import { coverReason } from "./cover.ts"
import { countryNameReason, destinationNameReason, inPlaceReason } from "./destination-name.ts"
import { rateReasons } from "./money.ts"
import { reachReasons } from "./reach.ts"
import { foundationReasons } from "./terms.ts"
import { warningReasons } from "./warning.ts"

const varOrigin = (bilan: BilanCase, name: HeadlineVar): ValueOrigin => {
  const { arguments: rules } = bilan.pieces
  switch (name) {
    case "target":
      return { because: [], from: ["bilan.medical.target"] }
    case "cardValue":
    case "converted":
      return {
        because: [...coverReason(bilan, medicalSlug), ...rateReasons(bilan)],
        from: ["card.origin", "meta.market"],
      }
    case "what":
      return { because: [], from: ["card.origin"] }
    case "condition":
      return { because: [], from: ["bilan.headline.key", "request.trip"] }
    case "basis":
    case "limit": {
      const about = conditionTold(rules.toldFor(bilan.situation))
      return about === undefined || (name === "basis" && !isOnDays(about))
        ? { because: [], from: ["card.origin"] }
        : valueOrigin(bilan, about, name)
    }
    case "destinationName": {
      const country = bilan.situation.travelWarning?.country
      return {
        because: [
          country === undefined ? destinationNameReason(bilan) : countryNameReason(bilan, country),
          ...warningReasons(bilan),
        ],
        from: ["bilan.medical.targetValue", "meta.lang"],
      }
    }
    case "inPlace":
      return {
        because: [inPlaceReason(bilan)],
        from: ["bilan.medical.targetValue", "meta.lang"],
      }
  }
}

const varFindings = (
  bilan: BilanCase,
  at: "bilan.headline" | "bilan.medical",
  vars: ReadonlyArray<HeadlineVar>,
): ReadonlyArray<FigureFinding> => {
  const told = bilan.answer.bilan[at === "bilan.headline" ? "headline" : "medical"].vars
  const shown = vars.filter((name) => name in told)
  const none: ValueOrigin = { because: [], from: [`${at}.key`] }
  return [
    ...(shown.length === 0 ? [{ figure: `${at}.vars`, ...none }] : []),
    ...shown.map((name) => ({ figure: `${at}.vars.${name}`, ...varOrigin(bilan, name) })),
    { figure: `${at}.values`, ...none },
  ]
}

/** Why the headline and the line under it are these, and what their values are. */
export const headlineFindings = (bilan: BilanCase): ReadonlyArray<FigureFinding> => {
  const { coachHeadlines, medicalLines } = bilan.pieces.tables
  const told = bilan.pieces.arguments.toldFor(bilan.situation)
  const row = bilan.pieces.headline.rowFor(bilan.situation, told)
  const line = bilan.pieces.headline.lineRowFor(bilan.situation)
  const because = [
    ...coverReason(bilan, medicalSlug),
    ...foundationReasons(bilan, medicalSlug),
    ...reachReasons(bilan),
    ...warningReasons(bilan),
  ]
  const from = ["card.origin", "bilan.medical.ceilingOk", "card.guarantees", "request.trip"]
  const says = "the first row that fits"
  return [
    {
      figure: "bilan.headline.key",
      because: [citeHit(coachHeadlines, row, says, "key"), ...because],
      from: [...from, "bilan.argumentCount"],
    },
    ...varFindings(bilan, "bilan.headline", row.vars),
    {
      figure: "bilan.medical.key",
      because: [citeHit(medicalLines, line, says, "key"), ...because],
      from,
    },
    ...varFindings(bilan, "bilan.medical", line.vars),
  ]
}
