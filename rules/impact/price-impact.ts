import type { AmountMinor } from "../../core/money/minor.ts"
import type { CurrencyCode } from "../../core/vocabulary/codes.ts"
import type { PricedQuote } from "../pricing/offer.ts"

/** How the price of an offer moves over a corpus, among situations in which it moves. */
export interface PriceImpact {
  readonly offerId: number
  /** The currency that travellers pay in. */
  readonly currency: CurrencyCode
  readonly situations: number
  /** Least, middle and greatest change in minor units; between two middle ones it lies half-way. */
  readonly minimumMinor: AmountMinor
  readonly medianMinor: AmountMinor
  readonly maximumMinor: AmountMinor
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
  const offer = (text: string): number | null => (text === "-" ? null : Number(text))
  return [...firstPlaces]
    .map(([key, quotes]): FirstPlaceImpact => {
      const [catalogue, from = "-", to = "-"] = key.split(" ")
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

/** The endpoint's catalogues by the names that outcomes give them. */
export type Catalogue = "quote" | "live"

/** Prices over a part of a corpus, in counts that can be added up. */
export interface PriceTally {
  readonly offers: Map<string, OfferTally>
  readonly quotes: Map<Catalogue, QuoteTally>
  /** How often the first place went from one offer to another: `live 1001 1002`. */
  readonly firstPlaces: Map<string, number>
}

/** Nothing counted yet. */
export const emptyPrices = (): PriceTally => ({
  offers: new Map(),
  quotes: new Map(),
  firstPlaces: new Map(),
})

/** Adds to a count. */
export const addCount = <Key>(counts: Map<Key, number>, key: Key, count = 1): void => {
  counts.set(key, (counts.get(key) ?? 0) + count)
}

/** Counts the quote of one situation; undefined where a version gives no prices. */
export const countQuote = (
  tally: PriceTally,
  catalogue: Catalogue,
  before: PricedQuote | undefined,
  after: PricedQuote | undefined,
): void => {
  for (const { id } of before?.offers ?? []) offerOf(tally, catalogue, id).before += 1
  for (const { id } of after?.offers ?? []) offerOf(tally, catalogue, id).after += 1
  const quotes = quotesOf(tally, catalogue)
  if (before === undefined || after === undefined) {
    if (before !== undefined) quotes.lost += 1
    if (after !== undefined) quotes.won += 1
    return
  }
  quotes.answered += 1
  const { down, up } = countOffers(tally, catalogue, before.offers, after.offers)
  if (up && down) quotes.mixed += 1
  else if (up) quotes.dearer += 1
  else if (down) quotes.cheaper += 1
  countFirst(tally, catalogue, quotes, before.offers, after.offers)
}

/** Adds the counts of another part of the corpus. */
export const addPrices = (to: PriceTally, from: PriceTally): void => {
  addCounts(to.firstPlaces, from.firstPlaces)
  for (const [catalogue, quotes] of from.quotes) {
    const own = quotesOf(to, catalogue)
    for (const name of Object.keys(quotes) as ReadonlyArray<keyof QuoteTally>) {
      own[name] += quotes[name]
    }
  }
  for (const offer of from.offers.values()) {
    addOffer(offerOf(to, offer.catalogue, offer.offerId), offer)
  }
}

/**
 * Puts changes in tenths of a per cent into bars of one width, of which none crosses zero: what falls lies
 * left of it, what rises right. Changes that round to none are in no bar.
 *
 * ```ts
 * import { changeBars } from "../rules/impact/price-impact.ts"
 *
 * changeBars([[-1, 4], [2, 3]]).map(({ fromPermille, prices }) => [fromPermille, prices]) // => [[-1, 4], [0, 0], [1, 3]]
 * ```
 */
export const changeBars = (counts: PermilleCounts): ReadonlyArray<PriceBar> => {
  const down = counts.flatMap(([size, count]) => (size < 0 ? [[-size, count] as const] : []))
  const up = counts.filter(([size]) => size > 0)
  const reaches = { down: reachOf(down), up: reachOf(up) }
  const width =
    widths.find(
      (each) => Math.ceil(reaches.down / each) + Math.ceil(reaches.up / each) <= barsMax,
    ) ?? 10_000
  const falling = barsOf(down, width, reaches.down).map((bar) => ({
    ...bar,
    fromPermille: -bar.toPermille,
    toPermille: bar.fromPermille === 0 ? 0 : -bar.fromPermille,
  }))
  return [...falling.reverse(), ...barsOf(up, width, reaches.up)]
}

/** What becomes of one offer over a corpus. */
interface OfferTally {
  readonly catalogue: Catalogue
  readonly offerId: number
  /** Quotes that hold it, before and after. */
  before: number
  after: number
  /** Quotes that only one version holds it in, though both are answered. */
  gone: number
  come: number
  dearer: number
  cheaper: number
  readonly byCurrency: Map<string, MovedPrices>
  /** How often its price changed by so many tenths of a per cent. */
  readonly permille: Map<number, number>
}

/** Prices of an offer that moved, in one currency that travellers pay in. */
interface MovedPrices {
  count: number
  /** Sums of minor units. */
  sumBefore: number
  sumAfter: number
  /** How often the price changed by so many minor units. */
  readonly changes: Map<number, number>
}

/** Prices that moved in one currency: how many, and their sums in minor units. */
interface MovedIn extends Pick<MovedPrices, "count" | "sumBefore" | "sumAfter"> {
  readonly currency: CurrencyCode
}

/** What becomes of the quotes of one catalogue. */
interface QuoteTally {
  /** Quotes that both versions answer, and those that one alone does. */
  answered: number
  lost: number
  won: number
  /** Quotes in which prices rise and none falls, the reverse, and quotes with both. */
  dearer: number
  cheaper: number
  mixed: number
  /** Quotes whose least price, in the same currency, rises or falls. */
  leastDearer: number
  leastCheaper: number
}

const rising = <Count extends readonly [number, number]>(counts: Iterable<Count>) =>
  [...counts].sort(([left], [right]) => left - right)

const offerImpact = ({ byCurrency, permille, ...offer }: OfferTally): OfferImpact => ({
  ...offer,
  moved: [...byCurrency]
    .map(([currency, { count, sumAfter, sumBefore }]) => ({ currency, count, sumBefore, sumAfter }))
    .sort((left, right) => right.count - left.count || (left.currency < right.currency ? -1 : 1)),
  permille: rising(permille),
})

const offerOf = ({ offers }: PriceTally, catalogue: Catalogue, offerId: number): OfferTally =>
  found(offers, `${catalogue} ${offerId}`, () => ({
    catalogue,
    offerId,
    before: 0,
    after: 0,
    gone: 0,
    come: 0,
    dearer: 0,
    cheaper: 0,
    byCurrency: new Map(),
    permille: new Map(),
  }))

const found = <Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value => {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}

const quotesOf = ({ quotes }: PriceTally, catalogue: Catalogue): QuoteTally =>
  found(quotes, catalogue, () => ({
    answered: 0,
    lost: 0,
    won: 0,
    dearer: 0,
    cheaper: 0,
    mixed: 0,
    leastDearer: 0,
    leastCheaper: 0,
  }))

/** Counts the offers of a quote that both versions answer, and says whether prices rise or fall. */
const countOffers = (tally: PriceTally, catalogue: Catalogue, before: Offers, after: Offers) => {
  const newer = new Map(after.map((offer) => [offer.id, offer.price]))
  const moves = { up: false, down: false }
  for (const { id, price } of before) {
    const offer = offerOf(tally, catalogue, id)
    const now = newer.get(id)
    newer.delete(id)
    if (now === undefined) offer.gone += 1
    else if (now.currency === price.currency && now.amountInCents !== price.amountInCents) {
      movePrice(offer, price.currency, price.amountInCents, now.amountInCents)
      if (now.amountInCents > price.amountInCents) moves.up = true
      else moves.down = true
    }
  }
  for (const id of newer.keys()) offerOf(tally, catalogue, id).come += 1
  return moves
}

type Offers = PricedQuote["offers"]

const movePrice = (
  offer: OfferTally,
  currency: CurrencyCode,
  before: number,
  after: number,
): void => {
  if (after > before) offer.dearer += 1
  else offer.cheaper += 1
  const moved = movedIn(offer.byCurrency, currency)
  moved.count += 1
  moved.sumBefore += before
  moved.sumAfter += after
  addCount(moved.changes, after - before)
  if (before > 0) addCount(offer.permille, Math.round(((after - before) * 1_000) / before))
}

const movedIn = (byCurrency: OfferTally["byCurrency"], currency: CurrencyCode): MovedPrices =>
  found(byCurrency, currency, () => ({ count: 0, sumBefore: 0, sumAfter: 0, changes: new Map() }))

const countFirst = (
  tally: PriceTally,
  catalogue: Catalogue,
  quotes: QuoteTally,
  [before]: Offers,
  [after]: Offers,
): void => {
  if (before?.id !== after?.id) {
    addCount(tally.firstPlaces, `${catalogue} ${before?.id ?? "-"} ${after?.id ?? "-"}`)
  }
  if (before === undefined || after === undefined) return
  if (before.price.currency !== after.price.currency) return
  const change = after.price.amountInCents - before.price.amountInCents
  if (change > 0) quotes.leastDearer += 1
  if (change < 0) quotes.leastCheaper += 1
}

const addCounts = <Key>(to: Map<Key, number>, from: ReadonlyMap<Key, number>): void => {
  for (const [key, count] of from) addCount(to, key, count)
}

const addOffer = (to: OfferTally, from: OfferTally): void => {
  for (const name of ["before", "after", "gone", "come", "dearer", "cheaper"] as const) {
    to[name] += from[name]
  }
  addCounts(to.permille, from.permille)
  for (const [currency, moved] of from.byCurrency) {
    const own = movedIn(to.byCurrency, currency)
    own.count += moved.count
    own.sumBefore += moved.sumBefore
    own.sumAfter += moved.sumAfter
    addCounts(own.changes, moved.changes)
  }
}

/** How many prices change by so much: from one change to another, in tenths of a per cent. */
interface PriceBar {
  readonly fromPermille: number
  readonly toPermille: number
  readonly prices: number
  /** Whether changes further from zero are counted in it too. */
  readonly isOpen: boolean
}

/** How many tenths of a per cent all but a hundredth of the changes of one direction reach. */
const reachOf = (sizes: PermilleCounts): number => {
  const all = sizes.reduce((sum, [, count]) => sum + count, 0)
  const cut = Math.floor(all / 100)
  let seen = 0
  for (const [size, count] of sizes.toSorted(([left], [right]) => right - left)) {
    seen += count
    if (seen > cut) return size
  }
  return 0
}

const widths = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000] as const

const barsMax = 24

/** Bars of one direction, from zero outwards; what lies further out is counted in the last. */
const barsOf = (sizes: PermilleCounts, width: number, reach: number): ReadonlyArray<PriceBar> => {
  const count = Math.ceil(reach / width)
  const prices = Array.from({ length: count }, () => 0)
  let isOpen = false
  for (const [size, many] of sizes) {
    const place = Math.ceil(size / width) - 1
    if (place >= count) isOpen = true
    const bar = Math.min(place, count - 1)
    prices[bar] = (prices[bar] ?? 0) + many
  }
  return prices.map((each, place) => ({
    fromPermille: place * width,
    toPermille: (place + 1) * width,
    prices: each,
    isOpen: isOpen && place === count - 1,
  }))
}
