import { minorToDecimal, rationalToMinor } from "../../../core/money/minor.ts"
import { cellOf, citeHit, citeRow } from "../../explanation/cite.ts"
import type { Reason } from "../../explanation/explanation.ts"
import { ageFactorRow, type CatalogueOffer } from "../catalogue.ts"
import { ratePremium } from "../rate.ts"
import type { Rating } from "../tariff.ts"
import { digitsReason, referenceReasons } from "./currencies.ts"
import { zoneReasons } from "./eligibility.ts"
import { offerReason } from "./offer.ts"
import type { QuoteCase } from "./quote-case.ts"

const tariffReasons = (
  quote: QuoteCase,
  { row }: CatalogueOffer,
  { rate }: Rating,
): ReadonlyArray<Reason> => {
  const { facts, pieces, trip } = quote
  const { sandboxTariffs } = pieces.tables
  const flat = cellOf(sandboxTariffs, rate, "per_person")
  const daily = cellOf(sandboxTariffs, rate, "per_person_per_day")
  const band = `${row.tariff} in ${facts.zone} for ${facts.days} days`
  return [
    citeHit(sandboxTariffs, rate, `${band}: ${flat} and ${daily} a day for each traveller`),
    ...zoneReasons(quote, trip.arrivalCountries),
  ]
}

/** Cites the factor of each age in the party, once. */
const ageReasons = (quote: QuoteCase, offer: CatalogueOffer): ReadonlyArray<Reason> => {
  const { sandboxAgeFactors } = quote.pieces.tables
  const { ageScale } = offer.row
  if (ageScale === null) {
    return [offerReason(quote, offer, "costs the same at every age", "age_scale")]
  }
  const ages = [...new Set(quote.trip.travellers.map(({ age }) => age))]
  return ages.map((age) => {
    const row = ageFactorRow(sandboxAgeFactors, ageScale, age)
    const says = `at ${age}, ${row?.factorPercent ?? "no"} percent of the base rate`
    return citeHit(sandboxAgeFactors, row, says, "factor_percent")
  })
}

const surchargeReasons = ({ pieces }: QuoteCase, { surcharges }: Rating): ReadonlyArray<Reason> => {
  const { sandboxSurcharges } = pieces.tables
  return surcharges.map((row) => {
    const says = `${row.surchargePercent} percent more on the base premium`
    return citeHit(sandboxSurcharges, row, says, "surcharge_percent")
  })
}

const cancellationReasons = (
  quote: QuoteCase,
  offer: CatalogueOffer,
  { cancellation }: Rating,
): ReadonlyArray<Reason> => {
  if (cancellation === undefined) return []
  const { sandboxCancellationRates } = quote.pieces.tables
  const says = `cancellation cover costs ${cancellation.shareBps} basis points of the trip price`
  return [
    offerReason(quote, offer, `charges cancellation ${offer.row.cancellation}`, "cancellation"),
    citeHit(sandboxCancellationRates, cancellation.row, says, "share_bps"),
    ...referenceReasons(quote, quote.trip.currency, offer.currency),
  ]
}

/** Cites the minimum premium where it is what the contract costs. */
const minimumReasons = (
  quote: QuoteCase,
  offer: CatalogueOffer,
  rating: Rating,
): ReadonlyArray<Reason> => {
  if (ratePremium(rating) !== rating.minimumPremium) return []
  const { code, minorUnits } = offer.currency
  const least = minorToDecimal(rationalToMinor(rating.minimumPremium, minorUnits), minorUnits)
  const says = `costs ${least} ${code} at least, and rates to less`
  return [offerReason(quote, offer, says, "minimum_premium")]
}

/** Cites the house's fee where the account pays it, and says what the account adds. */
const feeReasons = ({ pieces, terms }: QuoteCase): ReadonlyArray<Reason> => {
  const { fees } = pieces.tables
  const { standardFeeBps, upliftBps } = terms
  const row = fees.get("standard_handling_fee_bps")
  const own = upliftBps === 0 ? "" : `, and ${upliftBps} of the account's own`
  const says = `the handling fee is ${standardFeeBps} basis points of the premium${own}`
  return row?.value === standardFeeBps ? [citeRow(fees, row, says, "value")] : []
}

/** Cites every row that goes into the insurer's price of an offer. */
export const premiumReasons = (quote: QuoteCase, offer: CatalogueOffer): ReadonlyArray<Reason> => {
  const rating = quote.pricing.rate(offer)
  if (typeof rating === "string") return []
  return [
    ...tariffReasons(quote, offer, rating),
    ...ageReasons(quote, offer),
    ...surchargeReasons(quote, rating),
    ...cancellationReasons(quote, offer, rating),
    ...minimumReasons(quote, offer, rating),
    ...feeReasons(quote),
    digitsReason(quote, offer.currency),
  ]
}

/** The fields of the request that the insurer's price depends on. */
export const premiumOrigins = (quote: QuoteCase, offer: CatalogueOffer): ReadonlyArray<string> => {
  const rating = quote.pricing.rate(offer)
  const charged = typeof rating !== "string" && rating.cancellation !== undefined
  const names = ["startDate", "endDate", "arrivalCountries", "travellers", "intent"]
  const options = ["shouldCoverExtremeSports", ...(charged ? ["tripPrice", "currency"] : [])]
  return [...names, ...options].map((name) => `request.trip.${name}`)
}
