import { type Cover, heldAmount, isHeld, isGeneric } from "../card/products.ts"
import { type CoverTerm, termUnit } from "../covers/terms.ts"
import { bilanMoney } from "../text/bilan-money.ts"
import type { Demand } from "../formalities/demand.ts"
import type { BilanSituation } from "../bilan-situation.ts"
import type { Basis, Ceiling } from "../coach-vocabulary.ts"
import type { ArgumentValues } from "./subject.ts"

/** How the ceiling of a cover stands. */
export const ceilingOf = (cover: Cover): Ceiling => {
  if (!isHeld(cover)) return "not_held"
  if (cover.state === "actual_costs") return "unlimited"
  return cover.value === null ? "unprinted" : "printed"
}

/**
 * How much of a recommended amount is lacking, in whole percent rounded down: below 100 whatever is
 * held, so that only what is not held at all lacks the whole.
 *
 * ```ts
 * import { shortfallPercent } from "../rules/coach/arguments/subject-values.ts"
 *
 * shortfallPercent(150000, 300000) // => 50
 * shortfallPercent(1, 300000) // => 99
 * shortfallPercent(0, 300000) // => 100
 * shortfallPercent(400000, 300000) // => 0
 * ```
 */
export const shortfallPercent = (held: number, recommended: number): number => {
  if (recommended <= 0 || held >= recommended) return 0
  return Math.floor(((recommended - held) * 100) / recommended)
}

/** What a statement about the card itself rests on. */
export const basisOf = ({ card }: BilanSituation): Basis => {
  if (card.origin === "none") return "none"
  return card.origin === "exact" && !isGeneric(card.product) ? "card" : "range"
}

/** What a statement about a term rests on: a term that is not the product's own is its country's. */
export const termBasisOf = (situation: BilanSituation, { own }: CoverTerm): Basis =>
  own ? basisOf(situation) : "country"

/** What a subject speaks of, beside the trip. */
export interface SpokenOf {
  readonly basis: Basis
  readonly slug?: string
  /** The cover of that guarantee. */
  readonly cover?: Cover
  readonly recommendedValue?: number | null
  readonly term?: CoverTerm | null
  readonly demand?: Demand
}

const termText = (
  { amountText, measureText }: BilanSituation,
  term: CoverTerm,
): string | undefined => {
  const unit = termUnit(term.term)
  if (term.amount === null || unit === null) return undefined
  return unit === "currency" ? amountText(term.amount) : measureText(term.amount, unit)
}

const demandText = (
  { moneyText }: BilanSituation,
  { amount, currency }: Demand,
): string | undefined =>
  amount === null || currency === null ? undefined : moneyText(amount, currency)

/** What the card holds and what is recommended, in the market's currency, and what is lacking between. */
const amountsOf = (
  situation: BilanSituation,
  slug: string | undefined,
  held: number | null,
  recommendedValue: number | null,
) => {
  const inMarket = (amount: number) => bilanMoney(situation, amount)
  const own = inMarket(recommendedValue ?? 0)
  const { currency } = own
  if (recommendedValue === null) return { recommended: null, shortfall: null, currency }
  const recommended = !own.converted
    ? recommendedValue
    : ((slug === undefined ? null : situation.marketNeed(slug)) ?? own.amount)
  if (held === null) return { recommended, shortfall: null, currency }
  const lacking = recommendedValue - held
  if (!own.converted || lacking <= 0) {
    return { recommended, shortfall: Math.max(0, lacking), currency }
  }
  // Two roundings may leave nothing between amounts that differ: then the difference itself is converted.
  const between = recommended - inMarket(held).amount
  const shortfall = between > 0 ? between : inMarket(lacking).amount
  return { recommended, shortfall, currency }
}

/**
 * The values that a subject's texts may show. Of a cover, none is held as 0, and what has no printed
 * ceiling has no amount; the limit is a term's, as printed. All are made by this literal: what is
 * asked of them by name is found sooner where they have one shape.
 */
export const subjectValues = (
  situation: BilanSituation,
  { basis, cover, demand, recommendedValue = null, slug, term = null }: SpokenOf,
): ArgumentValues => {
  const { amountText, destination, destinationName, moneyText, target } = situation
  const held = cover === undefined ? null : heldAmount(cover)
  const { currency, recommended, shortfall } = amountsOf(situation, slug, held, recommendedValue)
  return {
    guarantee: slug,
    target,
    cardValue: held === null ? undefined : amountText(held),
    recommended: recommended === null ? undefined : moneyText(recommended, currency),
    shortfall: shortfall === null ? undefined : moneyText(shortfall, currency),
    limit: term === null ? undefined : termText(situation, term),
    basis,
    destination,
    destinationName,
    demand: demand === undefined ? undefined : demandText(situation, demand),
    demandCountry: demand === undefined ? undefined : situation.countryName(demand.destination),
  }
}
