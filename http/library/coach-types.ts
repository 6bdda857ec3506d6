/** Types of the Coach, as the package exports them. */
export type { Result } from "effect/Result"
export type { RequestWarning, Warned } from "../../core/fields/request-warning.ts"
export type { TableMistake } from "../../core/table/error.ts"
export type { CoachRefusal } from "../../rules/coach/coach-refusal.ts"
export type {
  Badge,
  CardMode,
  Category,
  Market,
  Origin,
  Strength,
  Warning,
} from "../../rules/coach/coach-vocabulary.ts"
export type {
  Argument,
  BilanResponse,
  DetectedCard,
  Gap,
  Headline,
  ListedBank,
  ListedCard,
  MedicalReading,
  Social,
} from "../../rules/coach/response.ts"
export type {
  Explained,
  ExplainedFigure,
  ExplainedValue,
  Explanation,
  Reason,
} from "../../rules/explanation/explanation.ts"
export type {
  BilanRefusal,
  CardCatalogue,
  CardsInput,
  CoachFunctions,
  MarketRefusal,
} from "../../rules/offline/coach-functions.ts"
export type { OwnTexts, PackedTables } from "../../rules/offline/packed-tables.ts"
export type { BilanInput as BilanRequest, CardInput } from "../../rules/offline/requests.ts"
