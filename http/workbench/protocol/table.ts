import type { TableOperation } from "../../../core/editing/table-operations.ts"
import type { CellRead, CellValue, TableGrid } from "../../../rules/changes/grid/grid-view.ts"
import type { Call } from "./call.ts"
import type { StepMade, StepAction } from "./session.ts"

/** An edit of one table, made on what the page showed at a revision. */
export interface TableEdit {
  readonly file: string
  /** The revision whose lines the operations name. */
  readonly revision: number
  readonly action: StepAction
  readonly operations: ReadonlyArray<TableOperation>
}

/** Cells of a spreadsheet that are pasted. */
export interface PasteAsked {
  readonly file: string
  readonly revision: number
  /** The text that the spreadsheet put on the clipboard. */
  readonly text: string
  /** The lines of the rows from the first cell on, in the order in which they are shown. */
  readonly lines: ReadonlyArray<number>
  /** The columns from the first cell on. */
  readonly columns: ReadonlyArray<string>
  /** How many rows and columns are selected; a single cell that is pasted fills them all. */
  readonly selected: { readonly rows: number; readonly columns: number }
  /** Whether rows come behind the last one where the paste goes on. */
  readonly isOpenEnded: boolean
}

/** A cell that was read in another way than it was written. */
export interface RewrittenCell {
  readonly before: string
  readonly after: string
}

/** What a paste came to. */
export interface PasteDone extends StepMade {
  readonly cells: number
  readonly addedRows: number
  /** Cells and rows of the paste that lie outside of the table. */
  readonly leftOut: number
  /** Cells that were read as `tables tidy` reads them; some of them as examples. */
  readonly rewrittenCount: number
  readonly rewritten: ReadonlyArray<RewrittenCell>
  /** Cells that stand in the file as they were pasted, and are refused. */
  readonly refusedCount: number
}

/** Amounts that are multiplied. */
export interface MultiplyAsked {
  readonly file: string
  readonly revision: number
  readonly lines: ReadonlyArray<number>
  readonly columns: ReadonlyArray<string>
  /** A factor, or what is added in per cent, as people write it. */
  readonly by: string
  readonly byUnit: "factor" | "percent"
  /** A step to round to, such as `0.01`; null keeps the decimals of each cell. */
  readonly round: string | null
  /** Whether it is done, or only shown. */
  readonly write: boolean
}

/** A cell before and after it is multiplied. */
export interface MultipliedCell {
  readonly line: number
  readonly column: string
  readonly before: string
  readonly after: string
}

/** What multiplying comes to. */
export interface MultiplyDone {
  /** The first cells. */
  readonly cells: ReadonlyArray<MultipliedCell>
  readonly count: number
  /** The revision of the tables that it made; null where it was only shown. */
  readonly revision: number | null
}

/** An offer or a card that is copied with all its rows. */
export interface CopyAsked {
  readonly file: string
  readonly revision: number
  /** The row that names it. */
  readonly line: number
  /** The name of the copy. */
  readonly to: string
  /** Whether it is done, or only told. */
  readonly write: boolean
}

/** What copying comes to. */
export interface CopyDone {
  /** What is copied, by its name. */
  readonly from: string
  readonly rows: number
  readonly tables: number
  /** Words of other tables that the copy shares with what it was copied from. */
  readonly shared: ReadonlyArray<string>
  /** The line of a row of the same table that names the copy, and is to be completed. */
  readonly newLine: number | null
  /** The revision of the tables that it made; null where it was only told. */
  readonly revision: number | null
}

/** A row that somebody else has changed on disk in another way than the page. */
export interface ShownConflictRow {
  readonly line: number
  readonly base: ReadonlyArray<string>
  readonly mine: ReadonlyArray<string> | null
  readonly theirs: ReadonlyArray<string> | null
}

/** An edit that waits until somebody chooses between it and what is on disk. */
export interface ShownConflict {
  readonly id: string
  readonly file: string
  readonly columns: ReadonlyArray<string>
  readonly rows: ReadonlyArray<ShownConflictRow>
}

/** Calls about one table. */
export interface TableCalls {
  readonly edit: Call<TableEdit, StepMade>
  readonly readCell: Call<
    { readonly file: string; readonly column: string; readonly text: string },
    CellRead
  >
  readonly writeCell: Call<
    { readonly file: string; readonly column: string; readonly value: CellValue },
    CellRead
  >
  readonly paste: Call<PasteAsked, PasteDone>
  readonly multiply: Call<MultiplyAsked, MultiplyDone>
  readonly copyThing: Call<CopyAsked, CopyDone>
  readonly conflict: Call<{ readonly id: string }, ShownConflict>
  readonly settle: Call<
    { readonly id: string; readonly rows: ReadonlyArray<"mine" | "theirs"> },
    StepMade
  >
}

/** Tables as their grids show them. */
export interface TableViews {
  readonly table: Call<{ readonly file: string }, TableGrid>
}
