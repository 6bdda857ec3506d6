import type {
  Finding,
  PricePart,
  ShownPrice,
  ShownTrip,
  TripPrice,
} from "../../core/check/finding.ts"
import type { PriceRow } from "../../core/check/price-rows.ts"
import { minorToDecimal } from "../../core/money/minor.ts"
import { daysInclusive } from "../../core/vocabulary/day.ts"
import type { CitedPrice } from "../pricing/explanation/price.ts"
import {
  amountIn,
  type OfferPrice,
  perEuro,
  type PricedTrip,
  type TripPrices,
  type Undercut,
} from "./rated-trip.ts"
import { insurerText, offerText } from "./neighbour-laws.ts"
import { decisivePart, type HeadBreach } from "./price-bounds.ts"
import type { PricingTables } from "../pricing/pricing-tables.ts"

/** Rows behind the price of an offer for a trip. */
export type RowsOf = (priced: PricedTrip) => ReadonlyArray<CitedPrice>

/** A breach of an order of prices, counted. */
export type CountedBreach = Counted<Undercut>

/** A price a head beyond its bound, counted. */
export type CountedHead = Counted<HeadBreach>

/** Which part of a price makes it lower than another one, the row to change first, and all rows of both. */
export const explainUndercut = (
  catalogue: Explaining,
  { high, low }: Readonly<Record<"high" | "low", PricedTrip>>,
): Pick<ImplausiblePrice, "because" | "part" | "file" | "line"> => {
  const factor = perEuro(low.price) / perEuro(high.price)
  const part = decisivePart(low.price.rating, high.price.rating, factor)
  const { file, line } = findingOf(catalogue, low, part, 0)
  const because = [low, high].flatMap((one) => toldRows(one, madeOf(catalogue, one, part)))
  return { because, part, file, line }
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
    breach: {
      law,
      low: tripPrice(low),
      high: tripPrice(high),
      highBeside: besideText(high.price, low.price),
      shareBps,
    },
    because: [low, high].flatMap((one) => toldRows(one, madeOf(catalogue, one, part))),
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
    breach: {
      law: "head",
      low: shownPrice(breach),
      head: `${euros.toFixed(2)} EUR`,
      headMax: `${eurosMax.toFixed(2)} EUR`,
    },
    because: toldRows(breach, madeOf(catalogue, breach, part)),
  }
}

/** A trip as findings show it. */
export const shownTrip = ({ facts, trip }: Pick<TripPrices, "facts" | "trip">): ShownTrip => ({
  intent: trip.intent,
  days: daysInclusive(trip.startDate, trip.endDate),
  from: trip.countryResidence,
  to: trip.arrivalCountries,
  zone: facts.zone,
  ages: trip.travellers.map(({ age }) => age),
  price: trip.tripPrice === undefined ? null : `${trip.tripPrice} ${trip.currency}`,
  asked: [
    ...(trip.shouldCoverCancellation ? (["cancellation"] as const) : []),
    ...(trip.shouldCoverExtremeSports ? (["extremeSports"] as const) : []),
    ...(trip.isAnnual ? (["annual"] as const) : []),
  ],
})

/** The part of a price that breaks a law, and how many others there are like it. */
interface Counted<Broken> {
  readonly breach: Broken
  readonly part: PricePart
  readonly others: number
}

/** What prices are explained from. */
interface Explaining {
  readonly tables: PricingTables
  readonly rowsOf: RowsOf
}

type ImplausiblePrice = Extract<Finding, { readonly _tag: "ImplausiblePrice" }>

/** What both findings of a price share: the row that is responsible, and the trip. */
const findingOf = (
  catalogue: Explaining,
  low: PricedTrip,
  part: PricePart,
  others: number,
): Omit<ImplausiblePrice, "law" | "offers" | "breach" | "because"> => {
  const { tables } = catalogue
  const { row } = low.price.offer
  const [first] = madeOf(catalogue, low, part)
  return {
    _tag: "ImplausiblePrice",
    insurer: insurerText(tables, row),
    part,
    trip: shownTrip(low.rated),
    others,
    file: first?.file ?? tables.offers.file,
    line: first?.line ?? tables.offers.lineOf(row) ?? 1,
    character: 1,
    hitPolicy: null,
  }
}

/** A row that a price is made of: where it stands, and what it does. */
type MadeOf = Omit<Extract<PriceRow, { readonly _tag: "Row" }>, "_tag" | "offer">

/** The rows behind a price that its tables hold, those of a part first. */
const madeOf = (
  { rowsOf, tables }: Explaining,
  one: PricedTrip,
  part: PricePart,
): ReadonlyArray<MadeOf> => {
  const files = filesOf(tables)
  const priced = Object.values(files).flat()
  const { row } = one.price.offer
  const own = { file: tables.offers.file, line: tables.offers.lineOf(row) ?? 1 }
  const isFree = part === "cancellation" && one.price.rating.cancellation === undefined
  const isOfPart = ({ file }: MadeOf): boolean => files[part].includes(file)
  const rows = rowsOf(one).flatMap(({ does, reason: { file, line } }) =>
    does !== null && (file === tables.offers.file || priced.includes(file))
      ? { file, line, does }
      : [],
  )
  return [
    ...(isFree
      ? [{ ...own, does: { _tag: "ChargesCancellation", how: row.cancellation } as const }]
      : []),
    ...rows.sort((left, right) => Number(isOfPart(right)) - Number(isOfPart(left))),
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

const toldRows = ({ price }: PricedTrip, made: ReadonlyArray<MadeOf>): ReadonlyArray<PriceRow> => {
  const offer = price.offer.row.offerId
  const rows = [...new Map(made.map((row) => [`${row.file}:${row.line}`, row])).values()]
  const told = rows.slice(0, rowsMax).map((row) => ({ _tag: "Row", offer, ...row }) as const)
  const others = rows.length - told.length
  return others > 0 ? [...told, { _tag: "MoreRows", offer, rows: others }] : told
}

/** Rows of one price that are told; a party of thirty has as many. */
const rowsMax = 4

const nameOf = ({ price }: PricedTrip): string => offerText(price.offer.row)

const shownPrice = (one: PricedTrip): ShownPrice => ({
  offer: nameOf(one),
  price: priceText(one.price),
})

const tripPrice = (one: PricedTrip): TripPrice => {
  const { days, oldestAge, travellers, zone } = one.rated.facts
  return { ...shownPrice(one), travellers, oldestAge, days, zone }
}

/** A price as its traveller sees it. */
const priceText = ({ amountMinor, currency }: OfferPrice): string =>
  `${minorToDecimal(amountMinor, currency.minorUnits)} ${currency.code}`

/** A price in the currency of another one, where that is another. */
const besideText = (price: OfferPrice, other: OfferPrice): string | null =>
  price.currency.code === other.currency.code
    ? null
    : `${amountIn(price, other).toFixed(other.currency.minorUnits)} ${other.currency.code}`
