import type { GuaranteeState } from "../../core/vocabulary/guarantee.ts"

/** The words that requests may use and answers do, as `GET /travel/meta` tells them. */
export interface MetaVocabulary {
  readonly trip: {
    readonly intents: ReadonlyArray<string>
    readonly languages: ReadonlyArray<string>
    readonly usStates: ReadonlyArray<string>
    readonly maxTravellers: number
    readonly maxDestinations: number
    readonly notes: ReadonlyArray<string>
  }
  readonly guarantees: ReadonlyArray<{
    readonly slug: string
    readonly label: string
    readonly group: string
  }>
  readonly states: ReadonlyArray<{ readonly state: GuaranteeState; readonly meaning: string }>
}
