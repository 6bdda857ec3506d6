import type { Finding } from "../../core/check/finding.ts"
import { minorToDecimal } from "../../core/money/minor.ts"
import type { Reason } from "../explanation/explanation.ts"
import type { PricingTables } from "../pricing/pricing-tables.ts"
import { amountIn, type Breach, type PricedTrip, type PriceLaw } from "./breach.ts"
import { insurerText, offerText } from "./ladder.ts"
import type { OfferPrice } from "./rated-trip.ts"
import { type PricePart, partWords } from "./price-parts.ts"
import { tripText } from "./trip-words.ts"

/** Rows behind the price of an offer for a trip. */
export type ReasonsOf = (priced: PricedTrip) => ReadonlyArray<Reason>

/** A breach with the part that causes it, and how many others there are like it. */
export interface CountedBreach {
  readonly breach: Breach
  readonly part: PricePart
  readonly others: number
}

/** A price as its traveller sees it. */
export const priceText = ({ amountMinor, currency }: OfferPrice): string =>
  `${minorToDecimal(amountMinor, currency.minorUnits)} ${currency.code}`

/** A price beside another one, in its currency, too, where that is another. */
const besideText = (price: OfferPrice, other: OfferPrice): string =>
  price.currency.code === other.currency.code
    ? priceText(price)
    : `${priceText(price)}, which is ${amountIn(price, other).toFixed(other.currency.minorUnits)} ${other.currency.code}`

const oldestOf = ({ rated }: PricedTrip): number => rated.facts.oldestAge

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

/** The files whose rows a part of a price comes from, beside the offer's own row. */
const filesOf = (
  tables: PricingTables,
): Readonly<Record<PricePart, ReadonlyArray<string | undefined>>> => ({
  tariff: [tables.tariffs.definition.file, tables.ageFactors?.definition.file],
  surcharge: [tables.surcharges.definition.file],
  cancellation: [tables.cancellationRates.definition.file],
  minimum: [],
})

/** Rows of one price that are told; a party of thirty has as many. */
const rowsMax = 4

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

/** Puts a breach into a finding, which stands at the row that makes the lower price too low. */
export const breachFinding = (
  tables: PricingTables,
  reasonsOf: ReasonsOf,
  { breach, others, part }: CountedBreach,
): Finding => {
  const { high, law, low, shareBps } = breach
  const name = ({ price }: PricedTrip): string => offerText(price.offer.row)
  const priced = Object.values(filesOf(tables)).flat()
  const isOfPart = ({ file }: Reason): boolean => filesOf(tables)[part].includes(file)
  const rowsOf = (one: PricedTrip): ReadonlyArray<Reason> =>
    reasonsOf(one)
      .filter(({ file }) => file === tables.offers.file || priced.includes(file))
      .sort((left, right) => Number(isOfPart(right)) - Number(isOfPart(left)))
  const [below, above] = [rowsOf(low), rowsOf(high)]
  const responsible = below.find(isOfPart)
  const own = tables.offers.lineOf(low.price.offer.row) ?? 1
  return {
    _tag: "ImplausiblePrice",
    law,
    insurer: insurerText(tables, low.price.offer.row),
    offers: [...new Set([name(low), name(high)])],
    says: sentences[law](low, high, name, `${shareBps / 100}%`),
    cause: partWords[part],
    trip: tripText(low.rated),
    because: [...reasonTexts(low, below), ...reasonTexts(high, above)],
    others,
    file: responsible?.file ?? tables.offers.file,
    line: responsible?.line ?? own,
    character: 1,
    hitPolicy: null,
  }
}
