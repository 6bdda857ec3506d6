import type { Catalogue, MovedPrices, OfferTally, PriceTally, QuoteTally } from "./price-tally.ts"

/** How the price of an offer moves over a corpus, among situations in which it moves. */
export interface PriceImpact {
  readonly offerId: number
  /** The currency that travellers pay in. */
  readonly currency: string
  readonly situations: number
  /** Least, middle and greatest change in minor units; between two middle ones it lies half-way. */
  readonly minimumMinor: number
  readonly medianMinor: number
  readonly maximumMinor: number
}

/** Prices that moved in one currency: how many, and their sums in minor units. */
export interface MovedIn extends Pick<MovedPrices, "count" | "sumBefore" | "sumAfter"> {
  readonly currency: string
}

/** How often something changed by so many tenths of a per cent, rising. */
export type PermilleCounts = ReadonlyArray<readonly [permille: number, count: number]>

/** What becomes of one offer over a corpus. */
export interface OfferImpact extends Pick<
  OfferTally,
  "after" | "before" | "catalogue" | "cheaper" | "come" | "dearer" | "gone" | "offerId"
> {
  /** Prices that moved, the most frequent currency first. */
  readonly moved: ReadonlyArray<MovedIn>
  readonly permille: PermilleCounts
}

/** How often one offer gave the first place of quotes to another; null where no offer is left. */
export interface FirstPlaceImpact {
  readonly catalogue: Catalogue
  readonly from: number | null
  readonly to: number | null
  readonly quotes: number
}

/** What becomes of the quotes of a catalogue. */
export interface QuoteImpact extends Readonly<QuoteTally> {
  readonly catalogue: Catalogue
}

const rising = <Count extends readonly [number, number]>(counts: Iterable<Count>) =>
  [...counts].sort(([left], [right]) => left - right)

/**
 * The middle of some numbers, each with how often it is there; half-way between the two middle ones of
 * an even count.
 *
 * ```ts
 * import { medianOfCounts } from "../rules/impact/price-impact.ts"
 *
 * medianOfCounts([[30, 1], [-10, 1], [20, 1]]) // => 20
 * medianOfCounts([[1, 2], [2, 2]]) // => 1.5
 * ```
 */
export const medianOfCounts = (
  counts: Iterable<readonly [value: number, count: number]>,
): number => {
  const sorted = rising(counts)
  const all = sorted.reduce((sum, [, count]) => sum + count, 0)
  const at = (place: number): number => {
    let seen = 0
    for (const [value, count] of sorted) {
      seen += count
      if (seen > place) return value
    }
    return 0
  }
  const upper = at(all >> 1)
  return all % 2 === 1 ? upper : (upper + at((all >> 1) - 1)) * 0.5
}

/** Price changes summed up by offer and currency, in their order. */
export const priceImpacts = ({ offers }: PriceTally): ReadonlyArray<PriceImpact> =>
  [...offers.values()]
    .flatMap(({ byCurrency, offerId }) =>
      [...byCurrency].map(([currency, { changes, count }]): PriceImpact => {
        const sorted = rising(changes)
        return {
          offerId,
          currency,
          situations: count,
          minimumMinor: sorted[0]?.[0] ?? 0,
          medianMinor: medianOfCounts(sorted),
          maximumMinor: sorted.at(-1)?.[0] ?? 0,
        }
      }),
    )
    .sort(
      (left, right) =>
        left.offerId - right.offerId ||
        right.situations - left.situations ||
        (left.currency < right.currency ? -1 : 1),
    )

const offerImpact = ({ byCurrency, permille, ...offer }: OfferTally): OfferImpact => ({
  ...offer,
  moved: [...byCurrency]
    .map(([currency, { count, sumAfter, sumBefore }]) => ({ currency, count, sumBefore, sumAfter }))
    .sort((left, right) => right.count - left.count || (left.currency < right.currency ? -1 : 1)),
  permille: rising(permille),
})

/** Offers of which something changes, those with most changes first. */
export const offerImpacts = ({ offers }: PriceTally): ReadonlyArray<OfferImpact> => {
  const touched = ({ cheaper, come, dearer, gone }: OfferImpact): number =>
    cheaper + come + dearer + gone
  return [...offers.values()]
    .map(offerImpact)
    .filter((offer) => touched(offer) > 0 || offer.before !== offer.after)
    .sort((left, right) => touched(right) - touched(left) || left.offerId - right.offerId)
}

/** Changes of the first place, the most frequent first. */
export const firstPlaceImpacts = ({ firstPlaces }: PriceTally): ReadonlyArray<FirstPlaceImpact> => {
  const offer = (text: string | undefined): number | null =>
    text === undefined || text === "-" ? null : Number(text)
  return [...firstPlaces]
    .map(([key, quotes]): FirstPlaceImpact => {
      const [catalogue, from, to] = key.split(" ")
      return {
        catalogue: catalogue === "live" ? "live" : "quote",
        from: offer(from),
        to: offer(to),
        quotes,
      }
    })
    .sort(
      (left, right) =>
        right.quotes - left.quotes ||
        (left.from ?? 0) - (right.from ?? 0) ||
        (left.to ?? 0) - (right.to ?? 0),
    )
}

/** Quotes by catalogue, the live one first. */
export const quoteImpacts = ({ quotes }: PriceTally): ReadonlyArray<QuoteImpact> =>
  (["live", "quote"] as const).flatMap((catalogue) => {
    const own = quotes.get(catalogue)
    return own === undefined ? [] : [{ catalogue, ...own }]
  })
