import type { AdditionCalls } from "./additions.ts"
import type { Call } from "./call.ts"
import type { CasesCalls } from "./cases.ts"
import type { CheckCalls } from "./check.ts"
import type { ImpactCalls } from "./impact.ts"
import type { PresenceCalls } from "./presence.ts"
import type { ReleasesCalls } from "./releases.ts"
import type { ReviewCalls } from "./review.ts"
import type { SessionCalls, StepMade } from "./session.ts"
import type { TableCalls } from "./table.ts"
import type { SourcesAsked, SourcesView } from "../../../rules/sources/sources-view.ts"
import type { SearchFound } from "../../../rules/tables/search-tables.ts"

/** Every call that the page can make, by its name. What only follows the tables is a view. */
export interface Calls
  extends
    AdditionCalls,
    CasesCalls,
    CheckCalls,
    ImpactCalls,
    PresenceCalls,
    ReleasesCalls,
    ReviewCalls,
    SearchCalls,
    SessionCalls,
    SourceCalls,
    TableCalls {}

/** The name of a call. */
export type CallName = keyof Calls

/** What is looked for. */
interface SearchAsked {
  readonly text: string
}

/** Calls that look through all tables. */
export interface SearchCalls {
  readonly search: Call<SearchAsked, SearchFound>
}

/** A new figure for a row, with what it rests on. */
export interface SourceEdit {
  readonly file: string
  readonly line: number
  /** The revision that the page showed. */
  readonly revision: number
  readonly cells: ReadonlyArray<{ readonly column: string; readonly text: string }>
}

/** Calls about what figures rest on. */
export interface SourceCalls {
  readonly sourceEdit: Call<SourceEdit, StepMade>
}

/** What figures rest on. */
export interface SourceViews {
  readonly sources: Call<SourcesAsked, SourcesView>
}
