import { fullBitset, intersected } from "../../core/table/bitset.ts"
import { memo } from "../../core/memory.ts"
import { one, type Rational, zero } from "../../core/money/rational.ts"
import type { CatalogueOffer } from "../pricing/catalogue.ts"
import { yearsCharged } from "../pricing/pricing-tables.ts"
import { chargesCancellation, rateOffer, type Rating } from "../pricing/tariff.ts"
import { columnOf, type ProofCatalogue, rowsAccepting, type TripKind } from "./law-catalogue.ts"
import { type Range, startsOf } from "./ranges.ts"
import { ratePremium } from "../pricing/rate.ts"

/** Parts of a premium are whole numbers of this part of a main unit of the offer's currency. */
export const partsPerUnit = 10n ** 14n

/** What one traveller of an age adds to a premium, and what the oldest makes the contract cost. */
export interface PremiumLine {
  /** Once for the contract, where a traveller of this age is the oldest. */
  readonly contract: bigint
  /** For each traveller of this age. */
  readonly head: bigint
  /** For each main unit of the trip price, where a traveller of this age is the oldest. */
  readonly share: bigint
  /** The least that the contract costs. */
  readonly minimum: bigint
}

/** The premiums of an offer for one kind of trip. */
export interface OfferLines {
  readonly offer: CatalogueOffer
  /** Two lines of a catalogue with the same key have the same premiums. */
  readonly key: string
  /** The rate by which premiums in the offer's currency are compared with others. */
  readonly rateKey: string
  /** The ages from which on another row of some table counts, 0 included. */
  readonly ageStarts: ReadonlyArray<number>
  /** The days from which on another row of the tariff counts, 1 included. */
  readonly dayStarts: ReadonlyArray<number>
  /** The line of an age on trips of so many days. */
  readonly at: (days: number, age: number) => PremiumLine | undefined
}

/** Every age that a traveller may have, in years. */
export const allAges: Range = { from: 0, to: 120 }

const inParts = ({ denominator, numerator }: Rational): bigint => {
  const parts = numerator * partsPerUnit
  if (parts % denominator !== 0n) throw new RangeError("a rate has more decimals than proofs know")
  return parts / denominator
}

const timesHeads = (heads: Rating["heads"], times: number): Rating["heads"] =>
  heads.map((head) => ({ ...head, factorPercentSum: head.factorPercentSum * times }))

/** The premium of a rating without its minimum, with the heads counted so many times. */
const plainPremium = (rating: Rating, times: number, tripPrice: Rational): bigint => {
  const { cancellation, heads } = rating
  return inParts(
    ratePremium({
      ...rating,
      minimumPremium: { numerator: -(10n ** 12n), denominator: 1n },
      heads: timesHeads(heads, times),
      cancellation: cancellation === undefined ? undefined : { ...cancellation, tripPrice },
    }),
  )
}

/**
 * Takes a premium apart. It is linear in the travellers of each age and in the trip price, so its
 * parts are differences of premiums that rating itself comes to.
 */
const lineOf = (rating: Rating): PremiumLine => {
  const single = plainPremium(rating, 1, zero)
  const head = plainPremium(rating, 2, zero) - single
  const nothing = { ...rating, perContract: zero, heads: timesHeads(rating.heads, 0) }
  return {
    contract: single - head,
    head,
    share: plainPremium(rating, 1, one) - single,
    minimum: inParts(ratePremium({ ...nothing, cancellation: undefined })),
  }
}

const unique = (numbers: ReadonlyArray<number>): ReadonlyArray<number> =>
  [...new Set(numbers)].sort((left, right) => left - right)

/** Where the tariff of an offer changes within bounds, by a column. */
const tariffStarts = (
  { tables: { tariffs } }: ProofCatalogue,
  { row }: CatalogueOffer,
  zone: TripKind["zone"],
  column: string,
  bounds: Range,
): ReadonlyArray<number> => {
  const all = fullBitset(tariffs.rows.length)
  const ofTariff = rowsAccepting(columnOf(tariffs, "tariff"), row.tariff, all)
  const among = intersected(ofTariff, rowsAccepting(columnOf(tariffs, "zone"), zone, all))
  return startsOf(columnOf(tariffs, column), among, bounds)
}

const scaleStarts = (
  table: ProofCatalogue["tables"]["cancellationRates"] | ProofCatalogue["tables"]["ageFactors"],
  scaleColumn: string,
  scale: string | null | undefined,
  ageColumn: string,
): ReadonlyArray<number> => {
  if (table === undefined || (scale ?? null) === null) return [allAges.from]
  const all = fullBitset(table.rows.length)
  const among = rowsAccepting(columnOf(table, scaleColumn), scale ?? null, all)
  return startsOf(columnOf(table, ageColumn), among, allAges)
}

const ageStartsOf = (
  catalogue: ProofCatalogue,
  offer: CatalogueOffer,
  zone: TripKind["zone"],
): ReadonlyArray<number> => {
  const { ageFactors, cancellationRates } = catalogue.tables
  const { ageScale, cancellationScale } = offer.row
  return unique([
    ...tariffStarts(catalogue, offer, zone, "age", allAges),
    ...scaleStarts(ageFactors, "age_scale", ageScale, "age"),
    ...scaleStarts(cancellationRates, "cancellation_scale", cancellationScale, "oldest_age"),
  ])
}

/** Prepares the premiums of the offers of a catalogue on trips of up to so many days. */
export const preparePremiumLines = (catalogue: ProofCatalogue, daysMax: number) => {
  const { tables } = catalogue
  const kinds = new Map<string, OfferLines>()
  const rate = (offer: CatalogueOffer, kind: TripKind, days: number, age: number) => {
    const facts = { ...kind, days, travellers: 1, youngestAge: age, oldestAge: age }
    return rateOffer(tables, offer, { facts, ageGroups: [[age]], tripPrice: one })
  }
  const surchargeOf = (offer: CatalogueOffer, kind: TripKind): number =>
    tables.surcharges
      .evaluate({ ...kind, offerId: String(offer.row.offerId) })
      .reduce((sum, { surchargePercent }) => sum + surchargePercent, 0)
  return (offer: CatalogueOffer, kind: TripKind): OfferLines => {
    const key = [
      offer.row.offerId,
      kind.zone,
      surchargeOf(offer, kind),
      chargesCancellation(offer, kind),
    ].join(" ")
    const known = kinds.get(key)
    if (known !== undefined) return known
    const ageStarts = ageStartsOf(catalogue, offer, kind.zone)
    const starts = Array.from(
      { length: allAges.to + 1 },
      (_, age) => ageStarts.findLast((start) => start <= age) ?? 0,
    )
    const linesOn = memo((days: number) =>
      memo((start: number): PremiumLine | undefined => {
        const rating = rate(offer, kind, days, start)
        return typeof rating === "string" ? undefined : lineOf(rating)
      }),
    )
    const currency = tables.currencies.get(offer.row.currency)
    const lines: OfferLines = {
      offer,
      key,
      rateKey: [
        offer.row.currency,
        currency?.eurRate.numerator,
        currency?.eurRate.denominator,
        currency?.marginBps,
        currency?.minorUnits,
      ].join(" "),
      ageStarts,
      dayStarts: unique([
        ...tariffStarts(catalogue, offer, kind.zone, "days", { from: 1, to: daysMax }),
        ...yearStarts(offer, daysMax),
      ]),
      at: (days, age) => linesOn(days)(starts[age] ?? 0),
    }
    kinds.set(key, lines)
    return lines
  }
}

/** Finds the premiums of an offer for a kind of trip. */
export type LinesOf = ReturnType<typeof preparePremiumLines>

/** The days on which a trip is charged for a year more, the first included. */
const yearStarts = ({ row: { period } }: CatalogueOffer, daysMax: number): ReadonlyArray<number> =>
  Array.from({ length: daysMax }, (_, index) => index + 1).filter(
    (days) => days === 1 || yearsCharged(period, days) !== yearsCharged(period, days - 1),
  )
