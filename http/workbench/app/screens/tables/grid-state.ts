import { computed, effect, type ReadonlySignal, signal } from "@preact/signals"
import type { GridColumn, TableGrid } from "../../../../../rules/changes/grid/grid-view.ts"
import { tellRefusal } from "../../kit/notices.ts"
import { route } from "../../kit/route.ts"
import { type OpenView, showView } from "../../kit/views.ts"
import type { FocusWishes } from "./grid-focus.ts"

/** Rows that are shown alone: those whose cells say a text, in one column or in any. */
export interface GridFilter {
  readonly column: string | null
  readonly text: string
  /** What the filter is called. */
  readonly shown: string
}

/** What the rows are sorted by, for looking only. */
export interface GridSort {
  readonly column: string
  readonly isDown: boolean
}

/** Which cells are selected, by their places among those that are shown; the first one has the focus. */
export interface GridSelection {
  readonly row: number
  readonly column: number
  readonly rowEnd: number
  readonly columnEnd: number
}

/** Where the selection goes once the rows have come: the place of a row among those of the file, or its line. */
export interface WantedPlace {
  readonly place: number | null
  readonly line: number | null
  readonly column: string | null
}

/** That somebody begins to edit the selected cell. */
export interface EditAsked {
  /** Counts the times. */
  readonly count: number
  /** What was typed over the cell to begin; null where the cell is edited as it is. */
  readonly typed: string | null
}

/** Keeps what a grid shows: the table of a file, and what is chosen of it. */
export const makeGridState = (openFile: ReadonlySignal<string>, { wishFocus }: FocusWishes) => {
  /** The table that is open; null until its rows have come. */
  const grid = signal<TableGrid | null>(null)

  /** Why the table cannot be shown. */
  const isMissing = signal(false)

  /** Which rows are shown. */
  const filters = signal<ReadonlyArray<GridFilter>>([])
  /** What they are sorted by; null for the order of the file. */
  const sort = signal<GridSort | null>(null)
  /** What is selected; null before a cell has been chosen. */
  const selection = signal<GridSelection | null>(null)

  /** Where the selection is to go; null for where it is. */
  const wantedPlace = signal<WantedPlace | null>(null)

  /** When somebody began to edit the selected cell last. */
  const editAsked = signal<EditAsked>({ count: 0, typed: null })

  /** Begins to edit the selected cell, with the key that was typed over it; the strip takes those that follow. */
  const beginEdit = (typed: string | null): void => {
    wishFocus()
    editAsked.value = { count: editAsked.peek().count + 1, typed }
  }

  /** The edit that waits for a choice between it and what is on disk. */
  const openConflict = signal<string | null>(null)

  /** The line of the row whose thing is copied; null where nothing is. */
  const copiedLine = signal<number | null>(null)

  /** The line whose comment is being written; null where none is. */
  const commented = signal<number | null>(null)

  /** Whether the dialog that multiplies amounts is open. */
  const isMultiplying = signal(false)

  /** The columns of the table that is open. */
  const columns = computed<ReadonlyArray<GridColumn>>(() => grid.value?.columns ?? [])

  /** Follows the address and every change of its table for as long as the grid is shown. */
  const followGrid = (): (() => void) => {
    let open: OpenView<"table"> | undefined
    const leave = effect(() => {
      const file = openFile.value
      open?.end()
      open = undefined
      if (grid.peek()?.file !== file) {
        grid.value = null
        isMissing.value = false
        filters.value = []
        sort.value = null
        selection.value = null
      }
      if (file === "") return
      open = showView(
        "table",
        { file },
        {
          told: (table) => void (grid.value = table),
          refused: (cause) => {
            isMissing.value = true
            tellRefusal(cause)
          },
        },
      )
    })
    return () => {
      leave()
      open?.end()
    }
  }

  return {
    openFile,
    grid,
    isMissing,
    filters,
    sort,
    selection,
    wantedPlace,
    editAsked,
    beginEdit,
    openConflict,
    copiedLine,
    commented,
    isMultiplying,
    columns,
    followGrid,
  }
}

/** What a grid shows. */
export type GridState = ReturnType<typeof makeGridState>

/** The file that the address names. */
export const addressedFile = computed(() =>
  route.value.screen === "tables" ? route.value.subject : "",
)
