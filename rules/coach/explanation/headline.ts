import { citeHit } from "../../explanation/cite.ts"
import type { FigureFinding } from "../../explanation/figure-finding.ts"
import { medicalSlug } from "../card/products.ts"
import type { HeadlineVar } from "../coach-vocabulary.ts"
import type { BilanCase } from "./bilan-case.ts"
import { coverReason } from "./cover.ts"
import { destinationNameReason } from "./destination-name.ts"
import { rateReasons } from "./money.ts"
import { reachReasons } from "./reach.ts"
import { warningReasons } from "./warning.ts"

const varOrigin = (bilan: BilanCase, name: HeadlineVar): Omit<FigureFinding, "figure"> => {
  switch (name) {
    case "target":
      return { because: [], from: ["bilan.medical.target"] }
    case "cardValue":
      return {
        because: [...coverReason(bilan, medicalSlug), ...rateReasons(bilan)],
        from: ["card.origin", "meta.market"],
      }
    case "destinationName":
      return {
        because: [destinationNameReason(bilan)],
        from: ["bilan.medical.targetValue", "meta.lang"],
      }
    case "gaps":
      return { because: [], from: ["card.guarantees"] }
  }
}

/** Why the headline is this one, and what its values are. */
export const headlineFindings = (bilan: BilanCase): ReadonlyArray<FigureFinding> => {
  const { coachHeadlines } = bilan.pieces.tables
  const row = bilan.pieces.headline.rowFor(bilan.situation)
  const at = "bilan.headline"
  return [
    {
      figure: `${at}.key`,
      because: [
        citeHit(coachHeadlines, row, "the first row that fits", "key"),
        ...coverReason(bilan, medicalSlug),
        ...reachReasons(bilan),
        ...warningReasons(bilan),
      ],
      from: ["card.origin", "bilan.medical.ceilingOk", "card.guarantees", "request.trip"],
    },
    ...row.vars.map((name) => ({ figure: `${at}.vars.${name}`, ...varOrigin(bilan, name) })),
  ]
}
