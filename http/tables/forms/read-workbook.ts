import * as Effect from "effect/Effect"
import {
  isWorkbookFault,
  openArchive,
  type WorkbookFault,
  WorkbookTooLarge,
  WorkbookUnreadable,
} from "./xlsx/archive.ts"
import { readSharedTexts, readWorkbookIndex } from "./xlsx/workbook-index.ts"
import {
  type CellParts,
  makeIdleBudget,
  type ReadCell,
  type WorkbookRow,
  sheetRows,
} from "./xlsx/sheet-rows.ts"

export { isWorkbookFault, type WorkbookFault } from "./xlsx/archive.ts"
export type { CellFault, ReadCell, WorkbookRow } from "./xlsx/sheet-rows.ts"

/** One sheet as read: its cells row by row, all rows as long as the longest. */
export interface ReadSheet {
  readonly name: string
  readonly hidden: boolean
  readonly rows: ReadonlyArray<ReadonlyArray<ReadCell>>
}

/** A sheet whose rows have not been read. */
export interface OpenSheet {
  readonly name: string
  readonly hidden: boolean
  /** Its rows that have cells, some at a time; throws a {@link WorkbookFault}. */
  readonly rows: () => AsyncGenerator<ReadonlyArray<WorkbookRow>>
}

/** A workbook whose sheets can be read. */
export interface OpenWorkbook {
  readonly sheets: ReadonlyArray<OpenSheet>
  /** How many bytes of the file have been read. */
  readonly bytesRead: () => number
}

/** The largest file that is taken for a workbook, in bytes. */
export const workbookBytesMax = 64 * 1024 * 1024

/** What is held of a workbook that is read as a whole: rows, and cells with the empty ones between them. */
const heldMax = { rows: 200_000, cells: 2_000_000 } as const

const faultOf = (cause: unknown): WorkbookFault =>
  isWorkbookFault(cause)
    ? cause
    : new WorkbookUnreadable({ reason: cause instanceof Error ? cause.message : String(cause) })

/**
 * Opens an XLSX workbook, so that each of its sheets can be read as it is uncompressed; hidden ones are
 * among them. Formulas are read by the result that the spreadsheet computed. What a file uncompresses to
 * is counted, and bounded in each of its parts.
 */
export const openWorkbook = (bytes: Uint8Array): Effect.Effect<OpenWorkbook, WorkbookFault> =>
  bytes.length > workbookBytesMax
    ? new WorkbookTooLarge({ part: "the workbook", what: "bytes", max: workbookBytesMax })
    : Effect.tryPromise({
        try: async () => {
          const archive = openArchive(bytes)
          const { dateStyles, from1904, sharedTexts, sheets } = await readWorkbookIndex(archive)
          const { serialToDate } = await import("hucre")
          const dateOf = (serial: number): Date => serialToDate(serial, from1904)
          const budget = makeIdleBudget()
          let texts: Promise<ReadonlyArray<string>> | undefined
          async function* rowsOf(part: string): AsyncGenerator<ReadonlyArray<WorkbookRow>> {
            texts ??=
              sharedTexts === undefined
                ? Promise.resolve([])
                : readSharedTexts(archive, sharedTexts)
            const parts: CellParts = { sharedTexts: await texts, dateStyles, dateOf, budget }
            yield* sheetRows(archive, part, parts)
          }
          return {
            sheets: sheets.map(({ part, ...sheet }) => ({ ...sheet, rows: () => rowsOf(part) })),
            bytesRead: archive.bytesRead,
          }
        },
        catch: faultOf,
      })

/** Reads the sheets of an XLSX workbook as a whole, hidden ones too. */
export const readWorkbook = Effect.fn("readWorkbook")(function* (
  bytes: Uint8Array,
): Effect.fn.Return<ReadonlyArray<ReadSheet>, WorkbookFault> {
  const { sheets } = yield* openWorkbook(bytes)
  let heldRows = 0
  let heldCells = 0
  const hold = (what: keyof typeof heldMax, count: number): void => {
    if (count <= heldMax[what]) return
    throw new WorkbookTooLarge({ part: "the workbook", what, max: heldMax[what] })
  }
  const collect = async ({ rows: read, ...sheet }: OpenSheet): Promise<ReadSheet> => {
    const rows: Array<ReadonlyArray<ReadCell>> = []
    let width = 0
    for await (const some of read()) {
      for (const { cells, number } of some) {
        width = Math.max(width, cells.length)
        hold("rows", heldRows + number)
        hold("cells", heldCells + number * width)
        while (rows.length < number - 1) rows.push([])
        rows.push(cells)
      }
    }
    heldRows += rows.length
    heldCells += rows.length * width
    const filling = (count: number): ReadonlyArray<null> =>
      Array.from({ length: count }, () => null)
    return { ...sheet, rows: rows.map((row) => [...row, ...filling(width - row.length)]) }
  }
  return yield* Effect.forEach(sheets, (sheet) =>
    Effect.tryPromise({ try: () => collect(sheet), catch: faultOf }),
  )
})
