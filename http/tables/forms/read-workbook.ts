import * as Effect from "effect/Effect"
import type { DayCount } from "../../../core/spreadsheet-repairs/serial-day.ts"
import {
  isWorkbookFault,
  openArchive,
  type WorkbookFault,
  WorkbookTooLarge,
  workbookUnreadable,
} from "./xlsx/archive.ts"
import {
  readSharedTexts,
  readWorkbookIndex,
  type SheetKind,
  type SheetPlace,
} from "./xlsx/workbook-index.ts"
import { makeTextStore, type TextStore } from "./xlsx/text-store.ts"
import {
  type CellParts,
  makeIdleBudget,
  type ReadCell,
  type WorkbookRow,
  sheetLimits,
  sheetRows,
} from "./xlsx/sheet-rows.ts"

export { isWorkbookFault, type WorkbookFault } from "./xlsx/archive.ts"
export type { CellFault, ReadCell, WorkbookRow } from "./xlsx/sheet-rows.ts"

/** One sheet as read: its cells row by row, all rows as long as the longest; none where it is no sheet of cells. */
export interface ReadSheet {
  readonly name: string
  readonly hidden: boolean
  readonly kind: SheetKind
  /** The names that the workbook has for cells of it; they stay with it when it is called otherwise. */
  readonly names: ReadonlyArray<string>
  readonly rows: ReadonlyArray<ReadonlyArray<ReadCell>>
  /** From which year bare numbers count days. */
  readonly days: DayCount
}

/** A sheet whose rows have not been read. */
export interface OpenSheet {
  readonly name: string
  readonly hidden: boolean
  readonly kind: SheetKind
  readonly names: ReadonlyArray<string>
  /** Its rows that hold anything, some at a time; throws a {@link WorkbookFault}. */
  readonly rows: () => AsyncGenerator<ReadonlyArray<WorkbookRow>>
}

/** A workbook whose sheets can be read. */
export interface OpenWorkbook {
  readonly sheets: ReadonlyArray<OpenSheet>
  /** From which year bare numbers count days. */
  readonly days: DayCount
  /** How many bytes of the file have been read. */
  readonly bytesRead: () => number
}

/** The largest file that is taken for a workbook, in bytes. */
export const workbookBytesMax = 64 * 1024 * 1024

/**
 * What is held of a workbook that is read as a whole: rows that hold anything, their cells with the empty ones between
 * them, and the characters of all texts. Empty rows between others have a place, and take nothing else.
 */
const heldMax = {
  rows: 200_000,
  emptyRows: 4 * sheetLimits.rows,
  cells: 2_000_000,
  charactersInAll: 32 * 1024 * 1024,
} as const

/**
 * What a sheet is that no cells are read of, as the end of a sentence; undefined where they are read.
 *
 * ```ts
 * import { describeSheetKind } from "../http/tables/forms/read-workbook.ts"
 *
 * describeSheetKind("chart") // => "is a chart"
 * describeSheetKind("cells") // => undefined
 * ```
 */
export const describeSheetKind = (kind: SheetKind): string | undefined => {
  switch (kind) {
    case "cells":
      return undefined
    case "chart":
      return "is a chart"
    case "dialog":
      return "is a dialog"
    case "macros":
      return "holds macros"
    case "lost":
      return "has no cells in the file"
  }
}

const faultOf = (cause: unknown): WorkbookFault =>
  isWorkbookFault(cause)
    ? cause
    : workbookUnreadable({
        _tag: "Thrown",
        says: cause instanceof Error ? cause.message : String(cause),
      })

/**
 * Opens an XLSX workbook, so that each of its sheets can be read as it is uncompressed; hidden ones are
 * among them. Formulas are read by the result that the spreadsheet computed. What a file uncompresses to
 * is counted, and bounded in each of its parts.
 */
export const openWorkbook = (bytes: Uint8Array): Effect.Effect<OpenWorkbook, WorkbookFault> =>
  bytes.length > workbookBytesMax
    ? new WorkbookTooLarge({ part: null, what: "bytes", max: workbookBytesMax })
    : Effect.tryPromise({
        try: async () => {
          const archive = openArchive(bytes)
          const { dateStyles, from1904, sharedTexts, sheets } = await readWorkbookIndex(archive)
          const { serialToDate } = await import("hucre")
          const dateOf = (serial: number): Date => serialToDate(serial, from1904)
          const days: DayCount = from1904 ? "from1904" : "from1900"
          const budget = makeIdleBudget()
          let texts: Promise<TextStore> | undefined
          async function* rowsOf({
            kind,
            name,
            part,
          }: SheetPlace): AsyncGenerator<ReadonlyArray<WorkbookRow>> {
            if (kind !== "cells") return
            texts ??=
              sharedTexts === undefined
                ? Promise.resolve(makeTextStore())
                : readSharedTexts(archive, sharedTexts)
            const parts: CellParts = { sharedTexts: await texts, dateStyles, dateOf, budget }
            try {
              yield* sheetRows(archive, part, parts)
            } catch (cause) {
              throw isWorkbookFault(cause) ? cause.inSheet(name) : cause
            }
          }
          return {
            sheets: sheets.map((sheet) => {
              const { hidden, kind, name, names } = sheet
              return { name, hidden, kind, names, rows: () => rowsOf(sheet) }
            }),
            days,
            bytesRead: archive.bytesRead,
          }
        },
        catch: faultOf,
      })

/** Reads the sheets of an XLSX workbook as a whole, hidden ones too; rows of blanks alone are empty ones. */
export const readWorkbook = Effect.fn("readWorkbook")(function* (
  bytes: Uint8Array,
): Effect.fn.Return<ReadonlyArray<ReadSheet>, WorkbookFault> {
  const { days, sheets } = yield* openWorkbook(bytes)
  const hold = makeHolding()
  const collect = async ({ rows: read, ...sheet }: OpenSheet): Promise<ReadSheet> => {
    const found: Array<WorkbookRow> = []
    let width = 0
    let last = 0
    for await (const some of read()) {
      for (const row of some) {
        // What somebody typed far below, and nobody sees.
        if (row.cells.every(isBlank)) continue
        const widened = Math.max(width, row.cells.length)
        hold("rows", 1)
        hold("emptyRows", row.number - last - 1)
        // It is filled up to the widest row; where it is the widest, those before it are filled up to it.
        hold("cells", widened + found.length * (widened - width))
        hold("charactersInAll", charactersIn(row))
        width = widened
        last = row.number
        found.push({ ...row, cells: row.cells.map(ownCell) })
      }
    }
    return { ...sheet, rows: placed(found, width), days }
  }
  return yield* Effect.forEach(sheets, (sheet) =>
    Effect.tryPromise({ try: () => collect(sheet), catch: faultOf }),
  )
})

/** Counts what is held of a workbook; throws where that is more than can be. */
const makeHolding = () => {
  const held = { rows: 0, emptyRows: 0, cells: 0, charactersInAll: 0 }
  return (what: keyof typeof heldMax, count: number): void => {
    held[what] += count
    if (held[what] <= heldMax[what]) return
    throw new WorkbookTooLarge({ part: null, what, max: heldMax[what] })
  }
}

const isBlank = (cell: ReadCell): boolean =>
  cell === null || (typeof cell === "string" && cell.trim() === "")

const charactersIn = ({ cells }: WorkbookRow): number =>
  cells.reduce<number>((sum, cell) => sum + (typeof cell === "string" ? cell.length : 0), 0)

/** A text that is held by itself: what a parser cuts out of a piece of a file would hold the piece. */
const ownCell = (cell: ReadCell): ReadCell =>
  typeof cell === "string" ? Buffer.from(cell, "utf16le").toString("utf16le") : cell

/** Rows at their places, filled up to a width; those that are empty are one and the same. */
const placed = (
  found: ReadonlyArray<WorkbookRow>,
  width: number,
): ReadonlyArray<ReadonlyArray<ReadCell>> => {
  const filling = (count: number): ReadonlyArray<null> => Array.from({ length: count }, () => null)
  const empty = filling(width)
  const length = found.at(-1)?.number ?? 0
  const rows: Array<ReadonlyArray<ReadCell>> = Array.from({ length }, () => empty)
  for (const { cells, number } of found) {
    rows[number - 1] = [...cells, ...filling(width - cells.length)]
  }
  return rows
}
