import { addKeys, isCommand } from "../../kit/keys.ts"
import { gridWords } from "./grid-words.ts"
import type { CommentFolds } from "./comment-folds.ts"
import type { GridEdits, GridRemedies } from "./grid-edits.ts"
import type { GridCursor } from "./grid-selection.ts"
import type { GridState } from "./grid-state.ts"
import type { ShownRows } from "./shown-rows.ts"

type KeyAction = (event: KeyboardEvent) => void

/** Prepares what keys do in a grid. */
export const makeGridKeys = (
  { toggleFold }: CommentFolds,
  { beginEdit, columns }: GridState,
  { shownRows }: ShownRows,
  { activePlace, goOn, moveBy, select, selectedPlace, sortBy }: GridCursor,
  { addRow, emptyCells, fillDown, moveRows }: GridEdits,
  { acceptGhost }: GridRemedies,
) => {
  /** What Enter does: edits a cell, accepts a row that is missing, unfolds, or goes into buttons. */
  const enter = (target: EventTarget | null): void => {
    const shown = shownRows.value[selectedPlace().row]
    if (shown?.kind === "ghost") acceptGhost(shown.finding)
    else if (shown?.kind === "fold") toggleFold(shown.key)
    else if (shown?.kind === "remedies") {
      const row = target instanceof Element ? target.closest(".rgRow") : null
      row?.querySelector<HTMLElement>("button, a")?.focus()
    } else if (shown?.kind === "row") beginEdit(null)
  }

  const lastRow = (): number => shownRows.value.length - 1

  const lastColumn = (): number => columns.value.length - 1

  const edge = (event: KeyboardEvent): void => {
    const isEnd = event.key === "End"
    const from = event.shiftKey ? selectedPlace() : undefined
    const column = isEnd ? lastColumn() : 0
    const row = event.ctrlKey || event.metaKey ? (isEnd ? lastRow() : 0) : activePlace().row
    const to = { row, column }
    void (from === undefined ? select(to) : select(from, to)).then(() =>
      moveBy({ rows: 0, columns: 0 }, event.shiftKey),
    )
  }

  const plainKeys: Readonly<Record<string, KeyAction>> = {
    Home: edge,
    End: edge,
    Enter: ({ target }) => enter(target),
    F2: () => beginEdit(null),
    Delete: () => void emptyCells(),
    Backspace: () => void emptyCells(),
    Tab: ({ shiftKey }) => void goOn(0, shiftKey ? -1 : 1),
    Escape: () => void goOn(0, 0),
  }

  /** What a key with Ctrl, Alt or Shift does; undefined where it does nothing here. */
  const chord = (event: KeyboardEvent): (() => void) | undefined => {
    const { altKey, key, shiftKey } = event
    if (altKey && (key === "ArrowUp" || key === "ArrowDown")) {
      return () => void moveRows(key === "ArrowUp" ? -1 : 1)
    }
    if (altKey && key.toLowerCase() === "s") {
      return () => sortBy(columns.value[selectedPlace().column]?.name ?? "")
    }
    if (shiftKey && key === " ") {
      const [from, to] = [selectedPlace(), activePlace()]
      return () => void select({ ...from, column: 0 }, { ...to, column: lastColumn() })
    }
    if (isCommand(event, "d")) return () => void fillDown()
    if (isCommand(event, "a")) {
      return () => void select({ row: 0, column: 0 }, { row: lastRow(), column: lastColumn() })
    }
    if (isCommand(event, "enter")) return () => void addRow()
    return undefined
  }

  const isOnEdge = ({ shiftKey }: KeyboardEvent): boolean => {
    const { column } = selectedPlace()
    return shiftKey ? column === 0 : column === lastColumn()
  }

  /** Does what a key says in the grid; others go on to the page. */
  const gridKeys = (event: KeyboardEvent): void => {
    const { altKey, ctrlKey, key, metaKey, target } = event
    if (target instanceof HTMLElement && target.closest("button, a") !== null) {
      if (key === "Escape") void goOn(0, 0)
      return
    }
    const action = chord(event)
    const arrow = altKey ? undefined : arrows[key]
    const isPlain = !altKey && !ctrlKey && !metaKey
    // Tab leaves the grid at its edge, so that nobody is caught in it.
    if (key === "Tab" && isOnEdge(event)) return
    if (action !== undefined) action()
    else if (arrow !== undefined) {
      const [rows, places] = arrow
      const far = ctrlKey || metaKey ? 1_000_000 : 1
      void moveBy({ rows: rows * far, columns: places * far }, event.shiftKey)
    } else if (plainKeys[key] !== undefined && (isPlain || key === "Home" || key === "End")) {
      plainKeys[key](event)
    } else if (isPlain && key.length === 1) beginEdit(key)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return { gridKeys }
}

const pageRows = 15

const arrows: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  PageUp: [-pageRows, 0],
  PageDown: [pageRows, 0],
}

/** Lists the keys of the grid; those of the whole page are the frame's. */
export const followGridKeys = (): (() => void) => {
  const words = (name: keyof typeof gridWords.en.keys) => ({
    en: gridWords.en.keys[name],
    fr: gridWords.fr.keys[name],
  })
  return addKeys({
    title: { en: gridWords.en.keysTitle, fr: gridWords.fr.keysTitle },
    bindings: [
      { keys: "↑ ↓ ← →, Tab", words: words("move") },
      { keys: "Home, End", words: words("ends") },
      { keys: "Enter, F2", words: words("edit") },
      { keys: "Esc", words: words("leave") },
      { keys: "A to Z, 0 to 9", words: words("type") },
      { keys: "Delete", words: words("empty") },
      { keys: "Shift Space", words: words("row") },
      { keys: "Ctrl C, Ctrl V", words: words("copyPaste") },
      { keys: "Ctrl D", words: words("fill") },
      { keys: "Ctrl Enter", words: words("insert") },
      { keys: "Alt ↑, Alt ↓", words: words("moveRow") },
      { keys: "Alt S", words: words("sort") },
    ],
  })
}
