import { effect } from "@preact/signals"
import type { JSX } from "preact"
import { useEffect, useRef } from "preact/hooks"
import { language } from "../../kit/language.ts"
import { cellText } from "./cell-text.ts"
import { columnTitle } from "./grid-cells.ts"
import { followLostKeys } from "./grid-focus.ts"
import { type ScreenGrid, useGrid } from "./grid.ts"
import { hasVerdicts } from "./table-cases.tsx"
import type { ShownRow } from "./shown-rows.ts"
import type { GridColumn, GridRow } from "../../../../../rules/changes/grid/grid-view.ts"

const rowHeight = 34
const remediesHeight = 44
const rowHeadWidth = 60
const rowHeadWidthCounted = 116
/** How wide a sign of a cell is, about; columns are sized by what they hold. */
const signWidth = 7.4
const widthMin = 76
const widthMax = 300
/** A unit that is longer is cut short, and told in full in the strip. */
const unitSignsMax = 12

/** Where room is short, heads give way to what columns hold, and what is longer than this to what is not. */
const widthEnough = 160

interface Fit {
  readonly wanted: number
  /** What it may be narrowed to. */
  readonly least: number
}

/** Widths that give way by so much together, each by its share of what it can spare. */
const narrowed = (fits: ReadonlyArray<Fit>, by: number): ReadonlyArray<number> => {
  const all = fits.reduce((total, { least, wanted }) => total + wanted - least, 0)
  const share = all === 0 ? 0 : Math.min(1, by / all)
  return fits.map(({ least, wanted }) => Math.floor(wanted - (wanted - least) * share))
}

const widthOf = (signs: number): number =>
  Math.min(widthMax, Math.max(widthMin, Math.round(signs * signWidth + 20)))

/** The signs of the longest cell of a column: each text is looked at once, however often it stands there. */
const longestIn = (column: GridColumn, at: number, rows: ReadonlyArray<GridRow>): number => {
  const lengths = new Map<string, number>()
  const lengthOf = (text: string): number => {
    const length = lengths.get(text) ?? cellText(column, text).length
    lengths.set(text, length)
    return length
  }
  return rows.reduce((most, { before, texts }) => {
    const text = texts[at] ?? ""
    const was = before === undefined || before === "none" ? undefined : before[at]
    // What was there stands struck behind what is there now, in smaller signs.
    const struck = was === undefined || was === text ? 0 : Math.max(1, lengthOf(was)) + 1
    return Math.max(most, lengthOf(text) + struck)
  }, 0)
}

/** How wide each column must be for what it holds, fitted to the room that there is. */
const widthsFor = ({ columns, grid }: ScreenGrid, room: number): ReadonlyArray<number> => {
  const rows = grid.value?.rows ?? []
  const fits = columns.value.map((column, at): Fit => {
    const longest = longestIn(column, at, rows)
    const unit = Math.min(unitSignsMax, (column.unit ?? "").length) * 0.9
    const head = columnTitle(column.name).length * 1.08
    const least = Math.min(widthEnough, widthOf(longest))
    return { wanted: widthOf(Math.max(longest, head, unit)), least }
  })
  const sum = fits.reduce((total, { wanted }) => total + wanted, 0)
  const left = room - rowHeadWidth - sum - 14
  return left <= 0
    ? narrowed(fits, -left)
    : fits.map(({ wanted }) => Math.floor(wanted + (left * wanted) / sum))
}

const heightsOf = (rows: ReadonlyArray<ShownRow>) =>
  rows.flatMap(({ kind }, index) =>
    kind === "remedies" ? [{ type: "rgRow" as const, index, size: remediesHeight }] : [],
  )

/** Draws the rows into an element for as long as it is shown; gives what ends that. */
const drawGrid = async (host: HTMLElement, grid: ScreenGrid): Promise<() => void> => {
  const { defineCustomElements } = await import("@revolist/revogrid/loader")
  await defineCustomElements()
  const {
    columns,
    drawnColumn,
    filters,
    hits,
    keepSelected,
    rowComments,
    rowHeads,
    shownRows,
    sort,
  } = grid
  const element = document.createElement("revo-grid")
  Object.assign(element, {
    rowSize: rowHeight,
    rowClass: "rowClass",
    range: true,
    readonly: true,
    resize: true,
    filter: false,
    useClipboard: false,
    canDrag: false,
    hideAttribution: true,
    frameSize: 12,
    theme: "workbench",
  })
  const picked = keepSelected(element)
  completeRoles(element, grid)
  const ends = [
    effect(() => {
      // The language and the order of rows are drawn into heads and cells.
      void language.value
      void sort.value
      void filters.value
      void rowComments.value
      const widths = widthsFor(grid, host.clientWidth)
      element.columns = columns.value.map((column, at) =>
        drawnColumn(column, at, widths[at] ?? widthMin),
      )
    }),
    effect(() => {
      // Verdicts are drawn into heads, too.
      const isWide = hasVerdicts() || hits.value !== null
      element.rowHeaders = rowHeads(isWide ? rowHeadWidthCounted : rowHeadWidth)
    }),
    effect(() => {
      const rows = shownRows.value
      const hadFocus = element.contains(document.activeElement)
      element.rowDefinitions = heightsOf(rows)
      element.source = [...rows]
      picked.rowsCame(hadFocus)
    }),
  ]
  host.append(element)
  return () => {
    for (const end of ends) end()
    picked.end()
    element.remove()
  }
}

/** The rows of the table: a grid that is walked by keys, and edited in the strip above it. */
export const GridView = (): JSX.Element => {
  const grid = useGrid()
  const { beginEdit, copiedText, emptyCells, gridKeys, openFile, paste, selectedLines } = grid
  const host = useRef<HTMLDivElement>(null)
  useEffect(() => {
    let end: (() => void) | undefined
    let isOver = false
    if (host.current === null) return
    void drawGrid(host.current, grid).then((found) => {
      if (isOver) found()
      else end = found
    })
    const leave = followLostKeys(host.current, gridKeys)
    return () => {
      isOver = true
      leave()
      end?.()
    }
  }, [])
  return (
    <div
      ref={host}
      class="grid-host"
      data-region="grid"
      aria-label={openFile.value}
      onKeyDown={gridKeys}
      onDblClick={() => beginEdit("words")}
      onCopy={(event) => {
        if (selectedLines().length === 0) return
        event.clipboardData?.setData("text/plain", copiedText())
        event.preventDefault()
      }}
      onCut={(event) => {
        if (selectedLines().length === 0) return
        event.clipboardData?.setData("text/plain", copiedText())
        event.preventDefault()
        void emptyCells()
      }}
      onPaste={(event) => {
        event.preventDefault()
        void paste(event.clipboardData?.getData("text/plain") ?? "")
      }}
    />
  )
}

const cells = 'revogr-data[col-type="rgCol"] [role="gridcell"]'

/** Heads are in a row, and one cell can be reached by Tab: the grid's element leaves both out. */
const settle = (element: HTMLElement): void => {
  for (const row of element.querySelectorAll(".header-rgRow")) row.setAttribute("role", "row")
  element.setAttribute("tabindex", "-1")
  if (element.querySelector(`${cells}[tabindex="0"]`) !== null) return
  element.querySelector(cells)?.setAttribute("tabindex", "0")
}

/** Completes the roles of a grid's element, and leads who comes by Tab to the selected cell. */
const completeRoles = (
  element: HTMLElement,
  { focusCell, select, selection }: ScreenGrid,
): void => {
  let isDue = false
  const soon = (): void => {
    if (isDue) return
    isDue = true
    requestAnimationFrame(() => {
      isDue = false
      settle(element)
    })
  }
  for (const event of ["afterheaderrender", "aftergridrender", "afterrender"]) {
    element.addEventListener(event, soon)
  }
  element.addEventListener("focusin", ({ relatedTarget, target }) => {
    if (!(target instanceof HTMLElement) || target.role !== "gridcell") return
    for (const cell of element.querySelectorAll(`${cells}[tabindex="0"]`)) {
      if (cell !== target) cell.setAttribute("tabindex", "-1")
    }
    target.setAttribute("tabindex", "0")
    if (relatedTarget instanceof Node && element.contains(relatedTarget)) return
    if (selection.peek() === null) void select({ row: 0, column: 0 })
    else void focusCell()
  })
}
