import * as Context from "effect/Context"
import type * as Result from "effect/Result"
import type { CoachSteps } from "../coach/steps.ts"
import type { BilanRefusal, CoachFunctions } from "../offline/coach-functions.ts"
import type { PackedTables } from "../offline/packed-tables.ts"
import type { PricingFunctions, QuoteMode, QuoteRefusal } from "../offline/pricing-functions.ts"
import type { PricingSteps } from "../pricing/steps.ts"
import type { QuoteRequest } from "../trip/request.ts"

/** How answers over tables are made. */
export interface TablesOptions {
  /** The day of answers in UTC, `YYYY-MM-DD`; without it old advice counts as possibly out of date. */
  readonly today?: string
  /**
   * Whether bilans show facts alone, as accounts do that may not advise: `shouldSell` is null, headlines
   * and texts recommend nothing, and arguments stand in the order of categories.
   */
  readonly factsOnly?: boolean
  /** Where a service serves pictograms and documents; their paths alone where it is left out. */
  readonly baseUrl?: string
}

/** How answers over one's own tables are made. */
export interface OwnTablesOptions extends TablesOptions {
  /** What `meta.engineVersion` of answers says; the package's own, and `own` behind it, when left out. */
  readonly engineVersion?: string
}

/** Tables of the package that are named one by one: nothing else is loaded. */
export interface TablesNamed {
  /** Those of a market, or of all of them, and the ranges of card numbers where cards are named by them. */
  readonly coach?: PackedTables | ReadonlyArray<PackedTables>
  /** Those of prices. */
  readonly pricing?: PackedTables
}

/** Bilans over one set of tables, whole and step by step. */
export interface CoachOfTables {
  readonly functions: CoachFunctions
  readonly steps: CoachSteps<BilanRefusal>
}

/** Prices over one set of tables, whole and step by step. */
export interface PricingOfTables {
  readonly functions: PricingFunctions
  /** Reads the body of a request for prices. */
  readonly read: (body: unknown) => Result.Result<QuoteRequest, QuoteRefusal>
  readonly steps: (mode: QuoteMode) => PricingSteps
}

/** What answers and steps are computed by: plain functions over one set of tables. */
export interface TablesShape {
  readonly engineVersion: string
  /** Prepared when it is first asked for. */
  readonly coach: () => CoachOfTables
  readonly pricing: () => PricingOfTables
}

/** The tables that programs are computed by; their runner says where the tables come from. */
export class TablesService extends Context.Service<TablesService, TablesShape>()(
  "viatica/Tables",
) {}
