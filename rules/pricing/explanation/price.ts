import { minorToDecimal, rationalToMinor } from "../../../core/money/minor.ts"
import { cellOf, citeHit, citeRow, testedInputs } from "../../explanation/cite.ts"
import type { Reason } from "../../explanation/explanation.ts"
import type { FigureFinding } from "../../explanation/figure-finding.ts"
import { ageFactorRow, type CatalogueOffer } from "../catalogue.ts"
import { offerReason, zoneReasons } from "./offer.ts"
import { periodText, yearsOfText } from "../pricing-tables.ts"
import { type Rating, type TariffHeads, tellsAges } from "../tariff.ts"
import {
  digitsReason,
  marginReason,
  type QuoteCase,
  rateReason,
  referenceReasons,
} from "./quote-case.ts"
import { ratePremium } from "../rate.ts"

/** Why an offer costs what it costs. */
export const priceFindings = (
  quote: QuoteCase,
  offer: CatalogueOffer,
  at: string,
): ReadonlyArray<FigureFinding> => {
  const { startingPrice } = offer.row
  const period = periodText(offer.row.period, quote.facts.days)
  const years = yearsOfText(period)
  const price = `${at}.price`
  const kind = startingPrice ? "has a from-price" : "has a final price"
  return [
    ...insurerFindings(quote, offer, price),
    ...paidFindings(quote, offer, price),
    {
      figure: `${price}.isStartingPrice`,
      because: [offerReason(quote, offer, kind, "starting_price")],
    },
    {
      figure: `${price}.period`,
      because: [
        offerReason(
          quote,
          offer,
          `is priced for ${years === undefined ? `the ${period ?? "trip"}` : `${years} years`}`,
          "period",
        ),
      ],
      ...(years === undefined ? {} : { from: ["request.trip.startDate", "request.trip.endDate"] }),
    },
  ]
}

/** Cites every row that goes into the insurer's price of an offer. */
export const premiumReasons = (quote: QuoteCase, offer: CatalogueOffer): ReadonlyArray<Reason> => {
  const rating = quote.rate(offer)
  if (typeof rating === "string") return []
  return [
    ...tariffReasons(quote, offer, rating),
    ...ageReasons(quote, offer),
    ...surchargeReasons(quote, rating),
    ...cancellationReasons(quote, offer, rating),
    ...minimumReasons(quote, offer, rating),
    ...yearsReasons(quote, offer, rating),
    ...feeReasons(quote),
    digitsReason(quote, offer.row.currency),
  ]
}

const insurerFindings = (
  quote: QuoteCase,
  offer: CatalogueOffer,
  price: string,
): ReadonlyArray<FigureFinding> => [
  {
    figure: `${price}.insurerAmount`,
    because: premiumReasons(quote, offer),
    from: premiumOrigins(quote, offer),
  },
  {
    figure: `${price}.insurerCurrency`,
    because: [offerReason(quote, offer, `is priced in ${offer.row.currency}`, "currency")],
  },
]

const tariffReasons = (
  quote: QuoteCase,
  { row }: CatalogueOffer,
  { heads, perContract }: Rating,
): ReadonlyArray<Reason> => {
  const { facts, pieces, trip } = quote
  const { tariffs } = pieces.tables
  const areApart = tellsAges(pieces.tables)
  const band = `${row.tariff} in ${facts.zone} for ${facts.days} days`
  const cited = heads.map((some, index) => {
    const flat = cellOf(tariffs, some.rate, "per_person")
    const daily = cellOf(tariffs, some.rate, "per_person_per_day")
    const once =
      index === 0 && perContract.numerator > 0n
        ? `${cellOf(tariffs, some.rate, "per_contract")} for the party, `
        : ""
    const rated = `${once}${flat} and ${daily} a day for ${headsText(some, areApart)}`
    return citeHit(tariffs, some.rate, `${band}: ${rated}`)
  })
  return [...cited, ...zoneReasons(quote, trip.arrivalCountries)]
}

const headsText = ({ ages }: TariffHeads, areApart: boolean): string =>
  areApart ? `each traveller of ${[...new Set(ages)].join(", ")}` : "each traveller"

/** Cites the factor of each age in the party, once. */
const ageReasons = (quote: QuoteCase, offer: CatalogueOffer): ReadonlyArray<Reason> => {
  const { ageFactors } = quote.pieces.tables
  const { ageScale = null } = offer.row
  if (ageFactors === undefined) return []
  if (ageScale === null) {
    return [offerReason(quote, offer, "costs the same at every age", "age_scale")]
  }
  const ages = [...new Set(quote.trip.travellers.map(({ age }) => age))]
  return ages.map((age) => {
    const row = ageFactorRow(ageFactors, ageScale, age)
    const says = `at ${age}, ${row?.factorPercent ?? "no"} percent of the base rate`
    return citeHit(ageFactors, row, says, "factor_percent")
  })
}

const surchargeReasons = (quote: QuoteCase, rating: Rating): ReadonlyArray<Reason> => {
  const { surcharges } = quote.pieces.tables
  return rating.surcharges.flatMap((row) => {
    const percent = row.surchargePercent
    const says = `${Math.abs(percent)} percent ${percent < 0 ? "off" : "more on"} the base premium`
    const byResidence = testedInputs(surcharges, row).includes("residence_zone")
    return [
      citeHit(surcharges, row, says, "surcharge_percent"),
      ...(byResidence ? zoneReasons(quote, [quote.trip.countryResidence]) : []),
    ]
  })
}

const cancellationReasons = (
  quote: QuoteCase,
  offer: CatalogueOffer,
  { cancellation }: Rating,
): ReadonlyArray<Reason> => {
  if (cancellation === undefined) return []
  const { cancellationRates } = quote.pieces.tables
  const says = `cancellation cover costs ${cancellation.shareBps} basis points of the trip price`
  return [
    offerReason(quote, offer, `charges cancellation ${offer.row.cancellation}`, "cancellation"),
    citeHit(cancellationRates, cancellation.row, says, "share_bps"),
    ...referenceReasons(quote, quote.trip.currency, offer.row.currency),
  ]
}

/** Cites the minimum premium where it is what the contract costs. */
const minimumReasons = (
  quote: QuoteCase,
  offer: CatalogueOffer,
  rating: Rating,
): ReadonlyArray<Reason> => {
  if (ratePremium({ ...rating, years: 1 }) !== rating.minimumPremium) return []
  const { currency } = offer.row
  const minorUnits = quote.rates.get(currency)?.minorUnits ?? 0
  const least = minorToDecimal(rationalToMinor(rating.minimumPremium, minorUnits), minorUnits)
  const says = `costs ${least} ${currency} at least, and rates to less`
  return [offerReason(quote, offer, says, "minimum_premium")]
}

/** Cites that a contract for the year is charged for each year begun, where there are several. */
const yearsReasons = (
  quote: QuoteCase,
  offer: CatalogueOffer,
  { days, years }: Rating,
): ReadonlyArray<Reason> =>
  years === 1
    ? []
    : [
        offerReason(
          quote,
          offer,
          `is charged for each of the ${years} years that ${days} days begin`,
          "period",
        ),
      ]

/** Cites the house's fee where the account pays it, and says what the account adds. */
const feeReasons = ({ pieces, terms }: QuoteCase): ReadonlyArray<Reason> => {
  const { fees } = pieces.tables
  const { standardFeeBps, upliftBps } = terms
  const row = fees.get("standard_handling_fee_bps")
  const own = upliftBps === 0 ? "" : `, and ${upliftBps} of the account's own`
  const says = `the handling fee is ${standardFeeBps} basis points of the premium${own}`
  return row?.value === standardFeeBps ? [citeRow(fees, row, says, "value")] : []
}

/** The fields of the request that the insurer's price depends on. */
const premiumOrigins = (quote: QuoteCase, offer: CatalogueOffer): ReadonlyArray<string> => {
  const rating = quote.rate(offer)
  const charged = typeof rating !== "string" && rating.cancellation !== undefined
  const names = [
    "startDate",
    "endDate",
    "countryResidence",
    "arrivalCountries",
    "travellers",
    "intent",
  ]
  const options = ["shouldCoverExtremeSports", ...(charged ? ["tripPrice", "currency"] : [])]
  return [...names, ...options].map((name) => `request.trip.${name}`)
}

/** What the traveller pays: the insurer's price, or its conversion where one is possible. */
const paidFindings = (
  quote: QuoteCase,
  offer: CatalogueOffer,
  price: string,
): ReadonlyArray<FigureFinding> => {
  const { rates, trip } = quote
  const target = rates.get(trip.currency)
  const converted = target !== undefined && target.code !== offer.row.currency
  const because = converted
    ? [
        rateReason(quote, offer.row.currency),
        rateReason(quote, target.code),
        marginReason(quote, target.code),
      ]
    : []
  const digits = digitsReason(quote, target?.code ?? offer.row.currency)
  const insurer = `${price}.insurerAmount`
  return [
    {
      figure: `${price}.amount`,
      because: [...because, digits],
      from: [insurer, `${price}.currency`],
    },
    {
      figure: `${price}.amountInCents`,
      because: [...because, digits],
      from: [insurer, `${price}.currency`],
    },
    {
      figure: `${price}.currency`,
      because: [rateReason(quote, trip.currency)],
      from: ["request.trip.currency", `${price}.insurerCurrency`],
    },
  ]
}
