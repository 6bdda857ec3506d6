import type { ReadonlySignal } from "@preact/signals"

/** A cell by its place among those that are shown. */
export interface CellPlace {
  readonly row: number
  readonly column: number
}

/** The part of the grid's element that the selection works on. */
export type GridElement = HTMLRevoGridElement

/**
 * Tells where cells are in the grid's element: it draws the columns that stay and those that scroll as two
 * parts, each counted from 0, and selects in one of them alone.
 */
export const makeGridParts = (pinsDrawn: ReadonlySignal<number>) => {
  const partOf = (column: number): { readonly type: PartType; readonly x: number } => {
    const pins = pinsDrawn.peek()
    return column < pins ? { type: pinned, x: column } : { type: scrolled, x: column - pins }
  }

  /** The first column of a part. */
  const startOf = (type: PartType): number => (type === pinned ? 0 : pinsDrawn.peek())

  /** The element of a cell; null where it is not drawn. */
  const cellIn = (element: GridElement | undefined, place: CellPlace): HTMLElement | null => {
    const { type, x } = partOf(place.column)
    return (
      element?.querySelector<HTMLElement>(
        `revogr-data[type="rgRow"][col-type="${type}"] [data-rgrow="${place.row}"][data-rgcol="${x}"]`,
      ) ?? null
    )
  }

  /** The place of the cell that something is in. */
  const placeAt = (target: EventTarget | null): CellPlace | undefined => {
    const cell = target instanceof Element ? target.closest<HTMLElement>("[role=gridcell]") : null
    const [row, x] = [Number(cell?.dataset["rgrow"]), Number(cell?.dataset["rgcol"])]
    const type = partAround(cell)
    if (type === undefined || !Number.isInteger(row) || !Number.isInteger(x)) return undefined
    return { row, column: startOf(type) + x }
  }

  /** The first column of the part that an event of the element is about. */
  const startAround = ({ target }: Event): number => {
    const cell = target instanceof Element ? target.querySelector("[role=gridcell]") : null
    return startOf(partAround(cell) ?? scrolled)
  }

  /** Selects from a cell to another one, in both parts where that reaches into both. */
  const selectIn = async (
    element: GridElement | undefined,
    start: CellPlace,
    end: CellPlace,
  ): Promise<void> => {
    const [from, to] = [partOf(start.column), partOf(end.column)]
    if (from.type === to.type) {
      return element?.setCellsFocus({ x: from.x, y: start.row }, { x: to.x, y: end.row }, from.type)
    }
    const isFromPinned = from.type === pinned
    const lastPinned = pinsDrawn.peek() - 1
    const edge = { x: isFromPinned ? lastPinned : 0, y: end.row }
    await element?.setCellsFocus({ x: from.x, y: start.row }, edge, from.type)
    const selected = (await element?.getProviders())?.selection
    const { rgRow, [to.type]: part } = selected?.storesByType ?? {}
    if (rgRow === undefined || part === undefined) return
    const beyond = { x: isFromPinned ? 0 : lastPinned, y: start.row }
    selected?.stores[rgRow]?.[part]?.setRange(beyond, { x: to.x, y: end.row })
  }

  return { cellIn, placeAt, startAround, selectIn }
}

const scrolled = "rgCol"
const pinned = "colPinStart"
type PartType = typeof pinned | typeof scrolled

/** The part of the grid that a cell is in; undefined for what is no cell of its rows. */
const partAround = (cell: Element | null): PartType | undefined => {
  const type = cell?.closest('revogr-data[type="rgRow"]')?.getAttribute("col-type")
  return [scrolled, pinned].find((each): each is PartType => each === type)
}
