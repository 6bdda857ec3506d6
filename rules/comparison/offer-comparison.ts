import type { CurrencyCode } from "../../core/vocabulary/codes.ts"
import { cellOf as printedCell } from "../explanation/cite.ts"
import type { CatalogueOffer } from "../pricing/catalogue.ts"
import type { QuotePlan, PricingPieces } from "../pricing/plan.ts"
import { echoedAmount, type ExchangeRates } from "../currency/exchange-rates.ts"
import type { Offer, PricedQuote } from "../pricing/offer.ts"
import type { Guarantee } from "../../core/vocabulary/guarantee.ts"
import type { LivePricing } from "../pricing/live.ts"
import type { Tables } from "../tables/index.ts"
import { type NotCovered, prepareLacks, prepareNotCovered } from "./not-covered.ts"
import { medicalSlug } from "../coach/card/products.ts"
import type { CoachPart } from "./traveller-card.ts"
import type { RawMoney } from "../coach/response.ts"
import type { AnsweredRequest, InsurerAnswer } from "../pricing/rating.ts"

/** Why an offer that fits has no price. */
export type Unpriced = "needs_price" | "late" | "refused" | "no_rate"

/** A comparison's prices, and why the others have none. */
export interface ComparisonPrices extends PricedQuote {
  readonly plan: QuotePlan
  readonly rates: ExchangeRates
  readonly unpriced: ReadonlyMap<Unpriced, ReadonlyArray<CatalogueOffer>>
}

/** How a traveller may narrow the offers; filters combine. */
export const offerFilters = ["care", "baggage", "cancellation", "sports"] as const

/** A way to narrow the offers. */
export type OfferFilter = (typeof offerFilters)[number]

/** What stands over an offer, whatever the order that it is shown in. */
export type OfferFlag = "cheapest" | "first_at_benchmark"

/** How an offer stands to a guarantee: as its answer says, or as the catalogue tells more of it. */
export type CoverCell =
  | { readonly kind: "held"; readonly guarantee: Guarantee; readonly currency: CurrencyCode }
  | { readonly kind: "absent" | "optional" | "unstated" }

/** An offer as it stands in a comparison. */
export interface ComparedOffer {
  readonly offer: Offer
  readonly cells: ReadonlyMap<string, CoverCell>
  /** Whether its ceiling for care reaches the benchmark; undefined where that is not known. */
  readonly reachesBenchmark: boolean | undefined
  readonly passes: ReadonlySet<OfferFilter>
  readonly flag: OfferFlag | undefined
  /**
   * The ceiling for care in the currency of all ceilings that are set side by side: infinite for actual
   * costs, undefined where it is not stated.
   */
  readonly care: number | undefined
  /** How much of that ceiling a unit of the price pays for. */
  readonly carePerPrice: number | undefined
  /** What it does not cover on the trip. */
  readonly notCovered: NotCovered
  /** An amount of its ceilings in the trip's currency; undefined where it is that, or has no rate. */
  readonly inTripCurrency: (amount: number) => number | undefined
}

/** Offers beside each other, cheapest first. */
export interface OfferComparison {
  readonly offers: ReadonlyArray<ComparedOffer>
  /** The guarantees to compare by, in the order of their table. */
  readonly slugs: ReadonlyArray<string>
  /** The benchmark for care; undefined on a trip at home, where no cover for abroad holds. */
  readonly benchmark: RawMoney | undefined
}

/** Guarantees that a comparison always shows: what nearly everybody asks about. */
const mainSlugs: ReadonlySet<string> = new Set([
  medicalSlug,
  "rapatriationAssistance",
  "suitcaseInsurance",
  "privateRc",
  "cancelTrip",
])

/** What offers are compared with, as far as they are: the benchmark for care, and a card. */
interface ComparedWith extends Pick<CoachPart, "card"> {
  readonly benchmark: RawMoney | undefined
}

/** Prepares comparisons of priced offers over the tables. */
export const prepareComparison = (tables: Tables, live: LivePricing) => {
  const lacks = prepareLacks(live.pieces, live.readPrinted)
  const notCoveredOf = prepareNotCovered(live.pieces, lacks)
  const order = tables.guarantees.rows.map(({ slug }) => slug)

  const cellOf = (offer: Offer, slug: string): CoverCell => {
    const kind = lacks.lackOf(offer, slug)
    const guarantee = offer.guarantees[slug]
    if (kind !== undefined || guarantee === undefined) return { kind: kind ?? "unstated" }
    return { kind: "held", guarantee, currency: offer.guaranteeCurrency }
  }

  const reaches = (
    offer: Offer,
    benchmark: RawMoney | undefined,
    prices: ComparisonPrices,
  ): boolean | undefined => {
    if (benchmark === undefined) return undefined
    // What says nothing of care abroad reaches nothing, whatever else it holds.
    const held = offer.guarantees[medicalSlug]
    if (held?.state === "actual_costs") return true
    if (held === undefined || held.value === null) return undefined
    const sent = { value: held.value, currency: offer.guaranteeCurrency }
    const value = amountIn(benchmark.currency, sent, prices)
    return value === undefined ? undefined : value >= benchmark.value
  }

  return (prices: ComparisonPrices, { benchmark, card }: ComparedWith): OfferComparison => {
    const aim = prices.plan.facts.atHome ? undefined : benchmark
    const notCovered = notCoveredOf(prices.plan.trip)
    const reached = prices.offers.map((offer) => reaches(offer, aim, prices))
    const first = reached.indexOf(true)
    const offers = prices.offers.map((offer, index): ComparedOffer => {
      const cells = new Map(order.map((slug) => [slug, cellOf(offer, slug)]))
      const reachesBenchmark = reached[index]
      const holds = (slug: string): boolean => cells.get(slug)?.kind === "held"
      const passes: ReadonlyArray<readonly [OfferFilter, boolean]> = [
        ["care", reachesBenchmark === true],
        ["baggage", holds("suitcaseInsurance")],
        ["cancellation", holds("cancelTrip")],
        ["sports", holds("extremeSports")],
      ]
      const care = careOf(offer, prices)
      const { amount, currency } = offer.price
      const price = amountIn(commonCurrency, { value: amount, currency }, prices)
      return {
        offer,
        cells,
        reachesBenchmark,
        notCovered: notCovered(offer),
        inTripCurrency: converterTo(
          prices.plan.trip.currency,
          offer.guaranteeCurrency,
          prices.rates,
        ),
        passes: new Set(passes.flatMap(([filter, passed]) => (passed ? filter : []))),
        flag: index === first ? "first_at_benchmark" : index === 0 ? "cheapest" : undefined,
        care,
        carePerPrice:
          care === undefined || price === undefined || price === 0 ? undefined : care / price,
      }
    })
    const isShown = (slug: string): boolean =>
      mainSlugs.has(slug) ||
      (card?.gaps[slug] !== undefined && !card.otherCovers.has(slug)) ||
      offers.some(({ cells }) => ["held", "optional"].includes(cells.get(slug)?.kind ?? ""))
    return { offers, slugs: order.filter(isShown), benchmark: aim }
  }
}

/** Converts amounts to a currency; undefined where they are in it, or where there is no rate. */
export const converterTo =
  (wanted: string, currency: CurrencyCode, rates: ExchangeRates): ComparedOffer["inTripCurrency"] =>
  (value) =>
    wanted === currency ? undefined : amountIn(wanted, { value, currency }, { rates })

/** Ceilings and prices are set side by side in this currency, of which there is always a rate. */
const commonCurrency = "EUR"

/** An amount in another currency, or in its own; undefined where there is no rate. */
const amountIn = (
  wanted: string,
  sent: RawMoney,
  { rates }: Pick<ComparisonPrices, "rates">,
): number | undefined => {
  const target = rates.get(wanted)
  return target === undefined ? undefined : (echoedAmount(sent, target, rates.get) ?? undefined)
}

const careOf = (offer: Offer, prices: ComparisonPrices): number | undefined => {
  const held = offer.guarantees[medicalSlug] ?? offer.guarantees["expatHospitalFees"]
  if (held?.state === "actual_costs") return Infinity
  return held === undefined || held.value === null
    ? undefined
    : amountIn(commonCurrency, { value: held.value, currency: offer.guaranteeCurrency }, prices)
}

/** Why an insurer's offer has no price, by what came of asking it. */
const reasonOf = {
  Rated: "no_rate",
  Refused: "refused",
  TimedOut: "late",
  // Nobody was asked who could have refused.
  NotConnected: "no_rate",
} as const satisfies Readonly<Record<InsurerAnswer["_tag"], Unpriced>>

/** Sorts the offers that fit and are sold here, but have no price, by the reason; a guard tells its own. */
export const unpricedOffers = (
  { guarded, selection: { sold } }: QuotePlan,
  answered: ReadonlyArray<AnsweredRequest>,
  priced: PricedQuote,
): ComparisonPrices["unpriced"] => {
  const shown = new Set(priced.offers.map(({ id }) => id))
  const answerOf = new Map(
    answered.flatMap(({ answer, request }) =>
      request.offers.map((offer) => [offer.row.offerId, answer] as const),
    ),
  )
  const reasons = new Map<Unpriced, Array<CatalogueOffer>>()
  for (const offer of sold) {
    const { offerId } = offer.row
    const isKept = guarded?.refused.has(offer) === true || guarded?.referred.has(offer) === true
    if (shown.has(offerId) || isKept) continue
    const answer = answerOf.get(offerId)
    const soldElsewhere =
      answer?._tag === "Rated" &&
      answer.offers.some((rated) => rated.offer === offer && rated.soldByRedirect === true)
    if (soldElsewhere) continue
    const reason: Unpriced = answer === undefined ? "needs_price" : reasonOf[answer._tag]
    const sharers = reasons.get(reason) ?? []
    sharers.push(offer)
    reasons.set(reason, sharers)
  }
  return reasons
}

/** Offers that one condition keeps out, and that condition as its table writes it. */
export interface NearMissGroup {
  readonly condition: string
  readonly cell: string
  readonly offers: ReadonlyArray<CatalogueOffer>
}

/** The offers that nearly fit, those that the same condition keeps out together; each offer once. */
export const nearMissesOf = (
  { offers, tables }: PricingPieces,
  { selection: { eligible } }: QuotePlan,
): ReadonlyArray<NearMissGroup> => {
  const seen = new Set(eligible.matched.map(({ offerId }) => offerId))
  const groups = new Map<
    string,
    { condition: string; cell: string; offers: Array<CatalogueOffer> }
  >()
  for (const { condition, row } of eligible.nearMisses) {
    const offer = offers.get(row.offerId)
    if (offer === undefined || seen.has(row.offerId)) continue
    seen.add(row.offerId)
    const cell = printedCell(tables.eligibility, row, condition)
    const key = `${condition} ${cell}`
    const group = groups.get(key) ?? { condition, cell, offers: [] }
    group.offers.push(offer)
    groups.set(key, group)
  }
  return [...groups.values()]
}
