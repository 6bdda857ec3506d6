import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import type { Cell, CellValue, Sheet } from "hucre/xlsx"

/** What a cell shows that is no value: an error, or a formula that was never computed. */
export interface CellFault {
  /** What stands there, as the end of a sentence: `the error #REF!`. */
  readonly fault: string
}

/** What a cell holds, null where it is empty; a date is text: `2026-12-31`, or with its time behind a T. */
export type ReadCell = string | number | boolean | null | CellFault

/** One sheet as read: its cells row by row; rows end at their last cell. */
export interface ReadSheet {
  readonly name: string
  readonly hidden: boolean
  readonly rows: ReadonlyArray<ReadonlyArray<ReadCell>>
}

/** A file is no workbook that can be read. */
export class WorkbookUnreadable extends Data.TaggedError("WorkbookUnreadable")<{
  readonly reason: string
}> {
  override get message() {
    return `This is no XLSX workbook that can be read: ${this.reason}`
  }
}

/** The largest file that is taken for a workbook. */
const bytesMax = 64 * 1024 * 1024

/** A day alone where it is midnight; else with its time to the second. */
const dateText = (date: Date): string => {
  const text = date.toISOString()
  return text.slice(0, text.endsWith("T00:00:00.000Z") ? "YYYY-MM-DD".length : -".000Z".length)
}

const isFormula = (cell: Cell | undefined): boolean => cell?.type === "formula"

const readCell = (value: CellValue, cell: Cell | undefined): ReadCell => {
  if (cell?.type === "error") return { fault: `the error ${String(value)}` }
  if (isFormula(cell) && value === null) return { fault: "a formula without a result" }
  if (typeof value === "number" && !Number.isFinite(value)) return { fault: "no finite number" }
  return value instanceof Date ? dateText(value) : value
}

const readSheet = ({ cells, hidden, name, rows, veryHidden }: Sheet): ReadSheet => ({
  name,
  hidden: hidden === true || veryHidden === true,
  rows: rows.map((row, line) =>
    row.map((value, column) => readCell(value, cells?.get(`${line},${column}`))),
  ),
})

const reasonOf = (cause: unknown): string =>
  cause instanceof Error ? cause.message : String(cause)

/**
 * Reads the sheets of an XLSX workbook, hidden ones too. Formulas are read by the result that the
 * spreadsheet computed.
 */
export const readWorkbook = Effect.fn("readWorkbook")(function* (
  bytes: Uint8Array,
): Effect.fn.Return<ReadonlyArray<ReadSheet>, WorkbookUnreadable> {
  if (bytes.length > bytesMax) {
    return yield* new WorkbookUnreadable({ reason: `it has more than ${bytesMax} bytes` })
  }
  return yield* Effect.tryPromise({
    try: async () => {
      const { readXlsx } = await import("hucre/xlsx")
      return (await readXlsx(bytes)).sheets.map(readSheet)
    },
    catch: (cause) => new WorkbookUnreadable({ reason: reasonOf(cause) }),
  })
})
