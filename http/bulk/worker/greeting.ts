import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { protocolVersion, WorkerFailed, type WorkerNoun } from "./protocol.ts"
import type { ToldColumn, WorkerFormat } from "./worker-form.ts"

/** What a worker says of itself before all else. */
export interface WorkerGreeting {
  readonly protocol: typeof protocolVersion
  /** Version and hash of the tables, as answers carry it. */
  readonly engineVersion: string
  /** The hash of the tables alone. */
  readonly tables: string
  /** The day of its quotes in UTC, unless the client names another one. */
  readonly today: string
  readonly frameBytesMax: number
  readonly lineBytesMax: number
  /** The form of its answers. */
  readonly format: WorkerFormat
  /** What it answers with and in which columns, where answers are not whole. */
  readonly answers?: WorkerNoun
  readonly columns?: ReadonlyArray<ToldColumn>
}

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

/** What a client says first: what it speaks, what it expects, and how it wants to be answered. */
export type WorkerHello = typeof WorkerHello.Type

const decodeHello = Schema.decodeUnknownResult(Schema.fromJsonString(WorkerHello), {
  onExcessProperty: "error",
})

const decoder = new TextDecoder()

const other = (
  error: "OTHER_ENGINE" | "OTHER_PROTOCOL" | "OTHER_TABLES",
  what: string,
  asked: string | number,
  has: string | number,
) => new WorkerFailed({ error, detail: `this worker has ${what} ${has}, not ${asked}` })

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
  if (hello.explain === true && greeting.columns !== undefined) {
    const detail = "explain: explanations have no columns"
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
