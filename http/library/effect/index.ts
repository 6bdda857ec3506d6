export { bilanEffect, quoteEffect } from "./plain.ts"
export { TablesService as Tables } from "./tables.ts"
export { CoachService as Coach } from "./coach.ts"
export { PricingService as Pricing } from "./pricing.ts"
export { BilanRefused, NotInTables, QuoteRefused, TablesRefused } from "./refused.ts"
export {
  chooseOffers,
  convertPrices,
  mapGuarantees,
  priceOffers,
  rankOffers,
  readTrip,
} from "./trip-steps.ts"
export { findMedicalTarget, rankArguments, readCard } from "./card-steps.ts"
export {
  BilanBody,
  LinkBody,
  PartnerApi,
  PricedTrip,
  QuoteBody,
  QuoteResponse,
  TripBody,
} from "./schemas.ts"
export { Argument, BilanResponse, CardsResponse, Gap } from "../../../rules/coach/response.ts"
export { VocabularyResponse } from "../../../rules/messages/vocabulary-response.ts"
export { ReportBody as ConversionBody } from "../../../rules/sales/report-body.ts"
export { ConversionResponse } from "../../api/conversion.ts"
export { LinkResponse } from "../../api/links.ts"
export { MetaResponse } from "../../api/meta.ts"
export { Offer } from "../../api/quotes.ts"
export { SalesResponse } from "../../api/sales.ts"
export type { CoachShape } from "./coach.ts"
export type { PricingShape } from "./pricing.ts"
export type { OwnTablesOptions, TablesOptions, TablesShape } from "./tables-shape.ts"
export type { CardAsked, MedicalAsked } from "./card-steps.ts"
export type { CardRead, MedicalNeed, NamedCard } from "../../../rules/coach/step-types.ts"
export type {
  CodedAmount,
  Convertible,
  ConvertedPrice,
  InsurerPrice,
  MatchingOffer,
  ChosenOffers,
} from "../../../rules/pricing/step-types.ts"
