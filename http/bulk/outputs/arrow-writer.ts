import { type ArrowKind, makeArrowWriter } from "../../tables/forms/arrow/write-arrow.ts"
import type { AnswerCell } from "../rows/answer-rows.ts"
import type { AnswerColumn } from "../rows/answer-columns.ts"
import type { AnswerTarget, RowWriter } from "./row-writer.ts"

/** Rows are written in record batches of this many, which are held until then, column by column. */
const batchRows = 8_192

const kinds: Readonly<Record<AnswerColumn["kind"], ArrowKind>> = {
  text: "text",
  day: "text",
  id: "text",
  number: "number",
  whole: "whole",
  flag: "flag",
}

/** A cell as its column takes it. */
const valueOf = (kind: ArrowKind, cell: AnswerCell): unknown => {
  if (cell === null) return null
  return kind === "text" ? String(cell) : cell
}

/** Writes rows as an Arrow IPC stream, batch by batch. */
export const arrowWriter = async (
  columns: ReadonlyArray<AnswerColumn>,
  target: AnswerTarget,
): Promise<RowWriter> => {
  const typed = columns.map(({ kind, name }) => ({ name, kind: kinds[kind] }))
  const writer = await makeArrowWriter(typed)
  let isBegun = false
  const begin = async (): Promise<void> => {
    if (!isBegun) await target.write(writer.begin())
    isBegun = true
  }
  const emptyColumns = () => typed.map((): Array<unknown> => [])
  let values = emptyColumns()
  let rowCount = 0
  const writeRows = async (): Promise<void> => {
    if (rowCount === 0) return
    const batch = writer.batch(values)
    values = emptyColumns()
    rowCount = 0
    await target.write(batch)
  }
  return {
    put: async (rows) => {
      await begin()
      for (let from = 0; from < rows.length;) {
        const some = rows.slice(from, from + batchRows - rowCount)
        for (const [index, { kind }] of typed.entries()) {
          for (const row of some) values[index]?.push(valueOf(kind, row[index] ?? null))
        }
        from += some.length
        rowCount += some.length
        if (rowCount === batchRows) await writeRows()
      }
    },
    end: async () => {
      await begin()
      await writeRows()
      await target.write(writer.end())
      await target.finish()
    },
  }
}
