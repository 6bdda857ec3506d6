import { addKeys, isCommand } from "../../kit/keys.ts"
import { gridWords } from "./grid-words.ts"
import type { ColumnState } from "./column-state.ts"
import type { CommentFolds } from "./comment-folds.ts"
import type { GridEdits, GridRemedies } from "./grid-edits.ts"
import type { GridCursor } from "./grid-selection.ts"
import type { EditForm, GridState } from "./grid-state.ts"
import type { ShownRows } from "./shown-rows.ts"

type KeyAction = (event: KeyboardEvent) => void

/** What a cell that is being edited does with a key. */
export interface EditingKeys {
  readonly form: EditForm
  /** Writes what was typed. */
  readonly write: () => void
  /** Takes back what was typed. */
  readonly cancel: () => void
  /** Goes on between a cell that is typed over and one that is changed as it stands. */
  readonly turn: () => void
}

/**
 * Prepares what keys do in a grid, and in a cell of it that is being edited: a key goes to the same place in
 * both, as in every spreadsheet.
 */
export const makeGridKeys = (
  { toggleFold }: CommentFolds,
  { beginEdit, isReplacing, openFilter }: GridState,
  { columnsShown, isListOpen, openMenu }: ColumnState,
  { shownRows }: ShownRows,
  {
    activePlace,
    enterOn,
    focusCell,
    goTo,
    moveBy,
    select,
    selectedPlace,
    sortBy,
    tabOn,
  }: GridCursor,
  { addRow, emptyCells, fillDown, moveRows, stepAgain, stepBack }: GridEdits,
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
    } else if (shown?.kind === "row") beginEdit("words")
  }

  const lastRow = (): number => shownRows.value.length - 1

  const lastColumn = (): number => columnsShown.value.length - 1

  const edge = (event: KeyboardEvent): void => {
    const isEnd = event.key === "End"
    const from = event.shiftKey ? activePlace() : selectedPlace()
    const column = isEnd ? lastColumn() : 0
    const row = event.ctrlKey || event.metaKey ? (isEnd ? lastRow() : 0) : from.row
    const to = { row, column }
    void (event.shiftKey ? goTo(selectedPlace(), to) : goTo(to))
  }

  const plainKeys: Readonly<Record<string, KeyAction>> = {
    Enter: ({ target }) => enter(target),
    F2: () => beginEdit("written"),
    Delete: () => void emptyCells(),
    Backspace: () => void emptyCells(),
    Tab: ({ shiftKey }) => void tabOn(shiftKey ? -1 : 1),
    Escape: () => void moveBy({ rows: 0, columns: 0 }, false),
  }

  /** What a key with Ctrl, Alt or Shift does; undefined where it does nothing here. */
  const chord = (event: KeyboardEvent): (() => void) | undefined => {
    const { altKey, ctrlKey, key, shiftKey } = event
    if (altKey && (key === "ArrowUp" || key === "ArrowDown")) {
      return () => void moveRows(key === "ArrowUp" ? -1 : 1)
    }
    const here = (): string => columnsShown.value[selectedPlace().column]?.name ?? ""
    if (altKey && key.toLowerCase() === "s") return () => sortBy(here(), shiftKey)
    if (altKey && key.toLowerCase() === "f") return () => (openFilter.value = here())
    if (altKey && key.toLowerCase() === "m") {
      return () => (shiftKey ? (isListOpen.value = true) : (openMenu.value = here()))
    }
    if (ctrlKey && key === " ") {
      const [from, to] = [selectedPlace(), activePlace()]
      return () => void select({ ...from, row: 0 }, { ...to, row: lastRow() })
    }
    if (shiftKey && key === " ") {
      const [from, to] = [selectedPlace(), activePlace()]
      return () => void select({ ...from, column: 0 }, { ...to, column: lastColumn() })
    }
    if (isCommand(event, "z")) return () => void (shiftKey ? stepAgain() : stepBack())
    if (isCommand(event, "y")) return () => void stepAgain()
    if (isCommand(event, "h")) return () => (isReplacing.value = true)
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

  /** What a key goes to: the next cell, the next page, an end; undefined where it goes nowhere. */
  const goingTo = (event: KeyboardEvent): (() => void) | undefined => {
    const { altKey, ctrlKey, key, metaKey, shiftKey } = event
    const arrow = altKey ? undefined : arrows[key]
    if (arrow !== undefined) {
      const [rows, places] = arrow
      const far = ctrlKey || metaKey ? 1_000_000 : 1
      return () => void moveBy({ rows: rows * far, columns: places * far }, shiftKey)
    }
    return !altKey && (key === "Home" || key === "End") ? () => edge(event) : undefined
  }

  /** Does what a key says in the grid; others go on to the page. */
  const gridKeys = (event: KeyboardEvent): void => {
    const { altKey, ctrlKey, key, metaKey, target } = event
    if (target instanceof HTMLElement && target.closest("button, a") !== null) {
      if (key === "Escape") void focusCell()
      return
    }
    const isPlain = !altKey && !ctrlKey && !metaKey
    // Tab leaves the grid at its edge, so that nobody is caught in it.
    if (key === "Tab" && isOnEdge(event)) return
    const action = chord(event) ?? goingTo(event)
    if (action !== undefined) action()
    else if (plainKeys[key] !== undefined && isPlain) plainKeys[key](event)
    else if (isPlain && key.length === 1) beginEdit("typed", key)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  /** Where a key goes from a cell that is being edited, once that is written. */
  const leaving = (event: KeyboardEvent, form: EditForm): (() => void) | undefined => {
    const { altKey, ctrlKey, key, metaKey, shiftKey, target } = event
    const isPlain = !altKey && !ctrlKey && !metaKey
    if (target instanceof HTMLButtonElement) return undefined
    if (isPlain && key === "Enter") return () => void enterOn(shiftKey ? -1 : 1)
    if (isPlain && key === "Tab" && !hasFieldOn(target, shiftKey)) {
      return () => void tabOn(shiftKey ? -1 : 1)
    }
    return form === "typed" ? goingTo(event) : undefined
  }

  /** Does what a key says in a cell that is being edited; others are the field's. */
  const editingKeys = (event: KeyboardEvent, { cancel, form, turn, write }: EditingKeys): void => {
    const leave = leaving(event, form)
    if (event.key === "Escape") {
      cancel()
      void focusCell()
    } else if (event.key === "F2" && form !== "words") turn()
    else if (leave !== undefined) {
      // Nobody waits for the file: what is refused is marked in the grid as soon as it is written.
      write()
      leave()
    } else return
    event.preventDefault()
    event.stopPropagation()
  }

  return { gridKeys, editingKeys }
}

/** Whether the cell that is edited has another field that Tab goes to: a condition has several. */
const hasFieldOn = (target: EventTarget | null, isBack: boolean): boolean => {
  const cell = target instanceof Element ? target.closest("[data-cell]") : null
  const fields = [...(cell?.querySelectorAll("input, select, textarea") ?? [])]
  const at = fields.findIndex((field) => field === target)
  return at >= 0 && fields[at + (isBack ? -1 : 1)] !== undefined
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
      { keys: "Enter", words: words("edit") },
      { keys: "F2", words: words("editWritten") },
      { keys: "Esc", words: words("leave") },
      { keys: "A to Z, 0 to 9", words: words("type") },
      { keys: "Delete", words: words("empty") },
      { keys: "Shift Space", words: words("row") },
      { keys: "Ctrl C, Ctrl X, Ctrl V", words: words("copyPaste") },
      { keys: "Ctrl D", words: words("fill") },
      { keys: "Ctrl Enter", words: words("insert") },
      { keys: "Alt ↑, Alt ↓", words: words("moveRow") },
      { keys: "Alt S", words: words("sort") },
      { keys: "Alt F", words: words("filter") },
      { keys: "Alt M", words: words("column") },
      { keys: "Ctrl Space", words: words("wholeColumn") },
      { keys: "Ctrl H", words: words("replace") },
    ],
  })
}
