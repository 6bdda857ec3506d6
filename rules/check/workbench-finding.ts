import type { TableOperation } from "../../core/editing/table-operations.ts"
import type { Sentence } from "../../core/sentence.ts"
import type { RowPlace } from "../../core/table/row-place.ts"

/** A comment that is written above a row, or that goes. */
export type CommentEdit =
  /** The text up to the reason that a person gives. */
  | { readonly _tag: "Add"; readonly aboveLine: number; readonly text: string }
  | { readonly _tag: "Remove"; readonly line: number }

/** What a repair does, as the steps of the workbench name it. */
export type RemedyAction = "accept-gap" | "cells" | "declare" | "delete" | "narrow" | "split"

/** A way to repair what was found: a press of a button makes the edit. The engine has proven each. */
export interface FindingRemedy {
  /** What the button says, such as `Narrow 933 to 18 to 64`. */
  readonly label: Sentence
  readonly action: RemedyAction
  readonly operations: ReadonlyArray<TableOperation>
  /** An edit of a comment in place of operations on rows. */
  readonly comment: CommentEdit | null
  /** What a person adds before it can be done. */
  readonly needs: "reason" | null
  /** Columns of a row that it adds which a person fills in next; they hold nothing yet. */
  readonly leavesOpen: ReadonlyArray<string>
  /** The line on which that row will stand; null where none is added. */
  readonly newLine: number | null
}

/** A row that is missing, as it would stand; unknown cells are empty. */
export interface GhostRow {
  readonly afterLine: number
  readonly cells: Readonly<Record<string, string>>
}

/** A value on the way of a promise; none where no row applies. */
export interface PromisePoint {
  readonly at: string
  readonly value: number | null
  readonly line: number | null
}

/** The step by which a promise is broken, with the figures around it for a chart. */
export interface PromiseSteps {
  /** The column that rises, and what it counts. */
  readonly over: string
  readonly from: { readonly at: string; readonly value: string; readonly line: number }
  readonly to: { readonly at: string; readonly value: string; readonly line: number }
  readonly after: ReadonlyArray<PromisePoint>
  /** The same in the version before; empty where that has no such table. */
  readonly before: ReadonlyArray<PromisePoint>
}

/** What was found in a table, and where it shows. */
export interface WorkbenchFinding extends RowPlace {
  /** The same for the same finding of another revision, as far as its rows stay. */
  readonly id: string
  /** The tag of the finding in the engine, or `Mistake`. */
  readonly kind: string
  readonly severity: "error" | "warning" | "note"
  readonly title: Sentence
  readonly detail: Sentence
  /** Lines of all rows that it is about, its own first. */
  readonly lines: ReadonlyArray<number>
  /** Rows that take everything that its own could answer. */
  readonly takenBy: ReadonlyArray<number>
  readonly ghost: GhostRow | null
  readonly steps: PromiseSteps | null
  /** They come a moment after the finding, as each is proven first. */
  readonly remedies: ReadonlyArray<FindingRemedy>
}
