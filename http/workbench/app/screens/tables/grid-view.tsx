import { effect } from "@preact/signals"
import type { ColumnGrouping, ColumnRegular } from "@revolist/revogrid"
import type { JSX } from "preact"
import { useEffect, useRef } from "preact/hooks"
import { language } from "../../kit/language.ts"
import { cellText } from "./cell-text.ts"
import { columnTitle } from "./column-title.ts"
import { followLostKeys } from "./grid-focus.ts"
import { peopleHere } from "../../kit/presence.ts"
import { type ScreenGrid, useGrid } from "./grid.ts"
import { hasVerdicts } from "./table-cases.tsx"
import type { ShownRow } from "./shown-rows.ts"
import type { ColumnGroup, ShownColumn } from "../../../../../rules/changes/grid/column-look.ts"
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

/** How wide each column must be for what it holds, fitted to the room that there is; some are drawn wide. */
const widthsFor = ({ grid, shown, widthsPx }: ScreenGrid, room: number): ReadonlyArray<number> => {
  const rows = grid.value?.rows ?? []
  const drawn = widthsPx.value
  const fits = shown.value.map(({ at, column }): Fit => {
    const own = drawn[column.name]
    if (own !== undefined) return { wanted: own, least: own }
    const longest = longestIn(column, at, rows)
    const unit = Math.min(unitSignsMax, (column.unit ?? "").length) * 0.9
    const head = columnTitle(column.name).length * 1.08
    const least = Math.min(widthEnough, widthOf(longest))
    return { wanted: widthOf(Math.max(longest, head, unit)), least }
  })
  const sum = fits.reduce((total, { wanted }) => total + wanted, 0)
  const left = room - rowHeadWidth - sum - 14
  if (left <= 0) return narrowed(fits, -left)
  const isOwn = shown.value.map(({ column }) => drawn[column.name] !== undefined)
  const free = fits.reduce((total, { wanted }, at) => total + (isOwn[at] === true ? 0 : wanted), 0)
  return fits.map(({ wanted }, at) =>
    isOwn[at] === true ? wanted : Math.floor(wanted + (left * wanted) / free),
  )
}

/** Columns that stay leave at least so much of the room to those that scroll. */
const shareThatScrolls = 0.34

/** How many of the pinned columns there is room for; one that does not scroll at all leaves nothing to. */
const pinsThatFit = (
  shown: ReadonlyArray<ShownColumn>,
  widths: ReadonlyArray<number>,
  room: number,
): number => {
  const pins = shown.filter(({ isPinned }) => isPinned).length
  if (pins === shown.length) return 0
  const most = (room - rowHeadWidth) * (1 - shareThatScrolls)
  let [count, sum] = [0, widths[0] ?? 0]
  while (count < pins && sum <= most) {
    count += 1
    sum += widths[count] ?? 0
  }
  return count
}

/** The columns as the grid's element takes them: those of a group that stand together are under one head. */
const drawnColumns = (
  { drawnColumn, drawnGroup, shown }: ScreenGrid,
  widths: ReadonlyArray<number>,
  pins: number,
): Array<ColumnGrouping | ColumnRegular> => {
  const drawn: Array<ColumnGrouping | ColumnRegular> = []
  let run: { readonly group: ColumnGroup; readonly children: Array<ColumnRegular> } | undefined
  const end = (): void => {
    if (run !== undefined) drawn.push(drawnGroup(run.group, run.children))
    run = undefined
  }
  for (const [place, { at, column, group }] of shown.value.entries()) {
    const isPinned = place < pins
    const [isLead, isEdge] = [place === pins, place === pins - 1]
    const each = drawnColumn({ column, at, isLead, isPinned, isEdge }, widths[place] ?? widthMin)
    if (run !== undefined && (run.group !== group || place === pins)) end()
    if (group === null) drawn.push(each)
    else if (run === undefined) run = { group, children: [each] }
    else run.children.push(each)
  }
  end()
  return drawn
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
    filters,
    hits,
    keepSelected,
    keepWidths,
    pinsDrawn,
    rowComments,
    rowHeads,
    shown,
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
  let hadPeople = false
  const ends = [
    effect(() => {
      // The language and the order of rows are drawn into heads and cells.
      void language.value
      void sort.value
      void filters.value
      void rowComments.value
      const widths = widthsFor(grid, host.clientWidth)
      const pins = pinsThatFit(shown.value, widths, host.clientWidth)
      element.columns = drawnColumns(grid, widths, pins)
      pinsDrawn.value = pins
      picked.columnsCame()
    }),
    effect(() => {
      // Who is in a cell is drawn into it, and moves with every key: columns and rows stay as they are.
      if (peopleHere.value.length > 0 || hadPeople) void element.refresh("all")
      hadPeople = peopleHere.value.length > 0
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
  element.addEventListener("aftercolumnresize", (event) => {
    const sized = Object.values((event as CustomEvent<Record<string, ColumnRegular>>).detail)
    keepWidths(
      Object.fromEntries(
        sized.flatMap(({ prop, size }) => (size === undefined ? [] : [[String(prop), size]])),
      ),
    )
  })
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

const cells = 'revogr-data:is([col-type="rgCol"], [col-type="colPinStart"]) [role="gridcell"]'

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
