import type { Finding } from "../../core/check/finding.ts"
import { minorToDecimal } from "../../core/money/minor.ts"
import { daysInclusive } from "../../core/vocabulary/day.ts"
import type { Reason } from "../explanation/explanation.ts"
import {
  amountIn,
  type OfferPrice,
  perEuro,
  type PricedTrip,
  type PriceLaw,
  type TripPrices,
  type Undercut,
} from "./rated-trip.ts"
import { insurerText, offerText } from "./neighbour-laws.ts"
import { decisivePart, type HeadBreach, partWords, type PricePart } from "./price-bounds.ts"
import type { PricingTables } from "../pricing/pricing-tables.ts"
import type { Trip } from "../trip/trip.ts"

/** Rows behind the price of an offer for a trip. */
export type ReasonsOf = (priced: PricedTrip) => ReadonlyArray<Reason>

/** A breach of an order of prices, counted. */
export type CountedBreach = Counted<Undercut>

/** A price a head beyond its bound, counted. */
export type CountedHead = Counted<HeadBreach>

/** Which part of a price makes it lower than another one, the row to change first, and all rows of both. */
export const explainUndercut = (
  catalogue: Explaining,
  { high, low }: Readonly<Record<"high" | "low", PricedTrip>>,
): Pick<ImplausiblePrice, "because" | "cause" | "file" | "line"> => {
  const factor = perEuro(low.price) / perEuro(high.price)
  const part = decisivePart(low.price.rating, high.price.rating, factor)
  const { cause, file, line } = findingOf(catalogue, low, part, 0)
  const because = [low, high].flatMap((one) => reasonTexts(one, rowsOf(catalogue, one, part)))
  return { because, cause, file, line }
}

/** Puts a breach into a finding, which stands at the row that makes the lower price too low. */
export const breachFinding = (
  catalogue: Explaining,
  { breach, others, part }: CountedBreach,
): ImplausiblePrice => {
  const { high, law, low, shareBps } = breach
  return {
    ...findingOf(catalogue, low, part, others),
    law,
    offers: [...new Set([nameOf(low), nameOf(high)])],
    says: sentences[law](low, high, nameOf, `${shareBps / 100}%`),
    because: [low, high].flatMap((one) => reasonTexts(one, rowsOf(catalogue, one, part))),
  }
}

/** Puts a price a head beyond its bound into a finding. */
export const headFinding = (
  catalogue: Explaining,
  { breach, others, part }: CountedHead,
): ImplausiblePrice => {
  const { euros, eurosMax } = breach.head
  return {
    ...findingOf(catalogue, breach, part, others),
    law: "head",
    offers: [nameOf(breach)],
    says: `${nameOf(breach)} costs ${priceText(breach.price)}, ${euros.toFixed(2)} EUR a head, more than the ${eurosMax.toFixed(2)} EUR that reference/price_bounds.csv allows for it`,
    because: reasonTexts(breach, rowsOf(catalogue, breach, part)),
  }
}

/**
 * A trip in words: `forTourism, 8 days from FR to US (zone north_america), 2 travellers of 34 and 31,
 * trip price 3000 EUR, with cancellation`.
 */
export const tripText = ({ facts, trip }: Pick<TripPrices, "facts" | "trip">): string => {
  const days = daysInclusive(trip.startDate, trip.endDate)
  const price =
    trip.tripPrice === undefined ? [] : [`trip price ${trip.tripPrice} ${trip.currency}`]
  return [
    trip.intent,
    `${days} ${days === 1 ? "day" : "days"} from ${trip.countryResidence} to ${trip.arrivalCountries.join(", ")} (zone ${facts.zone})`,
    partyText(trip),
    ...price,
    askedText(trip),
  ].join(", ")
}

/** The part of a price that breaks a law, and how many others there are like it. */
interface Counted<Broken> {
  readonly breach: Broken
  readonly part: PricePart
  readonly others: number
}

/** What prices are explained from. */
interface Explaining {
  readonly tables: PricingTables
  readonly reasonsOf: ReasonsOf
}

type ImplausiblePrice = Extract<Finding, { readonly _tag: "ImplausiblePrice" }>

/** What both findings of a price share: the row that is responsible, and the trip. */
const findingOf = (
  catalogue: Explaining,
  low: PricedTrip,
  part: PricePart,
  others: number,
): Omit<ImplausiblePrice, "law" | "offers" | "says" | "because"> => {
  const { tables } = catalogue
  const { row } = low.price.offer
  const [first] = rowsOf(catalogue, low, part)
  return {
    _tag: "ImplausiblePrice",
    insurer: insurerText(tables, row),
    cause: partWords[part],
    trip: tripText(low.rated),
    others,
    file: first?.file ?? tables.offers.file,
    line: first?.line ?? tables.offers.lineOf(row) ?? 1,
    character: 1,
    hitPolicy: null,
  }
}

/** The rows behind a price that its tables hold, those of a part first. */
const rowsOf = (
  { reasonsOf, tables }: Explaining,
  one: PricedTrip,
  part: PricePart,
): ReadonlyArray<Reason> => {
  const files = filesOf(tables)
  const priced = Object.values(files).flat()
  const own = { file: tables.offers.file, line: tables.offers.lineOf(one.price.offer.row) ?? 1 }
  const isFree = part === "cancellation" && one.price.rating.cancellation === undefined
  const charged = `charges cancellation ${one.price.offer.row.cancellation}`
  const isOfPart = ({ file }: Reason): boolean => files[part].includes(file)
  return [
    ...(isFree ? [{ ...own, says: charged }] : []),
    ...reasonsOf(one)
      .filter(({ file }) => file === tables.offers.file || priced.includes(file))
      .sort((left, right) => Number(isOfPart(right)) - Number(isOfPart(left))),
  ]
}

/** The files whose rows a part of a price comes from, beside the offer's own row. */
const filesOf = (
  tables: PricingTables,
): Readonly<Record<PricePart, ReadonlyArray<string | undefined>>> => ({
  tariff: [tables.tariffs.definition.file, tables.ageFactors?.definition.file],
  surcharge: [tables.surcharges.definition.file],
  cancellation: [tables.cancellationRates.definition.file],
  minimum: [],
})

const partyText = ({ travellers }: Pick<Trip, "travellers">): string => {
  const ages = agesText(travellers.map(({ age }) => age))
  return travellers.length === 1
    ? `one traveller of ${ages}`
    : `${travellers.length} travellers of ${ages}`
}

/** Ages with how many travellers share each: `34, 36 and two of 8` is `34, 36 and 2 x 8`. */
const agesText = (ages: ReadonlyArray<number>): string => {
  const counts = new Map<number, number>()
  for (const age of ages) counts.set(age, (counts.get(age) ?? 0) + 1)
  const parts = [...counts].map(([age, count]) => (count === 1 ? `${age}` : `${count} x ${age}`))
  const last = parts.at(-1) ?? ""
  return parts.length === 1 ? last : `${parts.slice(0, -1).join(", ")} and ${last}`
}

/** What a trip asks for beside the cover itself. */
const askedText = (trip: Trip): string => {
  const asked = [
    ...(trip.shouldCoverCancellation ? ["with cancellation"] : []),
    ...(trip.shouldCoverExtremeSports ? ["with extreme sports"] : []),
    ...(trip.isAnnual ? ["for the year"] : []),
  ]
  return asked.length === 0 ? "without options" : asked.join(", ")
}

const reasonTexts = (
  { price }: PricedTrip,
  reasons: ReadonlyArray<Reason>,
): ReadonlyArray<string> => {
  const offer = price.offer.row.offerId
  const rows = [
    ...new Map(reasons.map((reason) => [`${reason.file}:${reason.line}`, reason])).values(),
  ]
  const told = rows
    .slice(0, rowsMax)
    .map(({ file, line, says }) => `${offer}: ${file}:${line} ${says}`)
  const others = rows.length - told.length
  return others > 0 ? [...told, `${offer}: and ${others} more rows`] : told
}

/** Rows of one price that are told; a party of thirty has as many. */
const rowsMax = 4

const nameOf = ({ price }: PricedTrip): string => offerText(price.offer.row)

/** What is wrong, by law. */
const sentences: Readonly<
  Record<
    PriceLaw,
    (
      low: PricedTrip,
      high: PricedTrip,
      name: (priced: PricedTrip) => string,
      share: string,
    ) => string
  >
> = {
  plan: (low, high, name) =>
    `${name(low)} costs ${priceText(low.price)}, less than ${name(high)}, a plan below it, at ${besideText(high.price, low.price)}`,
  party: (low, high, name) =>
    `${name(low)} costs ${priceText(low.price)} for ${low.rated.facts.travellers} travellers, less than ${priceText(high.price)} for ${high.rated.facts.travellers} of them`,
  group: (low, high, name, share) =>
    `${name(low)} costs ${priceText(low.price)} for ${low.rated.facts.travellers} travellers, less than ${share} of ${name(high)} at ${besideText(high.price, low.price)} for ${high.rated.facts.travellers} of them`,
  age: (low, high, name) =>
    `${name(low)} costs ${priceText(low.price)} where the oldest is ${oldestOf(low)}, less than ${priceText(high.price)} at ${oldestOf(high)}`,
  length: (low, high, name) =>
    `${name(low)} costs ${priceText(low.price)} for ${low.rated.facts.days} days, less than ${priceText(high.price)} for ${high.rated.facts.days}`,
  zone: (low, high, name) =>
    `${name(low)} costs ${priceText(low.price)} in the zone ${low.rated.facts.zone}, less than ${priceText(high.price)} in ${high.rated.facts.zone}`,
}

/** A price as its traveller sees it. */
const priceText = ({ amountMinor, currency }: OfferPrice): string =>
  `${minorToDecimal(amountMinor, currency.minorUnits)} ${currency.code}`

/** A price beside another one, in its currency, too, where that is another. */
const besideText = (price: OfferPrice, other: OfferPrice): string =>
  price.currency.code === other.currency.code
    ? priceText(price)
    : `${priceText(price)}, which is ${amountIn(price, other).toFixed(other.currency.minorUnits)} ${other.currency.code}`

const oldestOf = ({ rated }: PricedTrip): number => rated.facts.oldestAge
