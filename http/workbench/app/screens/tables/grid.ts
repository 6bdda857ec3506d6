import type { ReadonlySignal } from "@preact/signals"
import { createContext } from "preact"
import { useContext } from "preact/hooks"
import { makeColumnState } from "./column-state.ts"
import { makeCommentFolds } from "./comment-folds.ts"
import { makeCommentedRows } from "./commented-rows.ts"
import { makeGridCells } from "./grid-cells.ts"
import { makeGridEdits, makeGridRemedies } from "./grid-edits.ts"
import { makeFocusWishes } from "./grid-focus.ts"
import { makeGridKeys } from "./grid-keys.ts"
import { makeGridSelection } from "./grid-selection.ts"
import { makeGridState } from "./grid-state.ts"
import { makeShownRows } from "./shown-rows.ts"

/** Makes a grid that shows the table of a file: several of them can live in one page. */
export const makeGrid = (openFile: ReadonlySignal<string>) => {
  const focus = makeFocusWishes()
  const folds = makeCommentFolds()
  const state = makeGridState(openFile, focus)
  const columns = makeColumnState(state)
  const shown = makeShownRows(folds, state, columns)
  const cursor = makeGridSelection(folds, focus, state, columns, shown)
  const edits = makeGridEdits(state, columns, shown)
  const remedies = makeGridRemedies(state, shown)
  const comments = makeCommentedRows(state, edits)
  return {
    ...focus,
    ...folds,
    ...state,
    ...columns,
    ...shown,
    ...cursor,
    ...edits,
    ...remedies,
    ...comments,
    ...makeGridCells(folds, state, columns, remedies, comments),
    ...makeGridKeys(folds, state, columns, shown, cursor, edits, remedies),
  }
}

/** A grid: what it shows, what is selected of it, and what can be done to its rows. */
export type ScreenGrid = ReturnType<typeof makeGrid>

/** The grid that parts of a screen belong to. */
export const GridContext = createContext<ScreenGrid | null>(null)

/** The grid that a part of the screen belongs to. */
export const useGrid = (): ScreenGrid => {
  const grid = useContext(GridContext)
  if (grid === null) throw new Error("a part of a grid is drawn outside of any")
  return grid
}
