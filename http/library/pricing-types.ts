/** Types of prices, as the package exports them. */
export type { Guarantee, GuaranteeState } from "../../core/vocabulary/guarantee.ts"
export type { Offer, Price } from "../../rules/pricing/offer-shown.ts"
export type {
  PricingFunctions,
  QuoteOptions,
  TravelMeta,
} from "../../rules/offline/pricing-functions.ts"
export type {
  OfflineQuote,
  QuoteMode,
  QuoteRefusal,
} from "../../rules/offline/pricing-functions.ts"
export type { QuoteInput as QuoteRequest, TripInput } from "../../rules/offline/requests.ts"
