import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import {
  type AnswerColumn,
  answerColumns,
  type AnswerForm,
  type AnswerShape,
  plainForm,
  writtenColumns,
} from "../rows/answer-columns.ts"
import { protocolVersion, WorkerFailed, type WorkerNoun } from "./frames.ts"

/** What a worker says of itself before all else. */
export interface WorkerGreeting {
  readonly protocol: typeof protocolVersion
  /** Version and hash of the tables, as answers carry it. */
  readonly engineVersion: string
  /** The hash of the tables alone. */
  readonly tables: string
  /** The day of its answers in UTC, unless the client names another one. */
  readonly today: string
  readonly frameBytesMax: number
  readonly lineBytesMax: number
  /** The form of its answers. */
  readonly format: WorkerFormat
  /** What alone it answers: facts of a table, or what has the columns; these are left out where answers are whole. */
  readonly answers?: WorkerNoun
  readonly columns?: ReadonlyArray<ToldColumn>
}

/** What a client says first: what it speaks, what it expects, and how it wants to be answered. */
export type WorkerHello = typeof WorkerHello.Type

/** Reads a hello, and refuses one that expects another worker: a job never mixes two sets of tables. */
export const readHello = (
  payload: Uint8Array,
  greeting: WorkerGreeting,
): Result.Result<WorkerHello, WorkerFailed> => {
  const read = decodeHello(decoder.decode(payload))
  if (Result.isFailure(read)) {
    const detail = String(read.failure.message).replace(/\s+/g, " ")
    return Result.fail(new WorkerFailed({ error: "HELLO_MALFORMED", detail }))
  }
  const hello = read.success
  const isPlain = greeting.columns === undefined && greeting.answers !== "table"
  if (hello.explain === true && !isPlain) {
    const of =
      greeting.answers === "table"
        ? "a table of one's own has no explanations here"
        : "explanations have no columns"
    const detail = `explain: ${of}`
    return Result.fail(new WorkerFailed({ error: "HELLO_MALFORMED", detail }))
  }
  if (hello.protocol !== protocolVersion) {
    return Result.fail(other("OTHER_PROTOCOL", "version", hello.protocol, protocolVersion))
  }
  if (hello.tables !== undefined && hello.tables !== greeting.tables) {
    return Result.fail(other("OTHER_TABLES", "tables", hello.tables, greeting.tables))
  }
  if (hello.engineVersion !== undefined && hello.engineVersion !== greeting.engineVersion) {
    const { engineVersion } = greeting
    return Result.fail(other("OTHER_ENGINE", "version", hello.engineVersion, engineVersion))
  }
  return Result.succeed(hello)
}

/** What a worker answers with in columns: lines of JSON, or record batches. */
export const workerFormats = ["ndjson", "arrow"] as const

/** The columns of answers in a form, those of refusals last; undefined where answers are whole. */
export const toldColumns = (form: AnswerForm): ReadonlyArray<ToldColumn> | undefined =>
  form.columns === undefined
    ? undefined
    : writtenColumns(form).map(({ kind, name }) => ({ name, type: columnTypes[kind] }))

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

/** A format of a worker's answers. */
type WorkerFormat = (typeof workerFormats)[number]

/** A column of a worker's answers as its greeting tells it. */
interface ToldColumn {
  readonly name: string
  readonly type: (typeof columnTypes)[AnswerColumn["kind"]]
}

/** Types of columns, by their names in Arrow. */
const columnTypes = {
  text: "utf8",
  day: "utf8",
  id: "utf8",
  number: "float64",
  whole: "int64",
  flag: "bool",
} as const satisfies Readonly<Record<AnswerColumn["kind"], string>>

const decoder = new TextDecoder()

const other = (
  error: "OTHER_ENGINE" | "OTHER_PROTOCOL" | "OTHER_TABLES",
  what: string,
  asked: string | number,
  has: string | number,
) => new WorkerFailed({ error, detail: `this worker has ${what} ${has}, not ${asked}` })

const unknown = (detail: string): WorkerFailed =>
  new WorkerFailed({ error: "COLUMNS_UNKNOWN", detail })

const noRows =
  'no column "row" in the answers of a worker: its client shares rows out as it likes; give each an id'

const WorkerHello = Schema.Struct({
  protocol: Schema.Finite,
  engineVersion: Schema.optionalKey(Schema.String),
  tables: Schema.optionalKey(Schema.String),
  today: Schema.optionalKey(
    Schema.String.check(Schema.isPattern(/^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/)),
  ),
  mode: Schema.optionalKey(Schema.Literals(["sandbox", "live"])),
  explain: Schema.optionalKey(Schema.Boolean),
})

const decodeHello = Schema.decodeUnknownResult(Schema.fromJsonString(WorkerHello), {
  onExcessProperty: "error",
})
