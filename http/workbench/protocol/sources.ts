import type { SourcesAsked, SourcesView } from "../../../rules/sources/sources-view.ts"
import type { Call } from "./call.ts"
import type { StepMade } from "./session.ts"

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
