import type { CountryCode, CurrencyCode } from "../../core/vocabulary/codes.ts"
import type { WorkbenchSituation } from "./traveller/situation.ts"

/** A field of what a case comes to that is not as it was accepted. */
export interface CaseDifference {
  /** Empty for a case that has no accepted outcome yet. */
  readonly field: string
  readonly before: string | null
  readonly after: string | null
}

/** One of the analysts' own cases, on the tables as they are now. */
export interface CaseView {
  readonly name: string
  readonly about: string
  /** The line of its row in `corpus/cases.csv`. */
  readonly line: number
  /** What is not as it was accepted; a case without differences passes. */
  readonly differences: ReadonlyArray<CaseDifference>
  /** Whether it comes to something else than before the change. */
  readonly changes: boolean
  /** Why its outcome was accepted; null where nobody said. */
  readonly accepted: string | null
  /** Residence, destinations and ages in short. */
  readonly trip: {
    readonly residence: CountryCode
    readonly destinations: ReadonlyArray<string>
    readonly ages: ReadonlyArray<number>
    readonly days: number
    /** The currency that prices are asked in; its digits are null where no table has it. */
    readonly currency: CurrencyCode
    readonly minorUnits: number | null
  }
}

/** All cases, and how they stand. */
export interface CasesView {
  readonly revision: number
  readonly isStale: boolean
  readonly cases: ReadonlyArray<CaseView>
  /** What offers are called, by their ids. */
  readonly offers: Readonly<Record<string, string>>
  /** Accepted outcomes of cases that are not there any more. */
  readonly gone: ReadonlyArray<string>
}

/** A traveller to be kept as a case. */
export interface CaseKept {
  readonly situation: WorkbenchSituation
  readonly name: string
  /** Why it matters. */
  readonly about: string
}
