import type * as Result from "effect/Result"
import type { RequestWarning, Warned } from "../../core/fields/request-warning.ts"
import type { CountryCode } from "../../core/vocabulary/codes.ts"
import type { CoachRefusal } from "../coach/coach-refusal.ts"
import type { Market } from "../coach/coach-vocabulary.ts"
import type { BilanResponse, CardsResponse } from "../coach/response.ts"
import type { Explained } from "../explanation/explanation.ts"
import type { BilanInput } from "./requests.ts"

/** A request of another market than that of the tables which the Coach was opened with. */
export interface MarketRefusal {
  readonly _tag: "MarketRefusal"
  readonly code: "OTHER_MARKET"
  /** The market of the request, and that of the tables. */
  readonly market: Market
  readonly tablesOf: Market
}

/** Why a bilan is refused. */
export type BilanRefusal = CoachRefusal | MarketRefusal

/** The catalogue of banks and cards, as the API lists it, without the key that asks there. */
export type CardCatalogue = Omit<CardsResponse, "key">

/** What of the catalogue is asked for. */
export interface CardsInput {
  /** The country of the banks; all when left out. */
  readonly country?: CountryCode
  /** The language of words in it; French for France, else English, when left out. */
  readonly lang?: "fr" | "en"
}

/** The Coach over one set of tables. */
export interface CoachFunctions {
  readonly engineVersion: string
  /** What a bank card's travel cover lacks for a trip. */
  readonly bilan: (request: BilanInput) => Result.Result<BilanResponse & Warned, BilanRefusal>
  /** The same with the row of the table that decided each figure; slower. */
  readonly explainBilan: (
    request: BilanInput,
  ) => Result.Result<Explained<BilanResponse & Warned>, BilanRefusal>
  /** Reads what came as JSON, of any shape: a request, or why it is refused. */
  readonly readBilan: (json: unknown) => Result.Result<BilanInput, BilanRefusal>
  /** What of a request nobody reads: fields and words that are not known. */
  readonly requestWarnings: (json: unknown) => ReadonlyArray<RequestWarning>
  /** The banks and cards that the Coach knows. */
  readonly cards: (asked?: CardsInput) => Result.Result<CardCatalogue, CoachRefusal>
}
