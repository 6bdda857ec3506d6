import { batch, computed, effect, type ReadonlySignal, signal } from "@preact/signals"
import { type LineMove, lineMove } from "../../../../../rules/changes/grid/grid-change.ts"
import {
  type ColumnFilter,
  readFilter,
  writeFilter,
} from "../../../../../rules/changes/grid/column-filters.ts"
import { percentDecoded } from "../../../../platform/read-url.ts"
import type { GridColumn, TableGrid } from "../../../../../rules/changes/grid/grid-view.ts"
import type { RowHits } from "../../../../../rules/impact/row-hits.ts"
import { tellRefusal } from "../../kit/notices.ts"
import { route } from "../../kit/route.ts"
import { type OpenView, showView } from "../../kit/views.ts"
import type { FocusWishes } from "./grid-focus.ts"

/** Which rows are shown alone: those that say all of some texts, and that the filters of columns let through. */
export interface GridFilters {
  /** Each of these texts stands in some cell of the row. */
  readonly texts: ReadonlyArray<string>
  readonly columns: ReadonlyArray<ColumnFilter>
  /** Rows that never count, rows that no own case counts in; null for all. */
  readonly hits: HitsFilter | null
}

/** Which rows are shown by how often they count. */
export const hitsFilters = ["never", "no-case"] as const
type HitsFilter = (typeof hitsFilters)[number]

/** What rows are sorted by in place of a column: how often they count. */
export const byHits = "#hits"

/** In how many own cases and situations of the corpus a row counts. */
type HitCounts = Pick<RowHits, "cases" | "corpus">

/** How often each row counts, by its line; one that is left out never does. */
export type HitsByLine = ReadonlyMap<number, HitCounts>

/** How a table is looked at. */
interface GridLook {
  readonly filters: GridFilters
  readonly sort: ReadonlyArray<GridSort>
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
  /** Counts the cells that were gone to: the same for as long as its row alone has moved. */
  readonly cell: number
}

/** Where the selection goes once the rows have come: the place of a row among those of the file, or its line. */
export interface WantedPlace {
  readonly place: number | null
  readonly line: number | null
  readonly column: string | null
}

/**
 * How a cell is edited: `words` by what it means, `written` as it stands in the file, `typed` over what it
 * said, where arrows go on to other cells.
 */
export type EditForm = "words" | "written" | "typed"

/** That somebody begins to edit the selected cell. */
export interface EditAsked {
  /** Counts the times. */
  readonly count: number
  readonly form: EditForm
  /** What was typed over the cell to begin; null where the cell is edited as it is. */
  readonly typed: string | null
}

/** A cell that is on its way to the file, by its line in the table that is shown. */
interface PendingCell {
  readonly line: number
  readonly column: string
  readonly text: string
}

/** Where the choice of a cut begins: rows of a filter that it cuts, or none. */
interface SplitStart {
  readonly column: string
  readonly at: string
  readonly lines: ReadonlyArray<number>
}

/** Keeps what a grid shows: the table of a file, and what is chosen of it. */
export const makeGridState = (openFile: ReadonlySignal<string>, { wishFocus }: FocusWishes) => {
  /** The table as the server has told it; null until its rows have come. */
  const told = signal<TableGrid | null>(null)

  /** What was typed and is not in it yet. */
  const pending = signal<ReadonlyArray<PendingCell>>([])

  /** The table that is open, with what is on its way to the file; null until its rows have come. */
  const grid = computed(() => withPending(told.value, pending.value))

  const followers = new Set<(newLine: LineMove) => void>()

  /** Calls back when rows have come, with where each line is now; gives what ends that. */
  const followLines = (follower: (newLine: LineMove) => void): (() => void) => {
    followers.add(follower)
    return () => void followers.delete(follower)
  }

  /** Shows a cell as it was typed for as long as it is on its way; gives what ends that. */
  const showPending = (cell: PendingCell): (() => void) => {
    let shown = cell
    pending.value = [...pending.peek(), shown]
    const leave = followLines((newLine) => {
      const moved = { ...shown, line: newLine(shown.line) ?? shown.line }
      pending.value = pending.peek().map((each) => (each === shown ? moved : each))
      shown = moved
    })
    return () => {
      leave()
      pending.value = pending.peek().filter((each) => each !== shown)
    }
  }

  /** Takes rows that have come, with all that is tied to lines of those that were there. */
  const take = (table: TableGrid): void => {
    const before = told.peek()
    batch(() => {
      if (before !== null) for (const follower of followers) follower(lineMove(before, table))
      told.value = table
    })
  }

  /** Why the table cannot be shown. */
  const isMissing = signal(false)

  /** Which rows are shown, by what was chosen to stay. */
  const filters = signal<GridFilters>(noFilters)
  /** What is being typed to find rows by. */
  const typedFilter = signal("")
  /** Which rows are shown. */
  const shownFilters = computed<GridFilters>(() => {
    const text = typedFilter.value.trim()
    const { texts } = filters.value
    return text === "" ? filters.value : { ...filters.value, texts: [...texts, text] }
  })
  /** Whether some rows alone are shown. */
  const isFiltered = computed(() => {
    const { columns: inColumns, hits: wanted, texts } = shownFilters.value
    return texts.length + inColumns.length > 0 || wanted !== null
  })
  /** Shows all rows. */
  const endFilters = (): void => {
    filters.value = noFilters
    typedFilter.value = ""
  }
  /** Shows the rows that a column lets through, or all of it. */
  const filterColumn = (column: string, filter: ColumnFilter | undefined): void => {
    const others = filters.value.columns.filter((each) => each.column !== column)
    const inColumns = filter === undefined ? others : [...others, filter]
    filters.value = { ...filters.value, columns: inColumns }
  }
  /** The column whose filter is being chosen. */
  const openFilter = signal<string | null>(null)
  /** What they are sorted by, the first first; none for the order of the file. */
  const sort = signal<ReadonlyArray<GridSort>>([])
  /** Whether it is told how often each row counts. */
  const isCounting = signal(false)
  /** How often each row counts; null until that has been counted. */
  const hits = signal<HitsByLine | null>(null)

  const isCounted = computed(
    () => isCounting.value || filters.value.hits !== null || isByHits(sort.value),
  )

  /** Follows how often rows count for as long as that is told; gives what ends that. */
  const followHits = (): (() => void) => {
    const leaveLines = followLines((newLine) => {
      const counted = hits.peek()
      if (counted === null) return
      const moved = [...counted].flatMap(([line, counts]) => {
        const now = newLine(line)
        return now === undefined ? [] : [[now, counts] as const]
      })
      hits.value = new Map(moved)
    })
    const leave = effect(() => {
      const file = openFile.value
      hits.value = null
      if (!isCounted.value || file === "") return undefined
      const view = showView(
        "rowHits",
        { file },
        {
          told: ({ revision, rows }) => {
            // Counted of other rows than are shown: what is counted of these comes.
            if (revision < (told.peek()?.revision ?? 0)) return
            hits.value = new Map(rows.map(({ line, ...counts }) => [line, counts]))
          },
        },
      )
      return view.end
    })
    return () => {
      leaveLines()
      leave()
    }
  }

  /** How each table was looked at that was open before. */
  const looks = new Map<string, GridLook>()
  let lookedAt = ""
  /** What is selected; null before a cell has been chosen. */
  const selection = signal<GridSelection | null>(null)

  /** Where the selection is to go; null for where it is. */
  const wantedPlace = signal<WantedPlace | null>(null)

  /** When somebody began to edit the selected cell last. */
  const editAsked = signal<EditAsked>({ count: 0, form: "words", typed: null })

  /** Begins to edit the selected cell, with the key that was typed over it; the strip takes those that follow. */
  const beginEdit = (form: EditForm, typed: string | null = null): void => {
    wishFocus()
    editAsked.value = { count: editAsked.peek().count + 1, form, typed }
  }

  /** The edit that waits for a choice between it and what is on disk. */
  const openConflict = signal<string | null>(null)

  /** The line of the row whose thing is copied; null where nothing is. */
  const copiedLine = signal<number | null>(null)

  /** The line whose comment is being written; null where none is. */
  const commented = signal<number | null>(null)

  /** The cut that is being chosen; null where none is. */
  const openSplit = signal<SplitStart | null>(null)

  /** Begins to choose a cut of rows, at a number where one is known. */
  const splitAt = (column: string, at: string, lines: ReadonlyArray<number>): void => {
    openSplit.value = { column, at, lines }
  }

  /** Whether the dialog that multiplies amounts is open. */
  const isMultiplying = signal(false)

  /** Whether the dialog that finds and replaces is open. */
  const isReplacing = signal(false)

  /** The columns of the table that is open. */
  const columns = computed<ReadonlyArray<GridColumn>>(() => grid.value?.columns ?? [])

  /** Follows the address and every change of its table for as long as the grid is shown. */
  const followGrid = (): (() => void) => {
    let open: OpenView<"table"> | undefined
    const leave = effect(() => {
      const file = openFile.value
      open?.end()
      open = undefined
      if (told.peek()?.file !== file) {
        told.value = null
        pending.value = []
        isMissing.value = false
        openFilter.value = null
        typedFilter.value = ""
        looks.set(lookedAt, { filters: filters.peek(), sort: sort.peek() })
        lookedAt = file
        const look = addressedLook(route.peek().query) ?? looks.get(file)
        filters.value = look?.filters ?? noFilters
        sort.value = look?.sort ?? []
        selection.value = null
      }
      if (file === "") return
      open = showView(
        "table",
        { file },
        {
          told: take,
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
    typedFilter,
    shownFilters,
    isFiltered,
    endFilters,
    filterColumn,
    openFilter,
    isCounted,
    isCounting,
    hits,
    followHits,
    sort,
    selection,
    wantedPlace,
    editAsked,
    beginEdit,
    openConflict,
    copiedLine,
    commented,
    openSplit,
    splitAt,
    isMultiplying,
    isReplacing,
    columns,
    followGrid,
    followLines,
    showPending,
  }
}

/** What a grid shows. */
export type GridState = ReturnType<typeof makeGridState>

/** The file that the address names. */
export const addressedFile = computed(() =>
  route.value.screen === "tables" ? route.value.subject : "",
)

/** No filter at all. */
export const noFilters: GridFilters = { texts: [], columns: [], hits: null }

const isByHits = (order: ReadonlyArray<GridSort>): boolean =>
  order.some(({ column }) => column === byHits)

/** What an address says of each column begins so, as a column may be called like anything else. */
const columnPrefix = "of."

/** How a table is looked at, as its address tells it. */
export const lookQuery = ({
  filters,
  sort,
}: Pick<GridState, "filters" | "sort">): Readonly<Record<string, string | undefined>> => {
  const { columns, hits, texts } = filters.peek()
  const order = sort.peek().map(({ column, isDown }) => (isDown ? `-${column}` : column))
  return {
    ...Object.fromEntries(
      columns.map((filter) => [`${columnPrefix}${filter.column}`, writeFilter(filter)]),
    ),
    hits: hits ?? undefined,
    with: texts.length === 0 ? undefined : texts.map(encodeURIComponent).join(","),
    sort: order.length === 0 ? undefined : order.join(","),
  }
}

/** How an address says that a table is looked at; undefined where it says nothing of it. */
export const addressedLook = (query: URLSearchParams): GridLook | undefined => {
  const columns = [...query].flatMap(([name, text]) =>
    name.startsWith(columnPrefix) ? (readFilter(name.slice(columnPrefix.length), text) ?? []) : [],
  )
  const listed = (name: string): ReadonlyArray<string> =>
    (query.get(name) ?? "").split(",").filter((part) => part !== "")
  const texts = listed("with").map((text) => percentDecoded(text) ?? text)
  const sort = listed("sort").map((part) => ({
    column: part.replace(/^-/, ""),
    isDown: part.startsWith("-"),
  }))
  const hits = hitsFilters.find((each) => each === query.get("hits")) ?? null
  if (columns.length + texts.length + sort.length === 0 && hits === null) return undefined
  return { filters: { texts, columns, hits }, sort }
}

const withPending = (
  table: TableGrid | null,
  pending: ReadonlyArray<PendingCell>,
): TableGrid | null => {
  if (table === null || pending.length === 0) return table
  const rows = [...table.rows]
  for (const { column, line, text } of pending) {
    const at = rows.findIndex((row) => row.line === line)
    const place = table.columns.findIndex(({ name }) => name === column)
    const row = rows[at]
    if (row === undefined || place < 0 || row.texts[place] === text) continue
    rows[at] = { ...row, texts: row.texts.with(place, text), before: row.before ?? row.texts }
  }
  return { ...table, rows }
}
