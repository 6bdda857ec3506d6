import { formulasMarked } from "../../../core/table/csv.ts"
import { type StreamedColumn, streamSheet } from "../../spreadsheets/stream-sheet.ts"
import type { AnswerColumn } from "../rows/answer-columns.ts"
import type { BinaryRow, RowWriter } from "./answer-writer.ts"
import type { AnswerTarget } from "./answer-target.ts"
import { makeRowFeed } from "./row-feed.ts"

/** Widths of columns, in characters: of texts, and of all else. */
const widths = { text: 24, other: 14 } as const

const streamed = ({ kind, name }: AnswerColumn): StreamedColumn => ({
  header: name,
  width: Math.max(name.length + 2, kind === "text" ? widths.text : widths.other),
})

// Rows as people open them: a text that is edited there would become the formula that it looks like.
async function* marked(rows: AsyncIterable<BinaryRow>): AsyncGenerator<BinaryRow> {
  for await (const row of rows) {
    yield row.map((cell) => (typeof cell === "string" ? formulasMarked(cell) : cell))
  }
}

/** Writes rows into the one sheet of a workbook, as they come. */
export const workbookWriter = async (
  columns: ReadonlyArray<AnswerColumn>,
  target: AnswerTarget,
): Promise<RowWriter> => {
  const feed = makeRowFeed<BinaryRow>()
  const sheet = streamSheet({
    name: "answers",
    columns: columns.map(streamed),
    rows: marked(feed.rows),
  })
  const writing = (async () => {
    for await (const bytes of sheet) await target.write(bytes)
  })()
  // Whoever waits for a row to be taken is told when none is taken any more.
  const failed = new Promise<never>((_, reject) => void writing.catch(reject))
  failed.catch(() => {})
  return {
    put: (rows) => Promise.race([feed.put(rows), failed]),
    end: async () => {
      feed.end()
      await writing
      await target.finish()
    },
  }
}
