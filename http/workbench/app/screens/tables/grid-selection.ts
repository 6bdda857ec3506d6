import { effect } from "@preact/signals"
import { hrefOf, route } from "../../kit/route.ts"
import { session } from "../../kit/session.ts"
import type { ColumnState } from "./column-state.ts"
import type { CommentFolds } from "./comment-folds.ts"
import { type FocusWishes, isInField } from "./grid-focus.ts"
import { type CellPlace, type GridElement, makeGridParts } from "./grid-parts.ts"
import { type GridState, lookQuery } from "./grid-state.ts"
import { fileLineOf, type ShownRow, type ShownRows } from "./shown-rows.ts"

interface CellRange {
  readonly x: number
  readonly y: number
  readonly x1: number
  readonly y1: number
}

interface HeadClick {
  readonly column?: { readonly prop: string }
  readonly originalEvent?: MouseEvent
}

/** Keeps which cells of a grid are selected, and where the focus of the keyboard is. */
export const makeGridSelection = (
  { toggleFold }: CommentFolds,
  { wishFocus }: FocusWishes,
  {
    columns,
    endFilters,
    filters,
    followLines,
    grid,
    isFiltered,
    openFile,
    selection,
    shownFilters,
    sort,
    wantedPlace,
  }: GridState,
  {
    columnsHidden,
    columnsQuery,
    columnsShown,
    look,
    pinsDrawn,
    showColumns,
    shown,
    view,
  }: ColumnState,
  { shownRows }: ShownRows,
) => {
  /** Where the selection began, and where it has come to. */
  let anchor: CellPlace = { row: 0, column: 0 }
  let active: CellPlace = { row: 0, column: 0 }
  let drawn: GridElement | undefined

  /** Whether the grid's element is being pointed at: only then does it choose cells by itself. */
  let isPointed = false

  /** Whether a press began on a cell of it, and how many columns it had pinned when it was drawn last. */
  let isDragging = false
  let pinsBefore = 0

  /** What tells the row where the selection began from others, and in which order the rows stood then. */
  let anchorKey = ""
  let anchorOrder: ReadonlyArray<unknown> = []

  /** The column in which a run of Tabs began: Enter goes back to it. */
  let tabbedFrom: number | undefined

  /** The columns of both ends: their places are others once columns are shown, hidden or pinned. */
  let named: ReadonlyArray<string> = []
  const namesAt = (...places: ReadonlyArray<CellPlace>): ReadonlyArray<string> =>
    places.map(({ column }) => columnsShown.peek()[column]?.name ?? "")

  followLines((newLine) => {
    const [kind, line = ""] = anchorKey.split(" ")
    if (kind !== "row") return
    const now = newLine(Number(line))
    anchorKey = now === undefined ? "" : `row ${now}`
  })

  const orderNow = (): ReadonlyArray<unknown> => [
    grid.peek()?.file,
    shownFilters.peek(),
    sort.peek(),
  ]

  const { cellIn, placeAt, selectIn, startAround } = makeGridParts(pinsDrawn)

  const cellElement = (place: CellPlace): HTMLElement | null => cellIn(drawn, place)

  const drawSelection = (): Promise<void> => selectIn(drawn, anchor, active)

  /** Puts the focus of the keyboard on the selected cell, which may have to be drawn first. */
  const focusCell = async (isWanted = wishFocus()): Promise<void> => {
    for (let times = 0; times < 12 && isWanted(); times += 1) {
      const cell = cellElement(anchor)
      if (cell !== null) return cell.focus({ preventScroll: true })
      await frame()
    }
  }

  /** Puts the focus on the selected cell once a dialog over the grid is gone. */
  const focusBehindDialog = async (): Promise<void> => {
    await frame()
    await frame()
    await focusCell()
  }

  const showAddress = (): void => {
    const line = fileLineOf(shownRows.peek()[anchor.row])
    const column = columnsShown.peek()[anchor.column]?.name
    const query = line === undefined ? {} : { row: line, column }
    const rows = lookQuery({ filters, sort })
    history.replaceState(
      history.state,
      "",
      hrefOf("tables", openFile.peek(), { ...query, ...rows, ...columnsQuery() }),
    )
  }

  const choose = (isAnother = true): void => {
    anchorKey = keyOf(shownRows.peek()[anchor.row])
    anchorOrder = orderNow()
    named = namesAt(anchor, active)
    selection.value = {
      row: Math.min(anchor.row, active.row),
      column: Math.min(anchor.column, active.column),
      rowEnd: Math.max(anchor.row, active.row),
      columnEnd: Math.max(anchor.column, active.column),
      cell: (selection.peek()?.cell ?? 0) + (isAnother ? 1 : 0),
    }
    showAddress()
  }

  /** Selects from a cell to another one, before the grid's element shows it. */
  const mark = (from: CellPlace, to: CellPlace, isAnother = true): void => {
    const [rows, places] = [shownRows.peek().length - 1, columnsShown.peek().length - 1]
    anchor = { row: clamp(from.row, rows), column: clamp(from.column, places) }
    active = { row: clamp(to.row, rows), column: clamp(to.column, places) }
    isPointed = false
    tabbedFrom = undefined
    choose(isAnother)
  }

  /** Selects from a cell to another one, and goes there; `isAnother` is false where the rows alone moved. */
  const select = async (from: CellPlace, to: CellPlace = from, isAnother = true): Promise<void> => {
    mark(from, to, isAnother)
    await drawSelection()
  }

  /** Selects from a cell to another one, and gives them the keys. */
  const goTo = async (from: CellPlace, to: CellPlace = from): Promise<void> => {
    const isWanted = wishFocus()
    // Keys that come before the cell is drawn are the grid's as well.
    if (drawn?.contains(document.activeElement) === false) drawn.focus({ preventScroll: true })
    await select(from, to)
    await focusCell(isWanted)
  }

  /** Moves the selected cell, or the end of the selection. */
  const moveBy = async (
    by: { readonly rows: number; readonly columns: number },
    isWider: boolean,
  ): Promise<void> => {
    const next = {
      row: stepped(shownRows.peek(), active.row, by.rows),
      column: active.column + by.columns,
    }
    await (isWider
      ? goTo(anchor, next)
      : goTo({
          row: stepped(shownRows.peek(), anchor.row, by.rows),
          column: anchor.column + by.columns,
        }))
  }

  /** Goes to the next cell of the row, as Tab does; the first of a run of Tabs is where Enter goes back to. */
  const tabOn = (by: -1 | 1): Promise<void> => {
    const from = tabbedFrom ?? anchor.column
    const moved = moveBy({ rows: 0, columns: by }, false)
    tabbedFrom = from
    return moved
  }

  /** Goes to the next row, as Enter does, in the column where a run of Tabs began. */
  const enterOn = (by: -1 | 1): Promise<void> =>
    moveBy({ rows: by, columns: (tabbedFrom ?? anchor.column) - anchor.column }, false)

  /** The place that is selected: where the selection began. */
  const selectedPlace = (): CellPlace => anchor

  /** The place to which the selection has come. */
  const activePlace = (): CellPlace => active

  /** How far the row where the selection began has moved: what is found above it comes and goes. */
  const movedBy = (): number => {
    const order = orderNow()
    if (anchorKey === "" || order.some((each, at) => each !== anchorOrder[at])) return 0
    const place = shownRows.peek().findIndex((shown) => keyOf(shown) === anchorKey)
    return place < 0 ? 0 : place - anchor.row
  }

  const scrollTo = async (row: number): Promise<void> => {
    if (cellElement({ row, column: anchor.column }) === null) {
      await drawn?.scrollToRow(Math.max(0, row - rowsAbove))
    }
  }

  /** The place of a line of the file: of a row, or of a comment. */
  const placeOfLine = (line: number): number =>
    shownRows
      .peek()
      .findIndex(
        (shown) => (shown.kind === "row" || shown.kind === "comment") && shown.line === line,
      )

  /** Unfolds the comments that a line is among; says whether there were any. */
  const unfoldAt = (line: number): boolean => {
    const fold = shownRows
      .peek()
      .find(
        (shown) =>
          shown.kind === "fold" && !shown.isOpen && shown.line <= line && line <= shown.lastLine,
      )
    if (fold?.kind !== "fold") return false
    toggleFold(fold.key)
    return true
  }

  /** Goes where the selection is wanted, once the rows have come. */
  const goToWanted = async (): Promise<void> => {
    const wanted = wantedPlace.peek()
    const table = grid.peek()
    if (wanted === null || table === null || drawn === undefined) return
    // Lines are those of the newest rows, which may be on their way.
    if (table.revision < (session.peek()?.revision ?? 0)) return
    const { column, line, place } = wanted
    const isNarrowed = isFiltered.peek() || sort.peek().length > 0
    if (line !== null && placeOfLine(line) < 0 && isNarrowed) {
      endFilters()
      sort.value = []
      return
    }
    if (line !== null && placeOfLine(line) < 0 && unfoldAt(line)) return
    if (column !== null && columnsHidden.peek().some(({ name }) => name === column)) {
      showColumns([column])
    }
    wantedPlace.value = null
    const files = shownRows.peek().flatMap((shown, index) => (shown.kind === "row" ? [index] : []))
    const row = line === null ? (files[place ?? 0] ?? files.at(-1) ?? 0) : placeOfLine(line)
    if (row < 0) return
    const at =
      column === null ? anchor.column : columnsShown.peek().findIndex(({ name }) => name === column)
    const isWanted = isInField() ? () => false : wishFocus()
    const cell = { row, column: Math.max(0, at) }
    // Marked first: rows that come meanwhile move the mark along.
    mark(cell, cell)
    await scrollTo(anchor.row)
    await frame()
    await select(anchor, active)
    await focusCell(isWanted)
  }

  /** Follows the address: the row and the column that it names are where the selection goes. */
  const followAddress = (): (() => void) =>
    effect(() => {
      const { query, screen } = route.value
      const line = Number(query.get("row") ?? Number.NaN)
      if (screen !== "tables" || !Number.isInteger(line)) return
      wantedPlace.value = { place: null, line, column: query.get("column") }
      queueMicrotask(() => void goToWanted())
    })

  /** Puts the focus back on the selected cell where drawing the rows anew has lost it. */
  const keepFocus = (element: GridElement): void => {
    const isWanted = wishFocus()
    void frame().then(() => {
      const { activeElement } = document
      const isLost = activeElement === null || activeElement === document.body
      if (isLost || element.contains(activeElement)) void focusCell(isWanted)
    })
  }

  /** Keeps the selection of the page and that of the grid's element the same. */
  const keepSelected = (element: GridElement) => {
    drawn = element
    const pointed = (event: MouseEvent): void => {
      const { shiftKey, target } = event
      if (target instanceof Element && target.closest("button, a") !== null) return
      const place = placeAt(target)
      // From one part into the other the grid's element selects nothing: the page does.
      if (place !== undefined && shiftKey && pinsDrawn.peek() > 0) {
        event.stopPropagation()
        if (event.type !== "mousedown") return
        event.preventDefault()
        void goTo(anchor, place)
        return
      }
      // At once: a key may follow before the grid's element has said what it was pointed at.
      if (place !== undefined && !shiftKey) {
        anchor = place
        active = place
        tabbedFrom = undefined
        choose()
      }
      isPointed = true
    }
    element.addEventListener("pointerdown", pointed, { capture: true })
    element.addEventListener("mousedown", pointed, { capture: true })
    const dragged = (event: MouseEvent): void => {
      if (event.buttons !== 1 || pinsDrawn.peek() === 0 || !isDragging) return
      const place = placeAt(document.elementFromPoint(event.clientX, event.clientY))
      event.stopPropagation()
      if (place === undefined) return
      if (place.row !== active.row || place.column !== active.column) void select(anchor, place)
    }
    const pressed = ({ target }: Event): void => {
      isDragging = target instanceof Node && element.contains(target) && isOnCell(target)
    }
    document.addEventListener("pointerdown", pressed, { capture: true })
    window.addEventListener("mousemove", dragged, { capture: true })
    // What the page selected comes back late, when another cell may be selected already.
    const taken = (start: number, { x, x1, y, y1 }: CellRange): void => {
      const isAnother = anchor.row !== y || anchor.column !== start + x
      anchor = { row: y, column: start + x }
      active = { row: y1, column: start + x1 }
      choose(isAnother)
    }
    element.addEventListener("applyfocus", (event) => {
      if (!isPointed) return
      taken(startAround(event), (event as CustomEvent<{ readonly range: CellRange }>).detail.range)
      void focusCell()
    })
    element.addEventListener("setrange", (event) => {
      if (isPointed) taken(startAround(event), (event as CustomEvent<CellRange>).detail)
    })
    // The page takes the keys itself, and keeps the selection while something else has the focus.
    element.addEventListener("beforekeydown", (event) => event.preventDefault())
    element.addEventListener("beforefocuslost", (event) => event.preventDefault())
    // It would put the focus on the cell once that is drawn, when somebody may be typing over it already.
    element.addEventListener("afterfocus", (event) => event.preventDefault(), { capture: true })
    element.addEventListener("beforeheaderclick", (event) => {
      event.preventDefault()
      const { column, originalEvent } = (event as CustomEvent<HeadClick>).detail
      if (column !== undefined) sortBy(String(column.prop), originalEvent?.shiftKey === true)
    })
    return {
      /** The rows are others now: goes where the selection is wanted, and keeps the focus. */
      rowsCame: (hadFocus: boolean): void => {
        if (wantedPlace.peek() !== null) return void goToWanted()
        const last = shownRows.peek().length - 1
        const by = selection.peek() === null ? 0 : movedBy()
        if (by !== 0) {
          const tabbed = tabbedFrom
          const [from, to] = [anchor.row + by, active.row + by]
          void select({ ...anchor, row: from }, { ...active, row: to }, false)
          tabbedFrom = tabbed
        } else if (last >= 0 && anchor.row > last) void select({ ...anchor, row: last })
        else if (selection.peek() !== null) choose(false)
        if (hadFocus) keepFocus(element)
      },
      /** The columns may be others now: the selection stays on those that it was on. */
      columnsCame: (): void => {
        const arePinsSame = pinsDrawn.peek() === pinsBefore
        pinsBefore = pinsDrawn.peek()
        if (selection.peek() === null) return
        const [from = "", to = ""] = named
        const names = columnsShown.peek().map(({ name }) => name)
        const isSame = [anchor, active].every(({ column }, at) => names[column] === named[at])
        if (isSame && arePinsSame) return
        // A column that is gone gives way to the one before it, so that nothing else becomes selected.
        const placeOf = (name: string): number => {
          const at = columns.peek().findIndex((column) => column.name === name)
          const before = shown.peek().filter((each) => each.at <= at)
          const place = names.indexOf(before.at(-1)?.column.name ?? "")
          return Math.max(0, names.includes(name) ? names.indexOf(name) : place)
        }
        const hadFocus = element.contains(document.activeElement)
        mark(
          { ...anchor, column: placeOf(from) },
          { ...active, column: placeOf(to) },
          !names.includes(from),
        )
        // Once both parts are drawn: until then they would show it where these columns stood.
        void frame()
          .then(frame)
          .then(drawSelection)
          .then(() => {
            if (hadFocus) keepFocus(element)
          })
      },
      end: (): void => {
        document.removeEventListener("pointerdown", pressed, { capture: true })
        window.removeEventListener("mousemove", dragged, { capture: true })
        if (drawn === element) drawn = undefined
      },
    }
  }

  /**
   * Sorts by a column, the other way round, or not at all: for looking only. `isMore` keeps what rows are
   * sorted by already, and sorts those that are alike there.
   */
  const sortBy = (column: string, isMore = false): void => {
    const order = sort.value
    const known = order.find((each) => each.column === column)
    const next =
      known === undefined
        ? [{ column, isDown: false }]
        : known.isDown
          ? []
          : [{ column, isDown: true }]
    if (!isMore) sort.value = next
    else if (known === undefined) sort.value = [...order, ...next]
    else sort.value = order.flatMap((each) => (each === known ? next : [each]))
  }

  /** Keeps the address as the table is looked at. */
  const followLook = (): (() => void) =>
    effect(() => {
      void filters.value
      void sort.value
      void look.value
      void view.value
      if (grid.peek() !== null) showAddress()
    })

  return {
    focusCell,
    focusBehindDialog,
    select,
    goTo,
    moveBy,
    tabOn,
    enterOn,
    selectedPlace,
    activePlace,
    followAddress,
    followLook,
    keepSelected,
    sortBy,
  }
}

/** Which cells of a grid are selected. */
export type GridCursor = ReturnType<typeof makeGridSelection>

const keyOf = (shown: ShownRow | undefined): string => {
  if (shown === undefined) return ""
  if (shown.kind === "ghost" || shown.kind === "remedies")
    return `${shown.kind} ${shown.finding.id}`
  return "line" in shown ? `${shown.kind} ${shown.line}` : ""
}

/**
 * The row so many rows further on. What was found is drawn between rows as soon as it is known, and what a
 * row was stands above it once all its cells are others, so arrows and Enter count past both: nobody's
 * fingers wait for a proof, or for what they type themselves.
 */
const stepped = (shown: ReadonlyArray<ShownRow>, from: number, by: number): number => {
  const isStop = (row: number): boolean =>
    shown[row] !== undefined && !["ghost", "gone", "remedies"].includes(shown[row].kind)
  const way = Math.sign(by)
  let [row, left] = [from, Math.min(Math.abs(by), shown.length)]
  for (let next = from + way; left > 0 && shown[next] !== undefined; next += way) {
    if (!isStop(next)) continue
    row = next
    left -= 1
  }
  return row
}

const clamp = (value: number, max: number): number => Math.max(0, Math.min(max, value))

const frame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve))

const rowsAbove = 5

const isOnCell = (target: Node): boolean =>
  target instanceof Element && target.closest("[role=gridcell]") !== null
