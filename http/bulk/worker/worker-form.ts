import * as Effect from "effect/Effect"
import { answerColumns, type AnswerColumn, type AnswerShape } from "../rows/answer-columns.ts"
import { type AnswerForm, plainForm, writtenColumns } from "../rows/answer-form.ts"
import { WorkerFailed } from "./protocol.ts"

/** What a worker answers with in columns: lines of JSON, or record batches. */
export const workerFormats = ["ndjson", "arrow"] as const

/** A format of a worker's answers. */
export type WorkerFormat = (typeof workerFormats)[number]

/** Types of columns, by their names in Arrow. */
const columnTypes = {
  text: "utf8",
  day: "utf8",
  id: "utf8",
  number: "float64",
  whole: "int64",
  flag: "bool",
} as const satisfies Readonly<Record<AnswerColumn["kind"], string>>

/** A column of a worker's answers as its greeting tells it. */
export interface ToldColumn {
  readonly name: string
  readonly type: (typeof columnTypes)[AnswerColumn["kind"]]
}

/** The columns of answers in a form, those of refusals last; undefined where answers are whole. */
export const toldColumns = (form: AnswerForm): ReadonlyArray<ToldColumn> | undefined =>
  form.columns === undefined
    ? undefined
    : writtenColumns(form).map(({ kind, name }) => ({ name, type: columnTypes[kind] }))

const noRows =
  'no column "row" in the answers of a worker: its client shares rows out as it likes; give each an id'

const unknown = (detail: string): WorkerFailed =>
  new WorkerFailed({ error: "COLUMNS_UNKNOWN", detail })

/**
 * The form of a worker's answers: whole where neither columns nor Arrow are asked for; fails where a
 * column is not in them. Refusals stand among the answers, and rows have no number.
 */
export const workerForm = Effect.fnUntraced(function* (
  {
    columns: asked,
    format,
  }: { readonly columns: ReadonlyArray<string>; readonly format: WorkerFormat },
  shape: () => Promise<AnswerShape>,
): Effect.fn.Return<AnswerForm, WorkerFailed> {
  if (asked.length === 0 && format === "ndjson") return plainForm
  const found = yield* Effect.promise(shape)
  const usual = found.usual.filter((name) => name !== "row")
  const columns = yield* Effect.fromResult(answerColumns(asked, { ...found, usual })).pipe(
    Effect.mapError(unknown),
  )
  if (columns.some(({ from }) => from === "row")) {
    return yield* unknown(noRows)
  }
  return { ...plainForm, refusalsInline: true, format, columns, items: found.items }
})
