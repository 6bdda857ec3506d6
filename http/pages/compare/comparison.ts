import type { Guarantee } from "../../../core/vocabulary/guarantee.ts"
import type { RawMoney } from "../../../rules/coach/response.ts"
import { echoedAmount } from "../../../rules/currency/reference-amount.ts"
import type { LivePricing } from "../../../rules/pricing/live.ts"
import type { Offer } from "../../../rules/pricing/offer.ts"
import type { Tables } from "../../../rules/tables/index.ts"
import { medicalSlug } from "../../../rules/coach/card/products.ts"
import type { CoachPart } from "./card.ts"
import type { HousePrices } from "./prices.ts"
import type { OfferFilter } from "./search.ts"

/** How an offer stands to a guarantee: as its answer says, or as the catalogue tells more of it. */
export type CoverCell =
  | { readonly kind: "held"; readonly guarantee: Guarantee; readonly currency: string }
  | { readonly kind: "absent" | "optional" | "unstated" }

/** An offer as it stands in a comparison. */
export interface ComparedOffer {
  readonly offer: Offer
  readonly cells: ReadonlyMap<string, CoverCell>
  /** Whether its ceiling for care reaches the benchmark; undefined where that is not known. */
  readonly reachesBenchmark: boolean | undefined
  readonly passes: ReadonlySet<OfferFilter>
}

/** Offers beside each other, cheapest first. */
export interface OfferComparison {
  readonly offers: ReadonlyArray<ComparedOffer>
  /** The guarantees to compare by, in the order of their table. */
  readonly slugs: ReadonlyArray<string>
  readonly counts: Readonly<Record<OfferFilter, number>>
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

const absent: CoverCell = { kind: "absent" }

/** What the catalogue says of guarantees that an answer shows as not available. */
const prepareTold = ({ pieces, readPrinted }: LivePricing) => {
  const { guarantees, offers } = pieces.tables
  const optional = new Set<string>()
  const unread = new Set<string>()
  const rowOf = new Map(offers.rows.map((row) => [String(row.offerId), row]))
  for (const { offerId, option, printed, slug } of guarantees.rows) {
    const key = `${offerId} ${slug}`
    if (option !== null) optional.add(key)
    const offer = pieces.offers.get(offerId)
    const currency = rowOf.get(offerId)?.guaranteeCurrency
    if (printed === undefined || offer === undefined || currency === undefined) continue
    const { mapped } = readPrinted(printed, { language: offer.insurer.language, currency })
    if (!mapped) unread.add(key)
  }
  return { optional, unread }
}

/** Prepares comparisons of priced offers over the tables. */
export const prepareComparison = (tables: Tables, live: LivePricing) => {
  const { optional, unread } = prepareTold(live)
  const order = tables.guarantees.rows.map(({ slug }) => slug)

  const cellOf = ({ guaranteeCurrency, guarantees, id }: Offer, slug: string): CoverCell => {
    const guarantee = Object.hasOwn(guarantees, slug) ? guarantees[slug] : undefined
    const key = `${id} ${slug}`
    if (guarantee === undefined || unread.has(key)) return { kind: "unstated" }
    if (guarantee.state !== "not_available") {
      return { kind: "held", guarantee, currency: guaranteeCurrency }
    }
    return optional.has(key) ? { kind: "optional" } : absent
  }

  const reaches = (
    offer: Offer,
    benchmark: RawMoney | undefined,
    { rates }: HousePrices,
  ): boolean | undefined => {
    if (benchmark === undefined) return undefined
    const held = offer.guarantees[medicalSlug] ?? offer.guarantees["expatHospitalFees"]
    if (held?.state === "actual_costs") return true
    if (held === undefined || held.value === null) return undefined
    const target = rates.get(benchmark.currency)
    if (target === undefined) return undefined
    const sent = { value: held.value, currency: offer.guaranteeCurrency }
    const value = echoedAmount(sent, target, rates.get)
    return value === null ? undefined : value >= benchmark.value
  }

  return (prices: HousePrices, { benchmark, card }: CoachPart): OfferComparison => {
    const aim = prices.plan.facts.atHome ? undefined : benchmark
    const offers = prices.offers.map((offer): ComparedOffer => {
      const cells = new Map(order.map((slug) => [slug, cellOf(offer, slug)]))
      const reachesBenchmark = reaches(offer, aim, prices)
      const holds = (slug: string): boolean => cells.get(slug)?.kind === "held"
      const passes: ReadonlyArray<readonly [OfferFilter, boolean]> = [
        ["all", true],
        ["care", reachesBenchmark === true],
        ["baggage", holds("suitcaseInsurance")],
        ["cancellation", holds("cancelTrip")],
      ]
      return {
        offer,
        cells,
        reachesBenchmark,
        passes: new Set(passes.flatMap(([filter, passed]) => (passed ? filter : []))),
      }
    })
    const isShown = (slug: string): boolean =>
      mainSlugs.has(slug) ||
      card?.gaps[slug] !== undefined ||
      offers.some(({ cells }) => ["held", "optional"].includes(cells.get(slug)?.kind ?? ""))
    const count = (filter: OfferFilter): number =>
      offers.filter(({ passes }) => passes.has(filter)).length
    return {
      offers,
      slugs: order.filter(isShown),
      counts: {
        all: count("all"),
        care: count("care"),
        baggage: count("baggage"),
        cancellation: count("cancellation"),
      },
      benchmark: aim,
    }
  }
}

/** So many offers stand beside each other at once. */
export const pageSize = 5

/** The offers that a filter lets through and the part of them that is shown. */
export interface ShownPart {
  readonly filter: OfferFilter
  readonly from: number
  readonly count: number
  /** Indices of the offers that are shown. */
  readonly visible: ReadonlySet<number>
}

/** Which offers are shown; one that is beyond the last page shows the last page. */
export const shownPart = (
  { offers }: OfferComparison,
  { filter, offset }: { readonly filter: OfferFilter; readonly offset: number },
): ShownPart => {
  const passing = offers.flatMap(({ passes }, index) => (passes.has(filter) ? index : []))
  const last = Math.max(0, Math.floor((passing.length - 1) / pageSize) * pageSize)
  const from = Math.min(Math.floor(offset / pageSize) * pageSize, last)
  return {
    filter,
    from,
    count: passing.length,
    visible: new Set(passing.slice(from, from + pageSize)),
  }
}
