import type { FigureFinding } from "../../explanation/figure-finding.ts"
import { rateReason } from "./currencies.ts"
import type { QuoteCase } from "./quote-case.ts"

/** Why an offer stands where it stands: all prices, at the reference rates where currencies differ. */
export const positionFinding = (quote: QuoteCase, at: string): FigureFinding => {
  const { offers } = quote.answer
  const codes = [...new Set(offers.map(({ price }) => price.currency))]
  return {
    figure: `${at}.position`,
    because: codes.length > 1 ? codes.map((code) => rateReason(quote, code)) : [],
    from: offers.map((_, index) => `offers[${index}].price.amountInCents`),
  }
}
