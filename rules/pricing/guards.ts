import type { AmountMinor, Bps } from "../../core/money/minor.ts"
import { powerOfTen } from "../../core/money/rational.ts"
import type { Decision } from "../../core/table/decision.ts"
import type { AskedFacts } from "../../core/table/evaluate.ts"
import { answersOne } from "../../core/table/hit-policy.ts"
import { hookedTables } from "../../core/table/own-table.ts"
import type { CurrencyCode } from "../../core/vocabulary/codes.ts"
import { dayDigits } from "../../core/vocabulary/day.ts"
import { referenceRate } from "../currency/convert.ts"
import type { ExchangeRates } from "../currency/exchange-rates.ts"
import type { Trip } from "../trip/trip.ts"
import type { CatalogueOffer } from "./catalogue.ts"
import type { PricingTables, TripFacts } from "./pricing-tables.ts"
import type { Premium } from "./rate.ts"
import type { GuardTables, GuardText, OfferHook } from "./tables/guard-hooks.ts"

/** A row of a guard that applies to an offer on a trip. */
export interface GuardHit {
  readonly table: Decision
  readonly row: GuardRow
}

/** What guards do on a trip; each offer is in one of the three at most. */
export interface GuardedTrip {
  /** Offers that are not sold for it. */
  readonly refused: GuardedOffers
  /** Offers that match and have no price, as a person has to look at the trip. */
  readonly referred: GuardedOffers
  /** Offers that cost more. */
  readonly surcharged: GuardedOffers
  /** What is said of the first two, each reason once. */
  readonly said: ReadonlyArray<GuardText>
}

/** Judges the offers that match a trip; undefined where no guard applies to any of them. */
export type JudgeTrip = (
  trip: Trip,
  facts: TripFacts,
  offers: ReadonlyArray<CatalogueOffer>,
) => GuardedTrip | undefined

/** The guards among loaded tables; undefined where there are none, and prices ask nothing. */
export const guardTables = (
  tables: object,
  catalogue: GuardTables["catalogue"],
): GuardTables | undefined => {
  const guardsFor = (hook: OfferHook): ReadonlyArray<Decision> => hookedTables(tables, hook)
  const guards: GuardTables = {
    catalogue,
    refuse: guardsFor("refuse"),
    refer: guardsFor("refer"),
    surcharge: guardsFor("surcharge"),
  }
  const { refer, refuse, surcharge } = guards
  return refer.length + refuse.length + surcharge.length > 0 ? guards : undefined
}

/** Prepares guards; undefined where there are none. A refusal comes before a referral, and that before a surcharge. */
export const prepareGuards = ({
  countries,
  guards,
}: Pick<PricingTables, "countries" | "guards">): JudgeTrip | undefined => {
  if (guards === undefined) return undefined
  const { catalogue } = guards
  const regionOf = (code: string): string | null => countries.get(code)?.region ?? null
  return (trip, facts, offers) => {
    const asked = tripFactsOf(trip, facts, catalogue)
    const places = trip.arrivalCountries.map((code) => ({
      destination: code,
      region: regionOf(code),
    }))
    const refused = hitsOn(guards.refuse, asked, places, offers)
    const left = offers.filter((offer) => !refused.has(offer))
    const referred = hitsOn(guards.refer, asked, places, left)
    const priced = left.filter((offer) => !referred.has(offer))
    const surcharged = hitsOn(guards.surcharge, asked, places, priced)
    if (refused.size + referred.size + surcharged.size === 0) return undefined
    return { refused, referred, surcharged, said: textsOf([refused, referred]) }
  }
}

/**
 * A premium with the surcharges of guards: their rates added up, of the premium as it was rated, and
 * their amounts at the reference rates, without margin. Exact; nothing is rounded. Undefined where an
 * amount is in a currency without a rate.
 */
export const guardedPremium = (
  guarded: GuardedTrip,
  rates: ExchangeRates,
  { offer, premium }: { readonly offer: CatalogueOffer; readonly premium: Premium },
): Premium | undefined => {
  const hits = guarded.surcharged.get(offer)
  if (hits === undefined) return premium
  const rateBps = hits.reduce((sum, { row }) => sum + (row.rateBps ?? 0), 0)
  let total: Premium = {
    numerator: premium.numerator * BigInt(10_000 + rateBps),
    denominator: premium.denominator * 10_000n,
  }
  for (const { row } of hits) {
    const amount = surchargeAmount(row, offer.row.currency, rates)
    if (amount === "unrated") return undefined
    if (amount !== undefined) total = plus(total, amount)
  }
  return total
}

/** The amount of a surcharge in main units of a currency: undefined where it has none, or the rate is unknown. */
export const surchargeAmount = (
  { amountMinor, currency }: GuardRow,
  code: string,
  rates: ExchangeRates,
): Premium | "unrated" | undefined => {
  if (amountMinor === undefined || currency === undefined) return undefined
  const [source, target] = [rates.get(currency), rates.get(code)]
  const rate =
    source === undefined || target === undefined ? undefined : referenceRate(source, target)
  if (source === undefined || rate === undefined) return "unrated"
  return {
    numerator: BigInt(amountMinor) * rate.numerator,
    denominator: powerOfTen(source.minorUnits) * rate.denominator,
  }
}

/** The outputs of any guard, as far as its table has them. */
interface GuardRow {
  readonly line: number
  readonly reason?: string
  readonly en?: string
  readonly fr?: string
  readonly rateBps?: Bps
  readonly amountMinor?: AmountMinor
  readonly currency?: CurrencyCode
}

type GuardedOffers = ReadonlyMap<CatalogueOffer, ReadonlyArray<GuardHit>>

/** The facts of a trip that are the same for all its destinations and offers. */
const tripFactsOf = (
  trip: Trip,
  facts: TripFacts,
  catalogue: GuardTables["catalogue"],
): AskedFacts => ({
  ...facts,
  catalogue,
  startDate: Number(dayDigits(trip.startDate)),
  endDate: Number(dayDigits(trip.endDate)),
})

/** A destination, as guards ask for it. */
interface GuardPlace {
  readonly destination: string
  readonly region: string | null
}

/** The rows of guards that apply to offers, those of each in the order of files and lines. */
const hitsOn = (
  tables: ReadonlyArray<Decision>,
  trip: AskedFacts,
  places: ReadonlyArray<GuardPlace>,
  offers: ReadonlyArray<CatalogueOffer>,
): GuardedOffers => {
  const found = new Map<CatalogueOffer, Array<GuardHit>>()
  for (const table of tables) {
    const asksPlaces = asks(table, ["destination", "region"])
    const rowsFor = (facts: AskedFacts): ReadonlyArray<GuardRow> =>
      asksPlaces ? rowsOfPlaces(table, facts, places) : evaluated(table, facts)
    const asksOffers = asks(table, ["insurer", "offer_id"])
    const ofTrip = asksOffers ? undefined : rowsFor(trip)
    for (const offer of offers) {
      const own = { insurer: offer.insurer.insurer, offerId: String(offer.row.offerId) }
      const rows = ofTrip ?? rowsFor({ ...trip, ...own })
      if (rows.length === 0) continue
      const hits = found.get(offer) ?? []
      found.set(offer, hits)
      for (const row of rows) hits.push({ table, row })
    }
  }
  return found
}

const asks = ({ definition }: Decision, columns: ReadonlyArray<string>): boolean =>
  columns.some((column) => column in definition.inputs)

const evaluated = (table: Decision, facts: AskedFacts): ReadonlyArray<GuardRow> =>
  table.evaluate(facts)

/** The rows that a destination meets, each once; the first of them where one row answers. */
const rowsOfPlaces = (
  table: Decision,
  facts: AskedFacts,
  places: ReadonlyArray<GuardPlace>,
): ReadonlyArray<GuardRow> => {
  const byLine = new Map<number, GuardRow>()
  for (const place of places) {
    for (const row of evaluated(table, { ...facts, ...place })) byLine.set(row.line, row)
  }
  const rows = [...byLine.values()].sort((one, other) => one.line - other.line)
  return answersOne(table.definition.hitPolicy) ? rows.slice(0, 1) : rows
}

const textsOf = (some: ReadonlyArray<GuardedOffers>): ReadonlyArray<GuardText> => {
  const texts = new Map<string, GuardText>()
  for (const guarded of some) {
    for (const hits of guarded.values()) {
      for (const { row } of hits) {
        const { en = "", fr = "", reason = "" } = row
        texts.set(`${reason} ${en}`, { reason, en, fr })
      }
    }
  }
  return [...texts.values()]
}

const plus = (left: Premium, right: Premium): Premium => ({
  numerator: left.numerator * right.denominator + right.numerator * left.denominator,
  denominator: left.denominator * right.denominator,
})
