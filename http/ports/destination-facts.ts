import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { DestinationRules } from "../../rules/coach/formalities.ts"
import type { FormalitiesUnavailable } from "./formalities-unavailable.ts"

/** Whose facts are asked for: country codes of two capital letters. */
export interface FactsQuery {
  readonly residence: string
  readonly destinations: ReadonlyArray<string>
}

/** Tells what destinations ask of visitors from a residence, and what governments advise on travel there. */
export type RulesFor = (
  query: FactsQuery,
) => Effect.Effect<DestinationRules, FormalitiesUnavailable>

/** Where the facts of destinations come from. */
export class DestinationFacts extends Context.Service<
  DestinationFacts,
  {
    /** The facts beside one set of tables, given what those tables say. */
    readonly over: (tableRules: DestinationRules) => RulesFor
  }
>()("viatica/DestinationFacts") {}
