import type { FigureFinding } from "../../explanation/figure-finding.ts"
import type { CatalogueOffer } from "../catalogue.ts"
import { periodText, yearsOfText } from "../period.ts"
import { digitsReason, marginReason, rateReason } from "./currencies.ts"
import { offerReason } from "./offer.ts"
import { premiumOrigins, premiumReasons } from "./premium.ts"
import type { QuoteCase } from "./quote-case.ts"

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
