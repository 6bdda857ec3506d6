import { citeHit, testedInputs } from "../../explanation/cite.ts"
import type { Finding } from "../../explanation/finding.ts"
import type { Choice } from "../arguments.ts"
import { coverOf } from "../products.ts"
import type { BilanCase } from "./bilan-case.ts"
import { coverReason } from "./cover.ts"
import { destinationNameReason } from "./destination-name.ts"
import { insuranceReasons, originsOf } from "./facts.ts"
import { stepReason } from "./medical.ts"

const figureVars = {
  target: "target",
  card_value: "cardValue",
  recommended: "recommended",
  shortfall: "shortfall",
} as const

/** The amounts that an argument shows, from the gap it speaks of or from the medical cover. */
const amountFindings = (bilan: BilanCase, choice: Choice, at: string): ReadonlyArray<Finding> => {
  const { slug } = choice
  const { product } = bilan.situation.card
  const named = bilan.situation.gaps.find((each) => each.slug === slug)
  const trip = named === undefined
  const recommended = trip ? bilan.situation.targetValue : named.gap.recommendedValue
  const gap = `card.guarantees.${slug}`
  const target = "bilan.medical.target"
  // What has no amount of its own reads as the medical target.
  const unlimited = coverOf(product, slug).value === null ? [target] : []
  const unasked = recommended === null ? [target] : []
  return [
    { figure: `${at}.vars.target`, because: [], from: [target] },
    {
      figure: `${at}.vars.cardValue`,
      because: trip ? coverReason(bilan, slug) : [],
      from: [...(trip ? ["card.origin"] : [`${gap}.value`, `${gap}.state`]), ...unlimited],
    },
    {
      figure: `${at}.vars.recommended`,
      because: trip ? [stepReason(bilan, product.currency)] : [],
      from: [trip ? "bilan.medical.targetValue" : `${gap}.recommendedValue`, ...unasked],
    },
    {
      figure: `${at}.vars.shortfall`,
      because: [],
      from: [`${at}.vars.cardValue`, `${at}.vars.recommended`],
    },
  ]
}

const findingsFor = (bilan: BilanCase, choice: Choice, index: number): ReadonlyArray<Finding> => {
  const { coachArguments } = bilan.pieces.tables
  const { row } = choice.prepared
  const at = `bilan.arguments[${index}]`
  const tested = testedInputs(coachArguments, row)
  const aboutGap = tested.includes("slug") || tested.includes("badge")
  const subject = aboutGap ? `the gap in ${choice.slug}` : "the trip"
  return [
    {
      figure: at,
      value: row.id,
      because: [
        citeHit(coachArguments, row, `${row.id} speaks about ${subject}`),
        ...insuranceReasons(bilan, row),
      ],
      from: [...(aboutGap ? [`card.guarantees.${choice.slug}.badge`] : []), ...originsOf(tested)],
    },
    {
      figure: `${at}.figure`,
      because: [citeHit(coachArguments, row, `shows ${row.figure}`, "figure")],
      from: [`${at}.vars.${figureVars[row.figure]}`],
    },
    ...amountFindings(bilan, choice, at),
    { figure: `${at}.vars.destination`, because: [], from: ["bilan.medical.targetValue"] },
    {
      figure: `${at}.vars.destinationName`,
      because: [destinationNameReason(bilan)],
      from: [`${at}.vars.destination`, "meta.lang"],
    },
    {
      figure: `${at}.vars.quote`,
      because: [],
      from: [`${at}.vars.cardValue`, `${at}.vars.recommended`],
    },
  ]
}

/** Why each argument is made and what its amounts are; then what follows from the arguments. */
export const argumentFindings = (bilan: BilanCase): ReadonlyArray<Finding> => {
  const choices = bilan.pieces.arguments.choicesFor(bilan.situation)
  const made = bilan.answer.bilan.arguments
  const each = made.map((_, index) => `bilan.arguments[${index}]`)
  const findings = made.flatMap(({ id }, index) => {
    const choice = choices.find(({ prepared }) => prepared.row.id === id)
    return choice === undefined ? [] : findingsFor(bilan, choice, index)
  })
  const from = [...each, "card.guarantees"]
  return [
    { figure: "bilan.shouldSell", because: [], from },
    { figure: "bilan.argumentCount", because: [], from },
    { figure: "bilan.focusCategories", because: [], from },
    ...findings,
  ]
}
