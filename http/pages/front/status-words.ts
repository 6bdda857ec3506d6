import type { ReleaseState } from "../../../rules/tables/release.ts"
import type { Hindrance } from "../../ports/hindrance.ts"

/** The words of how the service stands. */
export interface StatusWords {
  readonly title: string
  readonly ready: string
  readonly readyMeans: string
  readonly hindered: string
  /** Why no call should come, and what goes on. */
  readonly why: (hindrance: Hindrance) => string
  readonly allAnswers: string
  readonly notNow: string
  readonly answering: string
  readonly waits: string
  readonly whatAnswers: string
  readonly heads: { readonly what: string; readonly state: string; readonly facts: string }
  readonly process: string
  readonly processFacts: (apiVersion: string) => string
  readonly signedCalls: string
  readonly signedFacts: string
  readonly tables: string
  readonly inForce: string
  readonly past: string
  readonly tablesFacts: (facts: {
    readonly hash: string
    readonly since: string
    readonly until: string | undefined
    readonly count: number
  }) => string
  readonly loaded: (at: string) => string
  readonly waiting: (hash: string, from: string) => string
  readonly refused: (count: number, at: string) => string
  readonly rates: (day: string) => string
  readonly noRates: string
  readonly ratesSource: (source: string) => string
  readonly ratesFresh: string
  readonly ratesStale: (days: number) => string
  readonly ratesRefused: string
  readonly releases: string
  readonly noReleases: string
  readonly release: { readonly name: string; readonly from: string; readonly state: string }
  readonly releaseStates: Readonly<Record<ReleaseState, string>>
  readonly noDay: string
  readonly asOf: (at: string) => string
  readonly forMachines: string
}
