import type { TableOperation } from "../../../../core/mutation/table-operations.ts"
import type { TablePlace } from "./call.ts"
import type { StepAction } from "./session.ts"

/** The same sentence in each language of the page. */
export interface Sentence {
  readonly en: string
  readonly fr: string
}

/** A way to repair what was found: a press of a button makes the edit. */
export interface FindingRemedy {
  /** What the button says, such as `Narrow 933 to 18 to 64`. */
  readonly label: Sentence
  readonly action: StepAction
  readonly operations: ReadonlyArray<TableOperation>
}

/** A row that is missing, as it would stand; unknown cells are empty. */
export interface GhostRow {
  readonly afterLine: number
  readonly cells: Readonly<Record<string, string>>
}

/** What was found in a table, and where it shows. */
export interface WorkbenchFinding extends TablePlace {
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
  readonly remedies: ReadonlyArray<FindingRemedy>
}

/** What a check of the tables came to. */
export interface CheckView {
  /** The revision that was checked. */
  readonly revision: number
  readonly tookMs: number
  /** Whether what spans several tables has been looked at, too; it comes a moment later. */
  readonly isWhole: boolean
  readonly findings: ReadonlyArray<WorkbenchFinding>
}
