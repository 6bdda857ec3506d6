import { type ArrowKind, makeArrowWriter } from "../../spreadsheets/arrow/write-arrow.ts"
import type { AnswerCell } from "../rows/answer-cells.ts"
import type { AnswerColumn } from "../rows/answer-columns.ts"
import type { BinaryRow, RowWriter } from "./answer-writer.ts"
import type { AnswerTarget } from "./answer-target.ts"

/** Rows are written in record batches of at least this many, which are held until then. */
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
  let rows: Array<BinaryRow> = []
  const writeRows = async (): Promise<void> => {
    if (rows.length === 0) return
    const values = typed.map(({ kind }, index) =>
      rows.map((row) => valueOf(kind, row[index] ?? null)),
    )
    rows = []
    await target.write(writer.batch(values))
  }
  return {
    put: async (more) => {
      await begin()
      rows.push(...more)
      if (rows.length >= batchRows) await writeRows()
    },
    end: async () => {
      await begin()
      await writeRows()
      await target.write(writer.end())
      await target.finish()
    },
  }
}
