import type { TableOperation } from "../../../core/mutation/table-operations.ts"
import type { Expectation } from "../../../core/table/expectation.ts"
import type { Call } from "./call.ts"
import type { SessionView, StepAction } from "./session.ts"

/** An edit of one table, made on what the page showed at a revision. */
export interface TableEdit {
  readonly file: string
  /** The revision whose lines the operations name. */
  readonly revision: number
  readonly action: StepAction
  readonly operations: ReadonlyArray<TableOperation>
}

/** An interval of numbers as people write them; an end that is null is open. */
export interface ShownInterval {
  readonly low: string | null
  readonly lowClosed: boolean
  readonly high: string | null
  readonly highClosed: boolean
}

/** A condition as the page shows it and asks for it. */
export type ShownTest =
  | { readonly _tag: "Any" }
  | { readonly _tag: "AnyOf" | "NoneOf"; readonly words: ReadonlyArray<string> }
  | { readonly _tag: "Within" | "Outside"; readonly intervals: ReadonlyArray<ShownInterval> }
  | { readonly _tag: "Is"; readonly value: boolean }

/** What a cell is to say, before it is written: a condition, or a list of words. */
export type CellValue = ShownTest | { readonly _tag: "List"; readonly words: ReadonlyArray<string> }

/** Why a cell is refused, and what was probably meant. */
export interface RefusedCell {
  /** What should stand there. */
  readonly expected: Expectation
  /** The part that is wrong, where it is not all of the cell. */
  readonly part: string | null
  /** What to write instead: one text, or several that it could mean; none where nothing is likely. */
  readonly write: ReadonlyArray<string>
}

/** A word that a column takes, and what people call it. */
export interface NamedWord {
  readonly word: string
  readonly en: string | null
  readonly fr: string | null
}

/** A column of a grid. */
export interface GridColumn {
  readonly name: string
  readonly role: "condition" | "value"
  /** How its cells are edited. */
  readonly type: "words" | "number" | "truth" | "text" | "day" | "amount"
  /** What it takes, in the engine's own words. */
  readonly kind: string
  readonly unit: string | null
  /** What it means, in a sentence. */
  readonly about: string
  /** The words that it takes, where they are known; the page picks among them. */
  readonly words: ReadonlyArray<NamedWord> | null
  /** Where its words come from; null where it has a list of its own. */
  readonly reference: { readonly file: string; readonly column: string } | null
  readonly isList: boolean
  readonly mayBeEmpty: boolean
  /** Whether it explains its row and decides nothing. */
  readonly isNote: boolean
  /** Whether it belongs to what names a row. */
  readonly isKey: boolean
  /** Each different condition cell as it was read. */
  readonly tests: Readonly<Record<string, ShownTest>>
  /** Each different cell that is refused. */
  readonly faults: Readonly<Record<string, RefusedCell>>
}

/** A row of a grid. */
export interface GridRow {
  readonly line: number
  readonly texts: ReadonlyArray<string>
  /** Its texts in the version before, left out where they are the same. */
  readonly before?: ReadonlyArray<string> | "none"
}

/** What stands between the rows: a comment, or a row that the version before had here. */
export interface GridAside {
  readonly afterLine: number
  readonly line: number | null
  readonly comment: string | null
  readonly gone: ReadonlyArray<string> | null
}

/** A table as its grid shows it. */
export interface TableGrid {
  readonly file: string
  readonly about: string
  readonly kind: "plain" | "decision"
  readonly revision: number
  readonly headerLine: number
  readonly columns: ReadonlyArray<GridColumn>
  readonly rows: ReadonlyArray<GridRow>
  readonly asides: ReadonlyArray<GridAside>
  /** What its rows name that can be copied with all that belongs to it; null where that is nothing. */
  readonly copies: string | null
  /** What keeps its text from being cut into rows, and at which line; null where it can be. */
  readonly unreadable: { readonly line: number; readonly expected: Expectation } | null
}

/** What a text would be as a cell. */
export interface CellRead {
  /** The text as the house writes it. */
  readonly text: string
  /** The condition that it is; null in a column of values, or where it is refused. */
  readonly test: ShownTest | null
  readonly fault: RefusedCell | null
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
export interface PasteDone {
  readonly session: SessionView
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
  /** Null where it was only shown. */
  readonly session: SessionView | null
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
  /** Null where it was only told. */
  readonly session: SessionView | null
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
  readonly edit: Call<TableEdit, SessionView>
  readonly table: Call<{ readonly file: string }, TableGrid>
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
    SessionView
  >
}
