import { effect } from "@preact/signals"
import type { JSX } from "preact"
import { useEffect, useRef } from "preact/hooks"
import { language } from "../../kit/language.ts"
import { cellText } from "./cell-text.ts"
import { columnTitle } from "./grid-cells.ts"
import { type ScreenGrid, useGrid } from "./grid.ts"
import type { ShownRow } from "./shown-rows.ts"

const rowHeight = 34
const remediesHeight = 44
const rowHeadWidth = 60
/** How wide a sign of a cell is, about; columns are sized by what they hold. */
const signWidth = 7.4
const widthMin = 76
const widthMax = 300
const sampled = 300
/** A unit that is longer is cut short, and told in full in the strip. */
const unitSignsMax = 12

/** Wider columns give way, down to this, so that figures at the end of a row are in sight. */
const widthEnough = 92

/** Widths that give way by so much together, the widest by most. */
const narrowed = (widths: ReadonlyArray<number>, by: number): ReadonlyArray<number> => {
  const spare = widths.map((width) => Math.max(0, width - widthEnough))
  const all = spare.reduce((total, width) => total + width, 0)
  const share = all === 0 ? 0 : Math.min(1, by / all)
  return widths.map((width, at) => Math.floor(width - (spare[at] ?? 0) * share))
}

/** How wide each column must be for what it holds, fitted to the room that there is. */
const widthsFor = ({ columns, grid }: ScreenGrid, room: number): ReadonlyArray<number> => {
  const rows = grid.value?.rows.slice(0, sampled) ?? []
  const wanted = columns.value.map((column, at) => {
    const longest = rows.reduce((most, { before, texts }) => {
      const now = cellText(column, texts[at] ?? "").length
      const was = before === undefined || before === "none" ? 0 : (before[at] ?? "").length
      return Math.max(most, was > 0 && before?.[at] !== texts[at] ? now + was : now)
    }, 0)
    const unit = Math.min(unitSignsMax, (column.unit ?? "").length) * 0.9
    const head = columnTitle(column.name).length * 1.08
    const width = Math.max(longest, head, unit) * signWidth + 20
    return Math.min(widthMax, Math.max(widthMin, Math.round(width)))
  })
  const sum = wanted.reduce((total, width) => total + width, 0)
  const left = room - rowHeadWidth - sum - 14
  return left <= 0
    ? narrowed(wanted, -left)
    : wanted.map((width) => Math.floor(width + (left * width) / sum))
}

const heightsOf = (rows: ReadonlyArray<ShownRow>) =>
  rows.flatMap(({ kind }, index) =>
    kind === "remedies" ? [{ type: "rgRow" as const, index, size: remediesHeight }] : [],
  )

/** Draws the rows into an element for as long as it is shown; gives what ends that. */
const drawGrid = async (host: HTMLElement, grid: ScreenGrid): Promise<() => void> => {
  const { defineCustomElements } = await import("@revolist/revogrid/loader")
  await defineCustomElements()
  const { columns, drawnColumn, keepSelected, rowComments, rowHeads, shownRows, sort } = grid
  const element = document.createElement("revo-grid")
  Object.assign(element, {
    rowHeaders: rowHeads(rowHeadWidth),
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
      void rowComments.value
      element.columns = columns.value.map((column, at) =>
        drawnColumn(column, at, widthsFor(grid, host.clientWidth)[at] ?? widthMin),
      )
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
  const { beginEdit, copiedText, gridKeys, openFile, paste, selectedLines } = grid
  const host = useRef<HTMLDivElement>(null)
  useEffect(() => {
    let end: (() => void) | undefined
    let isOver = false
    if (host.current !== null) {
      void drawGrid(host.current, grid).then((found) => {
        if (isOver) found()
        else end = found
      })
    }
    return () => {
      isOver = true
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
      onDblClick={() => beginEdit(null)}
      onCopy={(event) => {
        if (selectedLines().length === 0) return
        event.clipboardData?.setData("text/plain", copiedText())
        event.preventDefault()
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
