import type { ReplacedCell, Replacement } from "../../../core/editing/replaced-cells.ts"
import type { TableOperation } from "../../../core/editing/table-operations.ts"
import type { RowHits } from "../../../rules/impact/row-hits.ts"
import type { CellRead, CellValue, TableGrid } from "../../../rules/changes/grid/grid-view.ts"
import type { CaseColumn } from "../../../core/table/case-table.ts"
import type { RowNamed } from "../../../rules/changes/traveller/traveller-case.ts"
import type { WorkbenchSituation } from "../../../rules/changes/traveller/situation.ts"
import type { OwnTableShape } from "../../../rules/tables/own-table-texts.ts"
import type { Call, Nothing } from "./call.ts"
import type { TriedFinding } from "./check.ts"
import type { StepMade, StepAction } from "./session.ts"

/** An edit of one table, made on what the page showed at a revision. */
export interface TableEdit {
  readonly file: string
  /** The revision whose lines the operations name. */
  readonly revision: number
  readonly action: StepAction
  readonly operations: ReadonlyArray<TableOperation>
}

/** A cell as somebody typed it, or what it is to say, on what the page showed at a revision. */
export interface CellTyped {
  readonly file: string
  /** The revision whose lines it names. */
  readonly revision: number
  readonly line: number
  readonly column: string
  readonly asked: { readonly text: string } | { readonly value: CellValue }
}

/** What a cell that was typed came to. */
export interface CellDone extends StepMade {
  /** Where it was read in another way than it was typed. */
  readonly rewritten: RewrittenCell | null
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

/** What is done to amounts: they are multiplied, something is added, or they are set. */
export interface AmountChange {
  /** A factor, what is added in per cent or in the unit of the column, or the new amount, as people write it. */
  readonly by: string
  readonly byUnit: "factor" | "percent" | "add" | "set"
  /** A step to round to, such as `0.01`; null keeps the decimals of each cell. */
  readonly round: string | null
}

/** Amounts that are changed. */
export interface MultiplyAsked extends AmountChange {
  readonly file: string
  readonly revision: number
  readonly lines: ReadonlyArray<number>
  readonly columns: ReadonlyArray<string>
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

/** Rows that are cut in two where a number begins a band. */
export interface SplitAsked {
  readonly file: string
  readonly revision: number
  readonly column: string
  /** The number with which the upper part begins, as people write it. */
  readonly at: string
  /** The rows that are meant; those that lie on one side stay as they are. */
  readonly lines: ReadonlyArray<number>
  /** What is done to the amounts of the upper parts; null keeps them. */
  readonly upper: AmountChange | null
  /** Whether it is done, or only shown, or tried against all rules, too, which takes a moment. */
  readonly step: "show" | "try" | "write"
}

/** A row before and after it is cut. */
export interface SplitRow {
  readonly line: number
  readonly before: string
  readonly lower: string
  readonly upper: string
}

/** What splitting comes to. */
export interface SplitDone {
  /** The first rows. */
  readonly rows: ReadonlyArray<SplitRow>
  readonly count: number
  /** The first amounts of upper parts that change. */
  readonly cells: ReadonlyArray<MultipliedCell>
  /** What would be found in the table that is not found in it now; null where it was not tried. */
  readonly found: ReadonlyArray<TriedFinding> | null
  /** The revision of the tables that it made; null where it was only shown. */
  readonly revision: number | null
}

/** Rows that are merged where they differ in nothing but bands that touch. */
export interface MergeAsked {
  readonly file: string
  readonly revision: number
  readonly column: string
  readonly lines: ReadonlyArray<number>
}

/** What merging came to. */
export interface MergeDone extends StepMade {
  /** How many rows there were, and how many they are now. */
  readonly before: number
  readonly after: number
}

/** Something that is found in cells, and replaced. */
export interface ReplaceAsked extends Replacement {
  /** The table that is looked through; null for all of them. */
  readonly file: string | null
  readonly revision: number
  /** Cells that are left as they are, by file, line and column. */
  readonly except: ReadonlyArray<FoundPlace>
  /** Whether it is done, or only shown. */
  readonly write: boolean
}

/** Where something is found. */
export interface FoundPlace {
  readonly file: string
  readonly line: number
  readonly column: string
}

/** What replacing comes to. */
export interface ReplaceDone {
  /** The first cells in which it is found, those that are left out among them. */
  readonly cells: ReadonlyArray<ReplacedCell & FoundPlace>
  /** How many are replaced, in how many tables, and how many are left out. */
  readonly count: number
  readonly tables: number
  readonly leftOut: number
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
  /** Who wrote what is there now: another page of this workbench, or another program. */
  readonly writer: "page" | "program"
  /** The address of who did, where that is somebody else at a workbench for a team; else null. */
  readonly by: string | null
  readonly columns: ReadonlyArray<string>
  readonly rows: ReadonlyArray<ShownConflictRow>
}

/** A place at which rules ask tables of one's own, and what a table may have there. */
export interface HookShown {
  readonly name: string
  /** What it is asked about, in the plural. */
  readonly place: string
  readonly about: string
  readonly facts: ReadonlyArray<ShownColumn>
  readonly results: ReadonlyArray<ShownColumn>
  /** The results that a table must have: all of one of these lists. */
  readonly needs: ReadonlyArray<ReadonlyArray<string>>
}

/** A column that a table may have. */
interface ShownColumn {
  readonly name: string
  readonly about: string
}

/** A table of one's own that is to be made, or given other columns. */
export interface OwnTableAsked {
  /** Null for a new one. */
  readonly file: string | null
  readonly revision: number
  readonly shape: OwnTableShape
}

/** A table of one's own that was made, or given other columns. */
export interface OwnTableDone extends StepMade {
  readonly file: string
}

/** The columns of one's own that a shipped table is to carry, and no others. */
export interface CarryAsked {
  readonly file: string
  readonly revision: number
  /** Their names in the file, which begin with `own_`. */
  readonly columns: ReadonlyArray<string>
}

/** The columns that cases of a table are to have, besides those that they always have. */
export interface CaseColumnsAsked {
  /** The file of the cases. */
  readonly file: string
  readonly revision: number
  readonly columns: ReadonlyArray<string>
}

/** What a table answers to a traveller, to be kept as a case of it. */
export interface TableCaseKept extends RowNamed {
  readonly situation: WorkbenchSituation
  /** What the case is called; a number follows where another one is called so. */
  readonly name: string
}

/** Where a case stands that was kept. */
export interface TableCaseDone extends OwnTableDone {
  readonly line: number
}

/** Calls about one table. */
export interface TableCalls {
  readonly edit: Call<TableEdit, StepMade>
  readonly typeCell: Call<CellTyped, CellDone>
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
  readonly splitBands: Call<SplitAsked, SplitDone>
  readonly mergeBands: Call<MergeAsked, MergeDone>
  readonly replaceCells: Call<ReplaceAsked, ReplaceDone>
  readonly copyThing: Call<CopyAsked, CopyDone>
  readonly hooks: Call<Nothing, ReadonlyArray<HookShown>>
  readonly ownShape: Call<{ readonly file: string }, OwnTableShape>
  readonly shapeOwnTable: Call<OwnTableAsked, OwnTableDone>
  readonly removeOwnTable: Call<{ readonly file: string }, StepMade>
  /** Makes the file of a table's cases; names it. */
  readonly makeTableCases: Call<{ readonly file: string }, OwnTableDone>
  readonly carryColumns: Call<CarryAsked, StepMade>
  /** The columns that cases of a table have, and may have. */
  readonly caseColumns: Call<{ readonly file: string }, ReadonlyArray<CaseColumn>>
  readonly chooseCaseColumns: Call<CaseColumnsAsked, StepMade>
  /** Keeps what a table answers to a traveller as a case of it; tells where that stands. */
  readonly keepTableCase: Call<TableCaseKept, TableCaseDone>
  readonly conflict: Call<{ readonly id: string }, ShownConflict>
  readonly settle: Call<
    { readonly id: string; readonly rows: ReadonlyArray<"mine" | "theirs"> },
    StepMade
  >
}

/** How often the rows of a table count; those that are left out never do. */
export interface RowHitsView {
  /** The revision whose lines they are. */
  readonly revision: number
  readonly rows: ReadonlyArray<RowHits>
}

/** What became of the cases of a table. */
export interface TableCasesView {
  /** The revision whose lines they are. */
  readonly revision: number
  /** Each case that can be read; null where a mistake in the table that they ask hides what it answers. */
  readonly cases: ReadonlyArray<{ readonly line: number; readonly holds: boolean }> | null
  /** The rows of the table that they ask, and how many of these answer one. */
  readonly rows: number
  readonly rowsMet: number
}

/** Tables as their grids show them. */
export interface TableViews {
  /** Which cases of a table hold, by the file of the cases. */
  readonly tableCases: Call<{ readonly file: string }, TableCasesView>
  /** In how many own cases and situations of the corpus each row counts. */
  readonly rowHits: Call<{ readonly file: string }, RowHitsView>
  readonly table: Call<{ readonly file: string }, TableGrid>
}
