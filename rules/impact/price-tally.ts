import type { PricedQuote } from "../pricing/offer.ts"

/** The endpoint's catalogues by the names that outcomes give them. */
export type Catalogue = "quote" | "live"

/** Prices of an offer that moved, in one currency that travellers pay in. */
export interface MovedPrices {
  count: number
  /** Sums of minor units. */
  sumBefore: number
  sumAfter: number
  /** How often the price changed by so many minor units. */
  readonly changes: Map<number, number>
}

/** What becomes of one offer over a corpus. */
export interface OfferTally {
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

/** What becomes of the quotes of one catalogue. */
export interface QuoteTally {
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

const found = <Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value => {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}

/** Adds to a count. */
export const addCount = <Key>(counts: Map<Key, number>, key: Key, count = 1): void => {
  counts.set(key, (counts.get(key) ?? 0) + count)
}

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

const movedIn = (byCurrency: OfferTally["byCurrency"], currency: string): MovedPrices =>
  found(byCurrency, currency, () => ({ count: 0, sumBefore: 0, sumAfter: 0, changes: new Map() }))

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

type Offers = PricedQuote["offers"]

const movePrice = (offer: OfferTally, currency: string, before: number, after: number): void => {
  if (after > before) offer.dearer += 1
  else offer.cheaper += 1
  const moved = movedIn(offer.byCurrency, currency)
  moved.count += 1
  moved.sumBefore += before
  moved.sumAfter += after
  addCount(moved.changes, after - before)
  if (before > 0) addCount(offer.permille, Math.round(((after - before) * 1_000) / before))
}

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
