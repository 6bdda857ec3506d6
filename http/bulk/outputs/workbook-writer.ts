import { formulasMarked } from "../../../core/table/csv.ts"
import type { AnswerColumn } from "../rows/answer-columns.ts"
import { type StreamedColumn, streamSheet } from "../../tables/forms/stream-sheet.ts"
import type { AnswerTarget, BinaryRow, RowWriter } from "./row-writer.ts"

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
  // A writer that waits for a row to be taken learns when none is taken any more.
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

/** Hands what comes piece by piece to what takes it one by one. */
export interface RowFeed<Row> {
  /** The rows, as they are put in. */
  readonly rows: AsyncIterable<Row>
  /** Hands rows on; resolves when more are asked for. */
  readonly put: (rows: ReadonlyArray<Row>) => Promise<void>
  /** There are no more rows. */
  readonly end: () => void
}

const withResolver = <A>() => {
  let resolve: (value: A) => void = () => {}
  const promise = new Promise<A>((resolved) => {
    resolve = resolved
  })
  return { promise, resolve }
}

/** A feed of rows: it holds what was put in last, never more. */
const makeRowFeed = <Row>(): RowFeed<Row> => {
  type Coming = ReadonlyArray<Row> | undefined
  let { promise: coming, resolve: wake } = withResolver<Coming>()
  let askForMore = (): void => {}
  async function* taken(): AsyncGenerator<Row> {
    for (let batch = await coming; batch !== undefined; batch = await coming) {
      ;({ promise: coming, resolve: wake } = withResolver<Coming>())
      yield* batch
      askForMore()
    }
  }
  return {
    rows: taken(),
    put: (rows) =>
      new Promise((resolve) => {
        askForMore = resolve
        wake(rows)
      }),
    end: () => wake(undefined),
  }
}
