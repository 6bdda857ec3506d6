export {
  BilanRefused,
  NotInTables,
  QuoteRefused,
  TablesRefused,
} from "../../../rules/programs/refused.ts"
export {
  chooseOffers,
  convertPrices,
  mapGuarantees,
  priceOffers,
  type PricingShape,
  rankOffers,
  readTrip,
} from "../../../rules/programs/pricing.ts"
export {
  type CardAsked,
  type CoachShape,
  findMedicalTarget,
  type MedicalAsked,
  rankArguments,
  readCard,
} from "../../../rules/programs/coach.ts"
export type { TablesNamed, TablesOptions, TablesShape } from "../../../rules/programs/tables.ts"
export type { CardRead, MedicalNeed, NamedCard } from "../../../rules/coach/steps.ts"
export type {
  CodedAmount,
  Convertible,
  ConvertedPrice,
  InsurerPrice,
  MatchingOffer,
  ChosenOffers,
} from "../../../rules/pricing/steps.ts"
