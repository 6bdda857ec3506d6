import type { BasicType, ColumnSource } from "hyparquet-writer"
import type { AnswerCell } from "../rows/answer-rows.ts"
import type { AnswerColumn } from "../rows/answer-columns.ts"
import type { AnswerTarget, BinaryRow, RowWriter } from "./row-writer.ts"

/** Rows are written in groups of this many, which are held until then. */
const groupRows = 20_000

const types: Readonly<Record<AnswerColumn["kind"], BasicType>> = {
  text: "STRING",
  day: "STRING",
  id: "STRING",
  number: "DOUBLE",
  whole: "INT64",
  flag: "BOOLEAN",
}

/** A cell as its column takes it. */
const valueOf = (kind: AnswerColumn["kind"], cell: AnswerCell): unknown => {
  if (cell === null) return null
  if (kind === "whole") return BigInt(Number(cell))
  return types[kind] === "STRING" ? String(cell) : cell
}

/** Writes rows as Parquet, group by group. */
export const parquetWriter = async (
  columns: ReadonlyArray<AnswerColumn>,
  target: AnswerTarget,
): Promise<RowWriter> => {
  const { ByteWriter, ParquetWriter, schemaFromColumnData } = await import("hyparquet-writer")
  const bytes = new ByteWriter()
  const columnsOf = (rows: ReadonlyArray<BinaryRow>): Array<ColumnSource> =>
    columns.map(({ kind, name }, index) => ({
      name,
      type: types[kind],
      data: rows.map((row) => valueOf(kind, row[index] ?? null)),
    }))
  const schema = schemaFromColumnData({ columnData: columnsOf([]) })
  const writer = new ParquetWriter({ writer: bytes, schema, createdBy: "viatica" })
  const flush = async (): Promise<void> => {
    const written = bytes.getBytes()
    bytes.index = 0
    await target.write(written)
  }
  let group: Array<BinaryRow> = []
  const writeGroup = async (): Promise<void> => {
    if (group.length === 0) return
    await writer.write({ columnData: columnsOf(group), rowGroupSize: group.length })
    group = []
    await flush()
  }
  return {
    put: async (rows) => {
      group.push(...rows)
      if (group.length >= groupRows) await writeGroup()
    },
    end: async () => {
      await writeGroup()
      await writer.finish()
      await flush()
      await target.finish()
    },
  }
}
