import type { CellValue } from "hucre/xlsx"
import { escaped, type WrittenValue } from "./write-workbook.ts"

/** A column of a sheet that is written as its rows come. */
export interface StreamedColumn {
  readonly header: string
  /** In characters. */
  readonly width: number
  /** A number format; left out for the usual one. */
  readonly format?: string
}

/** A sheet that is written as its rows come. */
export interface StreamedSheet {
  readonly name: string
  readonly columns: ReadonlyArray<StreamedColumn>
  readonly rows: AsyncIterable<ReadonlyArray<WrittenValue>>
  /** The most rows with the header; what a spreadsheet can show where it is left out. */
  readonly rowsMax?: number
}

/** What a spreadsheet can show: rows of a sheet with its header, and characters of a cell. */
const sheetLimits = { rows: 1_048_576, textLength: 32_767 } as const

const grouped = new Intl.NumberFormat("en")

const cellValue = (value: WrittenValue): CellValue => {
  if (typeof value === "string" && value.length > sheetLimits.textLength) {
    const most = grouped.format(sheetLimits.textLength)
    throw new Error(`a cell of a workbook has at most ${most} characters`)
  }
  return escaped(value)
}

// The rows up to what a sheet can hold; throws behind that.
async function* within(
  rows: StreamedSheet["rows"],
  rowsMax: number,
): AsyncGenerator<Array<CellValue>> {
  let count = 1
  for await (const row of rows) {
    count += 1
    if (count > rowsMax) {
      const most = grouped.format(rowsMax)
      throw new Error(`a sheet of a workbook has at most ${most} rows; write CSV or Parquet`)
    }
    yield row.map(cellValue)
  }
}

/**
 * Writes a workbook of one sheet with a frozen header, in memory that does not grow with its rows.
 * Throws where there are more rows than a sheet can hold.
 *
 * @yields the bytes of the file
 */
export async function* streamSheet({
  columns,
  name,
  rows,
  rowsMax = sheetLimits.rows,
}: StreamedSheet): AsyncGenerator<Uint8Array> {
  const { writeXlsxStream } = await import("hucre/xlsx")
  yield* writeXlsxStream(within(rows, rowsMax), {
    name,
    columns: columns.map(({ format, ...column }) => ({
      ...column,
      ...(format === undefined ? {} : { numFmt: format }),
    })),
    freezePane: { rows: 1 },
    maxRowsPerSheet: Number.POSITIVE_INFINITY,
  })
}
