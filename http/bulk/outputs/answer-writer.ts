import type { AnswerCell } from "../rows/answer-cells.ts"
import type { AnswerForm } from "../rows/answer-form.ts"
import { writtenColumns } from "../rows/answer-form.ts"
import { csvLine } from "../rows/csv-cell.ts"
import type { AnswerTarget } from "./answer-target.ts"

/** Writes what the threads make of answers in the format that was asked for. */
export interface AnswerWriter {
  readonly write: (lines: Uint8Array) => Promise<void>
  readonly end: () => Promise<void>
}

/** A row as the threads hand it on to a binary format. */
export type BinaryRow = ReadonlyArray<AnswerCell>

/** The rows of lines of JSON. */
const rowsIn = (lines: Uint8Array): ReadonlyArray<BinaryRow> =>
  JSON.parse(`[${Buffer.from(lines).toString().trimEnd().replaceAll("\n", ",")}]`)

/** Lines as they are, behind a header where there is one. */
const textWriter = (target: AnswerTarget, header: string): AnswerWriter => {
  let isBegun = header === ""
  const begin = async (): Promise<void> => {
    if (isBegun) return
    isBegun = true
    await target.write(Buffer.from(header))
  }
  return {
    write: async (lines) => {
      await begin()
      await target.write(lines)
    },
    end: async () => {
      await begin()
      await target.finish()
    },
  }
}

/** Loads what writes a format, and prepares it. */
export const makeAnswerWriter = async (
  form: AnswerForm,
  target: AnswerTarget,
): Promise<AnswerWriter> => {
  const columns = writtenColumns(form)
  switch (form.format) {
    case "ndjson":
      return textWriter(target, "")
    case "csv":
      return textWriter(target, `${csvLine(columns.map(({ name }) => name))}\n`)
    case "xlsx": {
      const { workbookWriter } = await import("./workbook-writer.ts")
      return binary(await workbookWriter(columns, target))
    }
    case "parquet": {
      const { parquetWriter } = await import("./parquet-writer.ts")
      return binary(await parquetWriter(columns, target))
    }
    case "arrow": {
      const { arrowWriter } = await import("./arrow-writer.ts")
      return binary(await arrowWriter(columns, target))
    }
  }
}

/** What takes rows one piece after the other. */
export interface RowWriter {
  readonly put: (rows: ReadonlyArray<BinaryRow>) => Promise<void>
  readonly end: () => Promise<void>
}

const binary = ({ end, put }: RowWriter): AnswerWriter => ({
  write: (lines) => put(rowsIn(lines)),
  end,
})
