import type { Call, Nothing } from "./call.ts"
import type { SessionView } from "./session.ts"
import type { WorkbenchSituation } from "./situation.ts"

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
    readonly residence: string
    readonly destinations: ReadonlyArray<string>
    readonly ages: ReadonlyArray<number>
    readonly days: number
    /** The currency that prices are asked in; its digits are null where no table has it. */
    readonly currency: string
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

/** How many own cases ask for a decision. */
export interface CasesWaiting {
  readonly failing: number
  readonly first: string | null
}

/** A traveller to be kept as a case. */
export interface CaseKept {
  readonly situation: WorkbenchSituation
  readonly name: string
  /** Why it matters. */
  readonly about: string
}

/** A generated traveller who would notice slips that no case notices. */
export interface CaseSuggested {
  readonly name: string
  readonly notices: number
  /** The tables in which it notices them. */
  readonly files: ReadonlyArray<string>
  /** A slip that it notices: its place and the cell before and after. */
  readonly example: {
    readonly file: string
    readonly line: number
    readonly column: string
    readonly from: string
    readonly to: string
  }
  readonly situation: WorkbenchSituation
}

/** How far the looking for suggestions is, and what it has found so far. */
export interface SuggestionsSoFar {
  /** The table that is tried now; null at the end. */
  readonly file: string | null
  readonly tried: number
  readonly all: number
  /** Slips that nothing notices. */
  readonly surviving: number
  readonly suggested: ReadonlyArray<CaseSuggested>
}

/** Calls about the analysts' own cases. */
export interface CasesCalls {
  readonly cases: Call<Nothing, CasesView>
  readonly casesWaiting: Call<Nothing, CasesWaiting>
  /** The situation of a case. */
  readonly caseSituation: Call<{ readonly name: string }, WorkbenchSituation>
  readonly keepCase: Call<CaseKept, SessionView>
  /** Accepts what some cases come to now; without a reason nothing is accepted. */
  readonly acceptCases: Call<
    { readonly names: ReadonlyArray<string>; readonly reason: string },
    SessionView
  >
  readonly deleteCase: Call<{ readonly name: string }, SessionView>
  /** Looks for cases in the slips of some tables; runs until it is done or the page lets go. */
  readonly suggestCases: Call<{ readonly files: ReadonlyArray<string> }, SuggestionsSoFar>
}

/** Word of suggestions while they are looked for. */
export interface SuggestionsEvent {
  readonly type: "suggestions"
  readonly soFar: SuggestionsSoFar
}
