import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"
import type { CountryCode } from "../../core/vocabulary/codes.ts"
import { describeOutsideFailure, type OutsideFailure } from "./outside-failure.ts"
import type { DestinationRules } from "../../rules/coach/formalities.ts"

/** The facts of destinations could not be had; a bilan is made without them. */
export class FormalitiesUnavailable extends Data.TaggedError("FormalitiesUnavailable")<{
  readonly reason: OutsideFailure
}> {
  override get message(): string {
    return `The facts of destinations cannot be had: ${describeOutsideFailure(this.reason)}`
  }
}

/** The error of a failure to have the facts. */
export const formalitiesUnavailable = (reason: OutsideFailure): FormalitiesUnavailable =>
  new FormalitiesUnavailable({ reason })

/** Whose facts are asked for: country codes of two capital letters. */
export interface FactsQuery {
  readonly residence: CountryCode
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
