import { effect } from "@preact/signals"
import type { TableOperation } from "../../../../../core/editing/table-operations.ts"
import { clipboardText, readClipboard } from "../../../../../core/table/clipboard.ts"
import { typesetSigns } from "../../../../../core/vocabulary/french-typography.ts"
import { call, RefusedCall } from "../../kit/call.ts"
import { inWords } from "../../kit/language.ts"
import { tell, tellRefusal } from "../../kit/notices.ts"
import { startRemedy } from "../../kit/remedies.ts"
import { heldKeys } from "../../kit/held-keys.ts"
import {
  inTurn,
  type MadeStep,
  redo,
  session,
  shownStep,
  stepsUnderWay,
  undo,
} from "../../kit/session.ts"
import { checked } from "../../kit/table-marks.ts"
import type { ColumnState } from "./column-state.ts"
import { columnTitle } from "./column-title.ts"
import type { GridState } from "./grid-state.ts"
import { gridWords } from "./grid-words.ts"
import { fileLineOf, type ShownRows } from "./shown-rows.ts"
import type { FindingRemedy, WorkbenchFinding } from "../../../protocol/check.ts"
import type { StepAction } from "../../../protocol/session.ts"
import type { CellTyped } from "../../../protocol/table.ts"
import type { GridColumn } from "../../../../../rules/changes/grid/grid-view.ts"

/** Prepares what can be done to the rows of a grid. */
export const makeGridEdits = (
  { columns, grid, openConflict, selection, showPending, isFiltered, sort, wantedPlace }: GridState,
  { columnsHidden, columnsShown, shown }: ColumnState,
  { shownRows }: ShownRows,
) => {
  /** The edits of this page that are under way; what changes besides them comes from elsewhere. */
  let under = 0

  /** The revision that the last edit of this page came to. */
  let answered = 0

  /** Whether an edit of this page is under way. */
  const isEditing = (): boolean => under > 0

  /** Makes an edit, and waits until it is shown; one that meets other changes opens a choice. */
  const attempt = async <Made extends MadeStep>(
    work: () => Promise<Made>,
  ): Promise<Made | undefined> => {
    under += 1
    try {
      return await shownStep(
        inTurn(async () => {
          const known = Math.max(session.peek()?.revision ?? 0, answered)
          const made = await work()
          answered = made.revision ?? answered
          // More than its own step: changes of another program were merged.
          if (answered > known + 1) tell(inWords(gridWords).merged)
          return made
        }),
      )
    } catch (cause) {
      const facts = cause instanceof RefusedCall ? cause.refusal.facts : {}
      if (typeof facts["conflict"] === "string") openConflict.value = facts["conflict"]
      tellRefusal(cause)
      return undefined
    } finally {
      under -= 1
    }
  }

  /**
   * Does what depends on the rows as they are: once all that was typed before is shown, and before any key
   * that is pressed after it.
   */
  const inOrder = (work: () => Promise<unknown>): Promise<void> =>
    heldKeys(async () => {
      if (stepsUnderWay.peek() > 0) await shownStep(inTurn(stepsTaken))
      await work()
    })

  /** The revision that all steps before have come to. */
  const stepsTaken = (): Promise<{ readonly revision: number }> =>
    Promise.resolve({ revision: answered })

  /** Takes the last step of anybody back, or makes it again. */
  const stepBack = (): Promise<void> => inOrder(undo)
  const stepAgain = (): Promise<void> => inOrder(redo)

  /** Makes a step of operations on the table that is open. */
  const edit = async (
    action: StepAction,
    operations: ReadonlyArray<TableOperation>,
  ): Promise<boolean> => {
    const table = grid.peek()
    if (table === null) return false
    const { file, revision } = table
    const done = await attempt(() => call("edit", { file, revision, action, operations }))
    return done !== undefined
  }

  /** The lines of the rows that are selected, in the order in which they are shown. */
  const selectedLines = (): ReadonlyArray<number> => {
    const chosen = selection.value
    if (chosen === null) return []
    return shownRows.value
      .slice(chosen.row, chosen.rowEnd + 1)
      .flatMap((shown) => fileLineOf(shown) ?? [])
  }

  /** The columns that are selected: hidden ones between them are not. */
  const selectedColumns = (): ReadonlyArray<GridColumn> => {
    const chosen = selection.value
    return chosen === null ? [] : columnsShown.value.slice(chosen.column, chosen.columnEnd + 1)
  }

  const textAt = (line: number, column: string): string => {
    const at = columns.value.findIndex(({ name }) => name === column)
    return grid.value?.rows.find((row) => row.line === line)?.texts[at] ?? ""
  }

  /** Writes one cell as it was typed, or what it is to say, into the rows that the page showed. */
  const setCell = async (cell: CellTyped): Promise<void> => {
    const { asked, column, line } = cell
    // Where nothing is on its way, a cell that says it already needs no step.
    const typed = "text" in asked ? asked.text : null
    if (typed !== null && !isEditing() && textAt(line, column) === typed) return
    const end = typed === null ? () => undefined : showPending({ line, column, text: typed })
    const done = await attempt(() => call("typeCell", cell))
    end()
    const rewritten = done?.rewritten ?? null
    if (rewritten !== null) {
      tell(rewrittenTold(rewritten))
    }
  }

  /** Empties the cells that are selected. */
  const emptyCells = (): Promise<void> => inOrder(emptySelected)

  const emptySelected = async (): Promise<void> => {
    const names = selectedColumns().map(({ name }) => name)
    const cells = selectedLines().flatMap((line) =>
      names.map((column) => ({ line, column, text: "" })),
    )
    const full = cells.filter(({ column, line }) => textAt(line, column) !== "")
    if (full.length > 0) await edit("cells", [{ _tag: "Set", cells: full }])
  }

  /** Fills the selected cells with what the first row of them says. */
  const fillDown = (): Promise<void> => inOrder(fillSelected)

  const fillSelected = async (): Promise<void> => {
    const [first, ...others] = selectedLines()
    if (first === undefined || others.length === 0) return tell(inWords(gridWords).fillNeedsRows)
    const cells = selectedColumns().flatMap(({ name }) =>
      others.map((line) => ({ line, column: name, text: textAt(first, name) })),
    )
    await edit("fill", [{ _tag: "Set", cells }])
  }

  /** What a new row says so that it stands beside the selected one: its conditions, or what leads its key. */
  const beginning = (line: number): Readonly<Record<string, string>> => {
    const keys = columns.value.filter(({ isKey }) => isKey).slice(0, -1)
    const conditions = columns.value.filter(({ role }) => role === "condition")
    const kept = conditions.length > 0 ? conditions : keys
    const cells = kept.map(({ name }) => [name, textAt(line, name)] as const)
    const isEmpty = cells.every(([, text]) => text === "")
    // A row of empty cells alone is none: it begins as a copy of the selected one.
    const all = columns.value.map(({ name }) => [name, textAt(line, name)] as const)
    return Object.fromEntries(isEmpty ? all : cells)
  }

  /** The lines of all rows of the file that are shown. */
  const fileRows = (): ReadonlyArray<number> =>
    shownRows.value.flatMap((row) => fileLineOf(row) ?? [])

  /**
   * Which cells are multiplied: those that are selected and hold figures. Where none does and a filter
   * shows some rows alone, all figures of these rows are meant.
   */
  const multipliedCells = (): {
    readonly lines: ReadonlyArray<number>
    readonly columns: ReadonlyArray<string>
  } => {
    const chosen = { lines: selectedLines(), columns: figureNames(selectedColumns()) }
    const isChosen = chosen.lines.length > 0 && chosen.columns.length > 0
    return isChosen || !isFiltered.value
      ? chosen
      : { lines: fileRows(), columns: figureNames(columnsShown.value) }
  }

  const lastSelected = (): number | undefined => selectedLines().at(-1) ?? fileRows().at(-1)

  /** Adds a row below the selected one. */
  const addRow = (): Promise<void> => inOrder(addOne)

  const addOne = async (): Promise<void> => {
    const line = lastSelected()
    const table = grid.peek()
    if (table === null) return
    const rows = [line === undefined ? firstRow(table.columns) : beginning(line)]
    const place = fileRows().indexOf(line ?? 0) + 1
    wantedPlace.value = { place, line: null, column: null }
    await edit("insert", [{ _tag: "Insert", afterLine: line ?? table.headerLine, rows }])
  }

  /** Copies the selected rows, each below its own. */
  const duplicateRows = (): Promise<void> => inOrder(duplicateSelected)

  const duplicateSelected = async (): Promise<void> => {
    const lines = selectedLines()
    if (lines.length > 0) await edit("duplicate", [{ _tag: "Duplicate", lines }])
  }

  /** Takes the selected rows away. */
  const deleteRows = (): Promise<void> => inOrder(deleteSelected)

  const deleteSelected = async (): Promise<void> => {
    const lines = selectedLines()
    if (lines.length > 0) await edit("delete", [{ _tag: "Delete", lines }])
  }

  /**
   * Merges rows that differ in nothing but bands of a column that touch: those that are selected, where
   * several are, else those that are shown.
   */
  const mergeRows = (column: string): Promise<void> => inOrder(() => mergeChosen(column))

  const mergeChosen = async (column: string): Promise<void> => {
    const table = grid.peek()
    if (table === null) return
    const { file, revision } = table
    const selected = selectedLines()
    const lines = selected.length > 1 ? selected : fileRows()
    const done = await attempt(() => call("mergeBands", { file, revision, column, lines }))
    if (done !== undefined) tell(inWords(gridWords).bandsMerged(done.before, done.after))
  }

  /** Moves the selected rows past the one that is shown above or below them. */
  const moveRows = (by: -1 | 1): Promise<void> => inOrder(() => moveSelected(by))

  const moveSelected = async (by: -1 | 1): Promise<void> => {
    const chosen = selection.value
    const table = grid.peek()
    const lines = selectedLines()
    if (chosen === null || table === null || lines.length === 0) return
    if (sort.value.length > 0) return tell(inWords(gridWords).cannotMoveSorted)
    const places = fileRows()
    const first = places.indexOf(lines[0] ?? 0)
    const last = places.indexOf(lines.at(-1) ?? 0)
    const afterLine = by < 0 ? (places[first - 2] ?? table.headerLine) : places[last + 1]
    if ((by < 0 && first === 0) || afterLine === undefined) return
    wantedPlace.value = { place: first + by, line: null, column: null }
    await edit("move", [{ _tag: "Move", lines, afterLine }])
  }

  /** What is selected, as spreadsheets take it. */
  const copiedText = (): string =>
    clipboardText(
      selectedLines().map((line) => selectedColumns().map(({ name }) => textAt(line, name))),
    )

  /** What the hidden columns between some that are shown are called. */
  const hiddenBetween = (from: number, to: number): ReadonlyArray<string> => {
    const places = shown.value.slice(from, to).map(({ at }) => at)
    const [first, last] = [Math.min(...places), Math.max(...places)]
    const hidden = new Set(columnsHidden.value)
    return columns.value.flatMap((column, at) =>
      at > first && at < last && hidden.has(column) ? [columnTitle(column.name)] : [],
    )
  }

  /** Pastes what a spreadsheet has put on the clipboard, from the selected cell on. */
  const paste = (text: string): Promise<void> => inOrder(() => pasteHere(text))

  const pasteHere = async (text: string): Promise<void> => {
    const chosen = selection.value
    const table = grid.peek()
    if (chosen === null || table === null || text === "") return
    const cells = readClipboard(text)
    const width = Math.max(...cells.map((row) => row.length))
    const from = columnsShown.value.slice(chosen.column)
    const hidden = columnsHidden.value.map(({ name }) => columnTitle(name))
    // What has no room because columns are hidden may be meant for those: nobody can see into which.
    if (width > from.length && hidden.length > 0) {
      return tell(inWords(gridWords).pasteTooWide(width, from.length, hidden))
    }
    const isOne = cells.length === 1 && width === 1
    const into = chosen.column + (isOne ? selectedColumns().length : width)
    const below = shownRows.value.slice(chosen.row).flatMap((row) => fileLineOf(row) ?? [])
    const asked = {
      file: table.file,
      revision: table.revision,
      text,
      lines: below.slice(0, text.split(/\r\n|\r|\n/).length + selectedLines().length),
      columns: from.map(({ name }) => name),
      selected: { rows: selectedLines().length, columns: selectedColumns().length },
      isOpenEnded: sort.value.length === 0 && !isFiltered.value,
    }
    const done = await attempt(() => call("paste", asked))
    if (done !== undefined) tell(pasteTold(done, hiddenBetween(chosen.column, into)))
  }

  return {
    isEditing,
    attempt,
    edit,
    selectedLines,
    selectedColumns,
    setCell,
    stepBack,
    stepAgain,
    emptyCells,
    fillDown,
    multipliedCells,
    addRow,
    duplicateRows,
    deleteRows,
    fileRows,
    mergeRows,
    moveRows,
    copiedText,
    paste,
  }
}

/** What can be done to the rows of a grid. */
export type GridEdits = ReturnType<typeof makeGridEdits>

/**
 * The first row of a table: nothing where that may be, else something to write over. A row must hold
 * something to be one.
 */
const firstRow = (columns: ReadonlyArray<GridColumn>): Readonly<Record<string, string>> => {
  const filler = ({ words }: GridColumn): string => words?.[0]?.word ?? "0"
  const hasNeeded = columns.some(({ mayBeEmpty }) => !mayBeEmpty)
  return Object.fromEntries(
    columns.map((column, at) => {
      const isLeft = hasNeeded ? column.mayBeEmpty : at > 0
      return [column.name, isLeft ? "" : filler(column)]
    }),
  )
}

const figureNames = (of: ReadonlyArray<GridColumn>): ReadonlyArray<string> =>
  of
    .filter(({ role, type }) => role === "value" && (type === "amount" || type === "number"))
    .map(({ name }) => name)

/** How a cell was written that was typed in another way. */
const rewrittenTold = ({
  after,
  before,
}: {
  readonly before: string
  readonly after: string
}): string => {
  const words = inWords(gridWords)
  const signs = typesetSigns(before, after)
  return signs.length > 0 ? words.typeset(signs) : words.rewritten(before, after)
}

const pasteTold = (
  done: {
    readonly cells: number
    readonly addedRows: number
    readonly rewrittenCount: number
    readonly rewritten: ReadonlyArray<{ readonly before: string; readonly after: string }>
    readonly refusedCount: number
    readonly leftOut: number
  },
  besides: ReadonlyArray<string>,
): string => {
  const words = inWords(gridWords)
  const signs = done.rewritten.map(({ after, before }) => typesetSigns(before, after))
  const example = done.rewritten.find((_, at) => signs[at]?.length === 0)
  return [
    words.pasted(done.cells, done.addedRows),
    example === undefined
      ? ""
      : words.pastedRewritten(done.rewrittenCount, example.before, example.after),
    example === undefined && signs.length > 0
      ? words.pastedTypeset(done.rewrittenCount, [...new Set(signs.flat())])
      : "",
    done.refusedCount > 0 ? words.pastedRefused(done.refusedCount) : "",
    done.leftOut > 0 ? words.pastedLeftOut(done.leftOut) : "",
    besides.length > 0 ? words.pastedBesides(besides) : "",
  ]
    .filter((part) => part !== "")
    .join(" ")
}

/** Prepares to repair what a grid shows as found. */
export const makeGridRemedies = (
  { openConflict, selection, wantedPlace }: GridState,
  { shownRows }: ShownRows,
) => {
  /** Says why a remedy was refused; one that meets other changes opens a choice. */
  const refused = (cause: unknown): void => {
    const facts = cause instanceof RefusedCall ? cause.refusal.facts : {}
    if (typeof facts["conflict"] === "string") openConflict.value = facts["conflict"]
    tellRefusal(cause)
  }

  /** Repairs what was found, as its button says, and goes to the row that it was found in. */
  const repair = (finding: WorkbenchFinding, remedy: FindingRemedy): void => {
    const { column, ghost, line } = finding
    startRemedy(finding, remedy, {
      done: () => {
        // A row with figures to fill in is gone to as its remedy says.
        if (remedy.leavesOpen.length > 0) return
        const place = ghost === null ? line : (remedy.newLine ?? ghost.afterLine)
        wantedPlace.value = { place: null, line: place, column: column ?? null }
      },
      refused,
    })
  }

  const isSelected = ({ id }: WorkbenchFinding): boolean => {
    const shown = shownRows.peek()[selection.peek()?.row ?? -1]
    return shown?.kind === "ghost" && shown.finding.id === id
  }

  /**
   * Adds the row that is missing. Where that has not been proven yet, it waits for as long as the row stays
   * selected.
   */
  const acceptGhost = (finding: WorkbenchFinding): void => {
    const first = accepting(finding)
    if (first !== undefined) return repair(finding, first)
    tell(inWords(gridWords).proving)
    let isOver = false
    const look = (): void => {
      const now = checked.peek()?.findings.find(({ id }) => id === finding.id)
      const remedy = now === undefined ? undefined : accepting(now)
      const isWaiting = now !== undefined && remedy === undefined && isSelected(finding)
      if (isOver || isWaiting) return
      isOver = true
      end()
      if (now !== undefined && remedy !== undefined && isSelected(finding)) repair(now, remedy)
    }
    const end = effect(() => {
      void checked.value
      void selection.value
      // The selection follows a row that moves because of what else was found: looked at once both have come.
      queueMicrotask(look)
    })
  }

  return { repair, acceptGhost }
}

/** How what was found is repaired in a grid. */
export type GridRemedies = ReturnType<typeof makeGridRemedies>

const accepting = ({ remedies }: WorkbenchFinding): FindingRemedy | undefined =>
  remedies.find(({ action }) => action === "accept-gap")
