import {
  type ComparedOffer,
  type OfferComparison,
  type OfferFilter,
  offerFilters,
} from "./offer-comparison.ts"

/** What offers may stand in the order of. */
export const offerOrders = ["price", "care", "value"] as const

/** What offers stand in the order of. */
export type OfferOrder = (typeof offerOrders)[number]

/** How a traveller has the offers of a comparison shown. */
export interface ShownOffers {
  readonly order: OfferOrder
  /** All of them have to let an offer through. */
  readonly filters: ReadonlySet<OfferFilter>
  /** Offers to be set side by side, by their ids. */
  readonly pins: ReadonlyArray<number>
  /** Whether those alone are shown. */
  readonly isPinned: boolean
  /** Whether of those only the covers are shown that they differ in. */
  readonly isDiffering: boolean
  readonly offset: number
}

/** All offers, cheapest first. */
export const shownAtFirst: ShownOffers = {
  order: "price",
  filters: new Set(),
  pins: [],
  isPinned: false,
  isDiffering: false,
  offset: 0,
}

/** So many offers are set side by side at most. */
export const pinsMax = 3

/**
 * Reads how offers are to be shown from words, in any order; what is not known counts as left out.
 *
 * ```ts
 * import { readShownOffers } from "../rules/comparison/shown-offers.ts"
 *
 * const { filters, offset, order, pins } = readShownOffers("care by-value pin102 nothing 5")
 * order // => "value"
 * filters.has("care") // => true
 * pins // => [102]
 * offset // => 5
 * ```
 */
export const readShownOffers = (text: string): ShownOffers => {
  const words = text.split(" ", wordsMax)
  const order = offerOrders.find((each) => words.includes(`by-${each}`)) ?? shownAtFirst.order
  const pins = [...new Set(words.flatMap((word) => pinWord.exec(word)?.[1] ?? []))]
    .map(Number)
    .slice(0, pinsMax)
  const isPinned = words.includes("pinned") && pins.length > 1
  return {
    order,
    filters: new Set(offerFilters.filter((filter) => words.includes(filter))),
    pins,
    isPinned,
    isDiffering: isPinned && words.includes("differing"),
    offset: Number(words.find((word) => offsetWord.test(word)) ?? 0),
  }
}

/**
 * Writes how offers are to be shown, as `readShownOffers` reads it; empty for all, cheapest first.
 *
 * ```ts
 * import { readShownOffers, writeShownOffers } from "../rules/comparison/shown-offers.ts"
 *
 * writeShownOffers(readShownOffers("5 pin102 care by-value")) // => "care by-value pin102 5"
 * writeShownOffers(readShownOffers("by-price 0")) // => ""
 * ```
 */
export const writeShownOffers = (shown: ShownOffers): string => {
  const { filters, isDiffering, isPinned, offset, order, pins } = shown
  return [
    ...filters,
    ...(order === shownAtFirst.order ? [] : [`by-${order}`]),
    ...pins.map((id) => `pin${id}`),
    ...(isPinned ? ["pinned"] : []),
    ...(isPinned && isDiffering ? ["differing"] : []),
    ...(offset === 0 ? [] : [String(offset)]),
  ].join(" ")
}

/** So many offers stand beside each other at once. */
export const pageSize = 5

/** The offers that filters let through, in their order, and the part of them that is shown. */
export interface ShownPart {
  readonly shown: ShownOffers
  readonly from: number
  readonly count: number
  /** Indices of the offers that are shown. */
  readonly visible: ReadonlySet<number>
  /** How many offers each filter would leave with the others kept, or leaves. */
  readonly counts: Readonly<Record<OfferFilter, number>>
}

/**
 * The offers of a comparison in the order that is wished. What has no ceiling stands last, and equals
 * stand cheapest first.
 */
export const orderedOffers = (
  offers: ReadonlyArray<ComparedOffer>,
  order: OfferOrder,
): ReadonlyArray<ComparedOffer> => {
  if (order === "price") return offers
  const figureOf = ({ care, carePerPrice }: ComparedOffer): number =>
    (order === "care" ? care : carePerPrice) ?? -1
  return offers.toSorted((left, right) => {
    const [a, b] = [figureOf(left), figureOf(right)]
    // Two that pay actual costs are equal, where their difference would be no number.
    return a === b ? 0 : b - a
  })
}

/** Which place an offer has in each order of `offerOrders`, by its id. */
export type OfferRanks = ReadonlyMap<number, ReadonlyArray<number>>

/** The places of offers that stand cheapest first, so that a page puts them in any order by itself. */
export const offerRanks = (offers: ReadonlyArray<ComparedOffer>): OfferRanks => {
  const places = offerOrders.map(
    (order) =>
      new Map(orderedOffers(offers, order).map(({ offer: { id } }, place) => [id, place] as const)),
  )
  return new Map(
    offers.map(({ offer: { id } }) => [id, places.map((placeOf) => placeOf.get(id) ?? 0)]),
  )
}

/** Which offers are shown of those in their order; one that is beyond the last page shows the last page. */
export const shownPart = (
  { offers }: Pick<OfferComparison, "offers">,
  shown: ShownOffers,
): ShownPart => {
  const { filters, offset } = shown
  const passes = (offer: ComparedOffer, all: Iterable<OfferFilter>): boolean =>
    [...all].every((filter) => offer.passes.has(filter))
  const passing = offers.flatMap((offer, index) => (passes(offer, filters) ? index : []))
  const last = Math.max(0, Math.floor((passing.length - 1) / pageSize) * pageSize)
  const from = Math.min(Math.floor(offset / pageSize) * pageSize, last)
  const count = (filter: OfferFilter): number =>
    offers.filter((offer) => passes(offer, [...filters, filter])).length
  return {
    shown,
    from,
    count: passing.length,
    visible: new Set(passing.slice(from, from + pageSize)),
    counts: {
      care: count("care"),
      baggage: count("baggage"),
      cancellation: count("cancellation"),
      sports: count("sports"),
    },
  }
}

/** More words than any page writes. */
const wordsMax = 20

const pinWord = /^pin([1-9]\d{0,8})$/

const offsetWord = /^\d{1,4}$/
