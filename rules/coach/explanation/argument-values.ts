import type { Reason } from "../../explanation/explanation.ts"
import type { Choice } from "../arguments/arguments.ts"
import type { Subject } from "../arguments/subject.ts"
import { type CoverTerm, termUnit } from "../covers/terms.ts"
import type { ArgumentVar } from "../coach-vocabulary.ts"
import type { BilanCase } from "./bilan-case.ts"
import { countryNameReason, destinationNameReason } from "./destination-name.ts"
import { coverReason } from "./cover.ts"
import { demandReasons } from "./formalities.ts"
import { stepReason } from "./medical.ts"
import { marketNeedReasons, rateReasons } from "./money.ts"
import { termReason } from "./terms.ts"

/** Why a value is what it is: the rows behind it, and the figures and fields that it follows from. */
export interface ValueOrigin {
  readonly because: ReadonlyArray<Reason>
  readonly from: ReadonlyArray<string>
}

const nowhere: ValueOrigin = { because: [], from: [] }

const together = (origins: ReadonlyArray<ValueOrigin>): ValueOrigin => ({
  because: origins.flatMap(({ because }) => because),
  from: origins.flatMap(({ from }) => from),
})

/** Why the amount held is that: a gap's is a figure of its own, any other is read off the card. */
const heldOrigin = (bilan: BilanCase, { subject, values }: Choice): ValueOrigin => {
  const { guarantee = "" } = values
  const gap = `card.guarantees.${guarantee}`
  const converted = rateReasons(bilan)
  return subject.of._tag === "Gap"
    ? { because: converted, from: [`${gap}.value`, `${gap}.state`] }
    : { because: [...coverReason(bilan, guarantee), ...converted], from: ["card.origin"] }
}

/** The amount recommended: the card's own figure, or beside it what the market's currency has. */
const recommendedOrigin = (bilan: BilanCase, { subject, values }: Choice): ValueOrigin => {
  const { card, marketCurrency } = bilan.situation
  const slug = values.guarantee ?? ""
  const told =
    card.product.currency === marketCurrency
      ? []
      : [...marketNeedReasons(bilan, slug), ...rateReasons(bilan)]
  return subject.of._tag === "Gap"
    ? { because: told, from: [`card.guarantees.${slug}.recommendedValue`] }
    : {
        because: [stepReason(bilan, card.product.currency), ...told],
        from: ["bilan.medical.targetValue"],
      }
}

/** The term whose amount a subject's limit is. */
const limitTermOf = ({ of }: Subject): CoverTerm | null => {
  switch (of._tag) {
    case "Gap":
      return of.gap.limit
    case "Term":
      return of.term
    case "Breach":
      return of.breach.limit
    default:
      return null
  }
}

const limitOrigin = (bilan: BilanCase, { subject }: Choice): ValueOrigin => {
  const term = limitTermOf(subject)
  if (term === null) return nowhere
  const converted = termUnit(term.term) === "currency" ? rateReasons(bilan) : []
  return { because: [termReason(bilan, term), ...converted], from: ["card.origin"] }
}

/** Why the guarantee spoken of is that one. */
const guaranteeOrigin = (bilan: BilanCase, choice: Choice): ValueOrigin => {
  const { of } = choice.subject
  if (of._tag === "Gap") {
    return { because: [], from: [`card.guarantees.${of.gap.slug}.badge`] }
  }
  return together([limitOrigin(bilan, choice), { because: [], from: ["card.origin"] }])
}

/** Why a value of an argument is what it is. */
export const valueOrigin = (bilan: BilanCase, choice: Choice, name: ArgumentVar): ValueOrigin => {
  const { of } = choice.subject
  switch (name) {
    case "target":
      return { because: [], from: ["bilan.medical.target"] }
    case "cardValue":
      return heldOrigin(bilan, choice)
    case "recommended":
      return recommendedOrigin(bilan, choice)
    case "shortfall":
      return together([heldOrigin(bilan, choice), recommendedOrigin(bilan, choice)])
    case "guarantee":
      return guaranteeOrigin(bilan, choice)
    case "basis":
      return of._tag === "Gap" && choice.subject.facts.broken !== "long_trip"
        ? { because: [], from: ["card.origin"] }
        : together([limitOrigin(bilan, choice), { because: [], from: ["card.origin"] }])
    case "limit":
      return together([limitOrigin(bilan, choice), { because: [], from: ["card.origin"] }])
    case "destination":
      return { because: [], from: ["bilan.medical.targetValue"] }
    case "destinationName":
      return {
        because: [destinationNameReason(bilan)],
        from: ["bilan.medical.targetValue", "meta.lang"],
      }
    case "demand":
      return of._tag === "Demand"
        ? { because: demandReasons(bilan, of.demand), from: ["request.destinations"] }
        : nowhere
    case "demandCountry":
      return of._tag === "Demand"
        ? {
            because: [countryNameReason(bilan, of.demand.destination)],
            from: ["request.destinations", "meta.lang"],
          }
        : nowhere
  }
}

/** Why what an argument quotes is that: both amounts, where both are known, or its figure. */
export const quoteOrigin = (bilan: BilanCase, choice: Choice, figure: string): ValueOrigin => {
  const { cardValue, recommended } = choice.values
  return cardValue === undefined || recommended === undefined
    ? { because: [], from: [figure] }
    : together([heldOrigin(bilan, choice), recommendedOrigin(bilan, choice)])
}
