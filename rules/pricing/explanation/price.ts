import { type PriceFact, priceFactText } from "../../../core/check/price-rows.ts"
import { minorToDecimal, rationalToMinor } from "../../../core/money/minor.ts"
import { cellOf, citeHit, citeRow, testedInputs } from "../../explanation/cite.ts"
import type { Reason } from "../../explanation/explanation.ts"
import type { FigureFinding } from "../../explanation/figure-finding.ts"
import { ageFactorRow, type CatalogueOffer } from "../catalogue.ts"
import { offerReason, zoneReasons } from "./offer.ts"
import { periodText, yearsOfText } from "../pricing-tables.ts"
import { type Rating, tellsAges } from "../tariff.ts"
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

/** A row behind the insurer's price of an offer; what it does for it is null where it only leads to one that does. */
export interface CitedPrice {
  readonly reason: Reason
  readonly does: PriceFact | null
}

/** Cites every row that goes into the insurer's price of an offer, with what it does for it. */
export const premiumRows = (quote: QuoteCase, offer: CatalogueOffer): ReadonlyArray<CitedPrice> => {
  const rating = quote.rate(offer)
  if (typeof rating === "string") return []
  return [
    ...tariffRows(quote, offer, rating),
    ...ageRows(quote, offer),
    ...surchargeRows(quote, rating),
    ...cancellationRows(quote, offer, rating),
    ...minimumRows(quote, offer, rating),
    ...yearsRows(quote, offer, rating),
    ...guardRows(quote, offer),
    ...leading(feeReasons(quote)),
    ...leading([digitsReason(quote, offer.row.currency)]),
  ]
}

const leading = (reasons: ReadonlyArray<Reason>): ReadonlyArray<CitedPrice> =>
  reasons.map((reason) => ({ reason, does: null }))

/** Cites a row for what it does, which says the same in English. */
const citing = (does: PriceFact, cite: (says: string) => Reason): CitedPrice => ({
  does,
  reason: cite(priceFactText(does, "en")),
})

const insurerFindings = (
  quote: QuoteCase,
  offer: CatalogueOffer,
  price: string,
): ReadonlyArray<FigureFinding> => [
  {
    figure: `${price}.insurerAmount`,
    because: premiumRows(quote, offer).map(({ reason }) => reason),
    from: premiumOrigins(quote, offer),
  },
  {
    figure: `${price}.insurerCurrency`,
    because: [offerReason(quote, offer, `is priced in ${offer.row.currency}`, "currency")],
  },
]

const tariffRows = (
  quote: QuoteCase,
  { row }: CatalogueOffer,
  { heads, perContract }: Rating,
): ReadonlyArray<CitedPrice> => {
  const { facts, pieces, trip } = quote
  const { tariffs } = pieces.tables
  const areApart = tellsAges(pieces.tables)
  const cited = heads.map((some, index) => {
    const cell = (column: string): string => cellOf(tariffs, some.rate, column)
    const does: PriceFact = {
      _tag: "TariffBand",
      tariff: row.tariff ?? "",
      zone: facts.zone,
      days: facts.days,
      perContract: index === 0 && perContract.numerator > 0n ? cell("per_contract") : null,
      perPerson: cell("per_person"),
      perDay: cell("per_person_per_day"),
      ages: areApart ? [...new Set(some.ages)] : null,
    }
    return citing(does, (says) => citeHit(tariffs, some.rate, says))
  })
  return [...cited, ...leading(zoneReasons(quote, trip.arrivalCountries))]
}

/** Cites the factor of each age in the party, once. */
const ageRows = (quote: QuoteCase, offer: CatalogueOffer): ReadonlyArray<CitedPrice> => {
  const { ageFactors } = quote.pieces.tables
  const { ageScale = null } = offer.row
  if (ageFactors === undefined) return []
  if (ageScale === null) {
    return [citing({ _tag: "OneAge" }, (says) => offerReason(quote, offer, says, "age_scale"))]
  }
  const ages = [...new Set(quote.trip.travellers.map(({ age }) => age))]
  return ages.map((age) => {
    const row = ageFactorRow(ageFactors, ageScale, age)
    return citing({ _tag: "AgeShare", age, percent: row?.factorPercent ?? null }, (says) =>
      citeHit(ageFactors, row, says, "factor_percent"),
    )
  })
}

const surchargeRows = (quote: QuoteCase, rating: Rating): ReadonlyArray<CitedPrice> => {
  const { surcharges } = quote.pieces.tables
  return rating.surcharges.flatMap((row) => {
    const byResidence = testedInputs(surcharges, row).includes("residence_zone")
    return [
      citing({ _tag: "Surcharge", percent: row.surchargePercent }, (says) =>
        citeHit(surcharges, row, says, "surcharge_percent"),
      ),
      ...(byResidence ? leading(zoneReasons(quote, [quote.trip.countryResidence])) : []),
    ]
  })
}

const cancellationRows = (
  quote: QuoteCase,
  offer: CatalogueOffer,
  { cancellation }: Rating,
): ReadonlyArray<CitedPrice> => {
  if (cancellation === undefined) return []
  const { cancellationRates } = quote.pieces.tables
  const { row, shareBps } = cancellation
  return [
    citing({ _tag: "ChargesCancellation", how: offer.row.cancellation }, (says) =>
      offerReason(quote, offer, says, "cancellation"),
    ),
    citing({ _tag: "CancellationShare", shareBps }, (says) =>
      citeHit(cancellationRates, row, says, "share_bps"),
    ),
    ...leading(referenceReasons(quote, quote.trip.currency, offer.row.currency)),
  ]
}

/** Cites the minimum premium where it is what the contract costs. */
const minimumRows = (
  quote: QuoteCase,
  offer: CatalogueOffer,
  rating: Rating,
): ReadonlyArray<CitedPrice> => {
  if (ratePremium({ ...rating, years: 1 }) !== rating.minimumPremium) return []
  const { currency } = offer.row
  const minorUnits = quote.rates.get(currency)?.minorUnits ?? 0
  const least = minorToDecimal(rationalToMinor(rating.minimumPremium, minorUnits), minorUnits)
  return [
    citing({ _tag: "LeastPremium", least, currency }, (says) =>
      offerReason(quote, offer, says, "minimum_premium"),
    ),
  ]
}

/** Cites that a contract for the year is charged for each year begun, where there are several. */
const yearsRows = (
  quote: QuoteCase,
  offer: CatalogueOffer,
  { days, years }: Rating,
): ReadonlyArray<CitedPrice> =>
  years === 1
    ? []
    : [
        citing({ _tag: "EachYear", years, days }, (says) =>
          offerReason(quote, offer, says, "period"),
        ),
      ]

/** Cites the rows of guards that make an offer dearer. */
const guardRows = (
  { guarded, rates }: QuoteCase,
  offer: CatalogueOffer,
): ReadonlyArray<CitedPrice> =>
  (guarded?.surcharged.get(offer) ?? []).flatMap(({ row, table }): ReadonlyArray<CitedPrice> => {
    const { amountMinor, currency, rateBps } = row
    const minorUnits = rates.get(currency ?? "")?.minorUnits ?? 0
    const amount = amountMinor === undefined ? "" : minorToDecimal(amountMinor, minorUnits)
    const cited = (does: PriceFact, column: string): CitedPrice =>
      citing(does, (says) => citeHit(table, row, says, column))
    return [
      ...(rateBps === undefined ? [] : [cited({ _tag: "AddedRate", rateBps }, "rate_bps")]),
      ...(currency === undefined
        ? []
        : [cited({ _tag: "AddedAmount", amount, currency }, "amount_minor")]),
    ]
  })

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
