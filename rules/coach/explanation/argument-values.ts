import { citeRow } from "../../explanation/cite.ts"
import type { Reason } from "../../explanation/explanation.ts"
import type { ToldArgument } from "../arguments/arguments.ts"
import type { ArgumentVar } from "../coach-vocabulary.ts"
import type { BilanCase } from "./bilan-case.ts"
import { countryNameReason, destinationNameReason, inPlaceReason } from "./destination-name.ts"
import { demandReasons } from "./formalities.ts"
import { marketNeedReasons, rateReasons } from "./money.ts"
import { reachReasons } from "./reach.ts"
import { breachReasons, strictestReasons } from "./terms.ts"
import { warningReasons } from "./warning.ts"

/** Why a value is what it is: the rows behind it, and the figures and fields that it follows from. */
export interface ValueOrigin {
  readonly because: ReadonlyArray<Reason>
  readonly from: ReadonlyArray<string>
}

/** The figures of the gap that an argument is about; those of the medical target for any other. */
const gapFrom = ({ found }: ToldArgument, names: ReadonlyArray<string>): ReadonlyArray<string> => {
  const { of } = found.choice.subject
  return of._tag === "Gap"
    ? names.map((name) => `card.guarantees.${of.gap.slug}.${name}`)
    : ["bilan.medical.targetValue"]
}

/** The rows of the terms that an argument lists or rests on. */
export const termReasons = (bilan: BilanCase, { found }: ToldArgument): ReadonlyArray<Reason> =>
  found.choices.flatMap(({ subject: { of } }) => {
    if (of._tag === "Term") return strictestReasons(bilan, of.term)
    return of._tag === "Breach" ? breachReasons(bilan, of.breach) : []
  })

/** Rows that put the terms or the covers of a list in their order. */
const orderReasons = (
  { pieces }: BilanCase,
  { found, spoken }: ToldArgument,
): ReadonlyArray<Reason> => {
  const { coverRanks, limits, toldTerms } = pieces.tables
  const terms = found.terms.map(({ term }) => term)
  const slugs = [...found.covers, ...found.terms.map(({ slug }) => slug)]
  const hasAge = spoken.list?.terms.some(({ term }) => term === "senior_day_limit") ?? false
  return [
    ...[...new Set(terms)].map((term) =>
      citeRow(toldTerms, toldTerms.get(term), `how a list tells ${term}`),
    ),
    ...[...new Set(slugs)].map((slug) =>
      citeRow(coverRanks, coverRanks.get(slug), `where ${slug} stands in a list`, "rank"),
    ),
    ...(hasAge ? [citeRow(limits, limits.get("senior_age"), "who is a senior", "value")] : []),
  ]
}

/** The gaps in the covers that an argument lists. */
const coversFrom = ({ found: { choice, covers } }: ToldArgument): ReadonlyArray<string> =>
  choice.subject.of._tag === "Term" ? [] : covers.map((slug) => `card.guarantees.${slug}.badge`)

const listOrigin = (bilan: BilanCase, telling: ToldArgument): ValueOrigin => ({
  because: [...termReasons(bilan, telling), ...orderReasons(bilan, telling), ...rateReasons(bilan)],
  from: ["card.origin", ...coversFrom(telling)],
})

/** Why an amount that is recommended is that, in the market's currency. */
const recommendedReasons = (bilan: BilanCase, { found }: ToldArgument): ReadonlyArray<Reason> => {
  const { of } = found.choice.subject
  return of._tag === "Gap" ? marketNeedReasons(bilan, of.gap.slug) : []
}

/** Why a value of an argument is what it is. */
export const valueOrigin = (
  bilan: BilanCase,
  telling: ToldArgument,
  name: ArgumentVar,
): ValueOrigin => {
  const { of } = telling.found.choice.subject
  switch (name) {
    case "target":
      return { because: [], from: ["bilan.medical.target"] }
    case "cardValue":
    case "converted":
      return {
        because: rateReasons(bilan),
        from: [...gapFrom(telling, ["value", "state"]), "meta.market"],
      }
    case "recommended":
      return {
        because: recommendedReasons(bilan, telling),
        from: [...gapFrom(telling, ["recommendedValue"]), "meta.market"],
      }
    case "shortfall":
      return {
        because: [...recommendedReasons(bilan, telling), ...rateReasons(bilan)],
        from: [...gapFrom(telling, ["value", "recommendedValue"]), "meta.market"],
      }
    case "limit":
      return of._tag === "Breach" && of.breach.limit !== null
        ? { because: strictestReasons(bilan, of.breach.limit), from: ["card.origin"] }
        : listOrigin(bilan, telling)
    case "basis":
    case "limitKnown":
    case "cover":
    case "lead":
    case "terms":
    case "covers":
    case "coverCount":
      return listOrigin(bilan, telling)
    case "zone":
    case "costs":
    case "scheme":
    case "destination":
      return { because: [], from: ["bilan.medical.targetValue"] }
    case "inPlace":
      return {
        because: [inPlaceReason(bilan)],
        from: ["bilan.medical.targetValue", "meta.lang"],
      }
    case "destinationName":
      return {
        because: [
          of._tag === "Warning"
            ? countryNameReason(bilan, of.warning.country)
            : destinationNameReason(bilan),
        ],
        from: ["bilan.medical.targetValue", "meta.lang"],
      }
    case "found":
    case "what":
    case "cardName":
      return { because: [], from: ["card.origin"] }
    case "extent":
      return of._tag === "Demand"
        ? { because: demandReasons(bilan, of.demand), from: ["request.destinations"] }
        : { because: reachReasons(bilan), from: ["request.destinations"] }
    case "demand":
    case "demandKnown":
      return of._tag === "Demand"
        ? { because: demandReasons(bilan, of.demand), from: ["request.destinations"] }
        : { because: [], from: ["request.destinations"] }
    case "demandCountry":
      return of._tag === "Demand"
        ? {
            because: [countryNameReason(bilan, of.demand.destination)],
            from: ["request.destinations", "meta.lang"],
          }
        : { because: [], from: ["request.destinations"] }
    case "issuer":
    case "asOf":
    case "stale":
      return { because: warningReasons(bilan), from: ["request.destinations", "meta.lang"] }
  }
}
