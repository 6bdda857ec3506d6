import type { CaseKept, CasesView } from "../../../rules/changes/cases-view.ts"
import type { WorkbenchSituation } from "../../../rules/changes/traveller/situation.ts"
import type { Call, Nothing } from "./call.ts"
import type { StepMade } from "./session.ts"

/** How many own cases ask for a decision. */
export interface CasesWaiting {
  readonly failing: number
  readonly first: string | null
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
  /** The situation of a case. */
  readonly caseSituation: Call<{ readonly name: string }, WorkbenchSituation>
  readonly keepCase: Call<CaseKept, StepMade>
  /** Accepts what some cases come to now; without a reason nothing is accepted. */
  readonly acceptCases: Call<
    { readonly names: ReadonlyArray<string>; readonly reason: string },
    StepMade
  >
  readonly deleteCase: Call<{ readonly name: string }, StepMade>
  /** Looks for cases in the slips of some tables; runs until it is done or the page lets go. */
  readonly suggestCases: Call<{ readonly files: ReadonlyArray<string> }, SuggestionsSoFar>
}

/** Word of suggestions while they are looked for. */
export interface SuggestionsEvent {
  readonly type: "suggestions"
  readonly soFar: SuggestionsSoFar
}

/** How the own cases stand. */
export interface CasesViews {
  readonly cases: Call<Nothing, CasesView>
  readonly casesWaiting: Call<Nothing, CasesWaiting>
}
