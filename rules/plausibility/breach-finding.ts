import type { Finding } from "../../core/check/finding.ts"
import { minorToDecimal } from "../../core/money/minor.ts"
import type { Reason } from "../explanation/explanation.ts"
import type { PricingTables } from "../pricing/pricing-tables.ts"
import { amountIn, perEuro, type Undercut, type PricedTrip, type PriceLaw } from "./breach.ts"
import type { HeadBreach } from "./head-breaches.ts"
import { insurerText, offerText } from "./ladder.ts"
import type { OfferPrice } from "./rated-trip.ts"
import { decisivePart, type PricePart, partWords } from "./price-parts.ts"
import { tripText } from "./trip-words.ts"

/** Rows behind the price of an offer for a trip. */
export type ReasonsOf = (priced: PricedTrip) => ReadonlyArray<Reason>

/** The part of a price that breaks a law, and how many others there are like it. */
interface Counted<Broken> {
  readonly breach: Broken
  readonly part: PricePart
  readonly others: number
}

/** A breach of an order of prices, counted. */
export type CountedBreach = Counted<Undercut>

/** A price a head beyond its bound, counted. */
export type CountedHead = Counted<HeadBreach>

/** What prices are explained from. */
export interface Explaining {
  readonly tables: PricingTables
  readonly reasonsOf: ReasonsOf
}

type ImplausiblePrice = Extract<Finding, { readonly _tag: "ImplausiblePrice" }>

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

const nameOf = ({ price }: PricedTrip): string => offerText(price.offer.row)

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
