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
export type { CoachShape } from "./coach.ts"
export type { PricingShape } from "./pricing.ts"
export type { TablesNamed, TablesOptions, TablesShape } from "./tables-shape.ts"
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
