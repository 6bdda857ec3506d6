import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Argument from "effect/cli/Argument"
import { createReadStream, fstatSync } from "node:fs"
import { stat } from "node:fs/promises"
import type { Readable } from "node:stream"
import { errorCode, systemReason } from "../platform/system-error.ts"
import { afterMark, markBytes } from "../terminal/byte-order-mark.ts"
import { refusal } from "../terminal/command-refused.ts"

/** The requests of a command: JSON, `@file`, or `-` for standard input. */
export const requestArgument = Argument.String("request").pipe(
  Argument.withDescription(
    "Request: JSON, @file, or - for standard input; many as JSON lines, CSV, XLSX, Parquet or Arrow",
  ),
  Argument.optional,
)

/** Where requests come from. */
export interface RequestOrigin {
  readonly name: string
  /** The file that it is, where it is one. */
  readonly file?: string
  readonly open: (reading: RequestReading) => Promise<OpenRequests>
}

/** The origin that an argument names; standard input where it is left out. */
export const originOf = (given: Option.Option<string>): RequestOrigin => {
  const text = Option.getOrElse(given, () => "-")
  if (text === "-") return standardInput
  return text.startsWith("@") ? fileOrigin(text.slice(1)) : textOrigin(text)
}

/** Says in words why a file or standard input cannot be read. */
export const readingReason = (cause: unknown): string =>
  errorCode(cause) === "ENOENT" ? "no such file" : systemReason(cause)

/**
 * Opens the requests of an origin until the scope closes. `unreadable` makes an error of what keeps
 * them from being read later on.
 */
export const openRequests = Effect.fnUntraced(function* (
  origin: RequestOrigin,
  reading: RequestReading,
) {
  const unreadable = (cause: unknown) =>
    refusal("unreadable", { path: origin.name, reason: readingReason(cause) })
  const opened = yield* Effect.acquireRelease(
    Effect.tryPromise({ try: () => origin.open(reading), catch: unreadable }),
    ({ close }) => Effect.sync(close),
    { interruptible: true },
  )
  return { ...opened, unreadable }
})

/** What an input turned out to be. */
export type RequestInput =
  | { readonly _tag: "Empty" }
  | { readonly _tag: "Document"; readonly bytes: Uint8Array | undefined }
  | { readonly _tag: "Lines"; readonly chunks: AsyncIterable<Uint8Array> }
  | {
      readonly _tag: "Table"
      readonly form: TableForm
      readonly chunks: AsyncIterable<Uint8Array>
    }

/**
 * Tells what an input is from its beginning: a table that is no text, or the header of one that is; a first
 * line that only opens a bracket begins one JSON document over several lines; so does, where `lone` is asked for, the only line there is.
 * Everything else is one request a line. A byte order mark before it is no part of it.
 */
export const readRequestInput = async (
  chunks: AsyncIterable<Uint8Array>,
  hints: InputHints,
): Promise<RequestInput> => {
  const { bytesMax, lone } = hints
  const source = chunksWithoutMark(chunks)[Symbol.asyncIterator]()
  const seen: Array<Uint8Array> = []
  let start = ""
  let ended = false
  const undecided = (): boolean =>
    startForm(start) === undefined &&
    start.length <= bytesMax &&
    (lone ? !/\S[^\n]*\n\s*\S/.test(start) : !hasWholeLine.test(start))
  while (!ended && undecided()) {
    const next = await source.next()
    ended = next.done === true
    if (next.done === true) break
    seen.push(next.value)
    start += Buffer.from(next.value).toString("latin1")
  }
  if (ended && start.trim() === "") return { _tag: "Empty" }
  const whole = oneAfterOther(seen, source)
  const form = await tableForm(start, hints)
  if (form !== undefined) return { _tag: "Table", form, chunks: whole }
  const alone = lone && ended && start.trim().indexOf("\n") < 0
  return alone || opensDocument.test(start)
    ? { _tag: "Document", bytes: await collect(whole, bytesMax) }
    : { _tag: "Lines", chunks: whole }
}

/**
 * Makes one line of a lone document: a line feed in it is a blank of its JSON.
 *
 * @yields that line; of a document that is too long, one that is too long as well
 */
export async function* documentLine(
  bytes: Uint8Array | undefined,
  bytesMax: number,
): AsyncGenerator<Uint8Array> {
  const line = bytes === undefined ? Buffer.alloc(bytesMax + 1, " x") : Buffer.from(bytes)
  yield line.map((byte) => (byte === 10 ? 32 : byte))
}

/** A small file of requests, as `--help` shows it below what it is an example of. */
export const fileExample = (about: string, lines: ReadonlyArray<string>): string =>
  [about, ...lines.map((line) => `    ${line}`)].join("\n  # ")

/** What a command knows of its requests before it reads them. */
type RequestReading = Pick<InputHints, "bytesMax" | "isHeader">

/** What helps to tell what an input is. */
interface InputHints {
  /** The longest document that is kept whole, in bytes. */
  readonly bytesMax: number
  /** Whether a lone line is a document. */
  readonly lone: boolean
  /** The name of the file. */
  readonly file?: string
  /** Whether a first line is the header of a table of requests. */
  readonly isHeader?: (line: string) => Promise<boolean>
}

/** Requests that are being read. */
interface OpenRequests {
  readonly input: RequestInput
  /** The size of all of it, where it is known before it has been read. */
  readonly inputBytes: number | undefined
  /** Reads no more of it. */
  readonly close: () => void
}

const openStream = async (
  stream: Readable,
  hints: InputHints,
  inputBytes: number | undefined,
): Promise<OpenRequests> => ({
  input: await readRequestInput(noArray(stream), hints),
  inputBytes,
  close: () => void stream.destroy(),
})

/**
 * Throws where an input is one array of JSON: its requests would have to be held all at once.
 *
 * @yields the bytes of any other input
 */
async function* noArray(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let isBlank = true
  for await (const chunk of chunks) {
    if (isBlank) {
      const [, first] = firstSign.exec(Buffer.from(chunk).toString("latin1")) ?? []
      if (first === "[") {
        throw new Error("it is a JSON array; write one object a line, as `jq -c '.[]'` does")
      }
      isBlank = first === undefined
    }
    yield chunk
  }
}

/** The first sign of a text that is no blank, behind a byte order mark. */
const firstSign = /^(?:\u00ef\u00bb\u00bf)?\s*(\S)/

/** Puts bytes together up to a length; beyond it they are counted and dropped. */
const makeBuffer = (bytesMax: number) => {
  let parts: Array<Uint8Array> = []
  let length = 0
  return {
    add: (bytes: Uint8Array): void => {
      length += bytes.length
      if (length <= bytesMax) parts.push(bytes)
      else parts = []
    },
    take: (): Uint8Array | undefined => {
      const taken = length <= bytesMax ? Buffer.concat(parts) : undefined
      parts = []
      length = 0
      return taken
    },
  }
}

async function* oneAfterOther(
  first: ReadonlyArray<Uint8Array>,
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield* first
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value
}

/**
 * Takes away the mark that some editors and spreadsheets begin a text with.
 *
 * @yields the bytes of an input behind it
 */
async function* chunksWithoutMark(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let start: Uint8Array | undefined = new Uint8Array()
  for await (const chunk of chunks) {
    if (start === undefined) {
      yield chunk
      continue
    }
    start = start.length === 0 ? chunk : Buffer.concat([start, chunk])
    if (start.length < markBytes) continue
    yield afterMark(start)
    start = undefined
  }
  if (start !== undefined && start.length > 0) yield start
}

const collect = async (chunks: AsyncIterable<Uint8Array>, bytesMax: number) => {
  const all = makeBuffer(bytesMax)
  for await (const chunk of chunks) all.add(chunk)
  return all.take()
}

const opensDocument = /^\s*[{[]\s*\n/

const hasWholeLine = /^\s*\S[^\n]*\n/

/** What tables that are no text begin with: a workbook as an archive, an Arrow stream and file, Parquet. */
const starts: ReadonlyArray<readonly [string, TableForm]> = [
  ["PK\u0003\u0004", "xlsx"],
  ["\u00ff\u00ff\u00ff\u00ff", "arrow"],
  ["ARROW1", "arrow"],
  ["PAR1", "parquet"],
]

const startForm = (start: string): TableForm | undefined =>
  starts.find(([mark]) => start.startsWith(mark))?.[1]

/** The forms of files by their endings. */
const endings: ReadonlyArray<readonly [RegExp, TableForm]> = [
  [/\.csv$/i, "csv"],
  [/\.xlsx?$/i, "xlsx"],
  [/\.parquet$/i, "parquet"],
  [/\.(?:arrows?|feather)$/i, "arrow"],
]

/** The form of a table that an input begins; undefined where it begins something else. */
const tableForm = async (
  start: string,
  { file, isHeader }: InputHints,
): Promise<TableForm | undefined> => {
  const begun = startForm(start)
  if (begun !== undefined) return begun
  const ending = endings.find(([form]) => form.test(file ?? ""))?.[1]
  if (ending !== undefined) return ending
  const [line = ""] = start.split("\n", 1)
  if (/^"?sep=."?\r?$/i.test(line)) return "csv"
  return !/^\s*[{[]/.test(line) && (await isHeader?.(line)) === true ? "csv" : undefined
}

const standardInput: RequestOrigin = {
  name: "standard input",
  open: (reading) => {
    const found = fstatSync(0)
    const inputBytes = found.isFile() ? found.size : undefined
    return openStream(process.stdin, { ...reading, lone: false }, inputBytes)
  },
}

const fileOrigin = (file: string): RequestOrigin => ({
  name: file,
  file,
  open: async (reading) => {
    const found = await stat(file)
    if (found.isDirectory()) throw new Error("it is a folder")
    const inputBytes = found.isFile() ? found.size : undefined
    const hints = { ...reading, file, lone: found.isFile() }
    return openStream(createReadStream(file), hints, inputBytes)
  },
})

const textOrigin = (text: string): RequestOrigin => ({
  name: "the request",
  open: async ({ bytesMax }) => {
    const bytes = Buffer.from(text, "utf8")
    const hints = { bytesMax, lone: true }
    const input = await readRequestInput(noArray(textChunk(bytes)), hints)
    const isCut = input._tag === "Lines" || input._tag === "Table"
    const document: RequestInput = isCut ? { _tag: "Document", bytes } : input
    return { input: document, inputBytes: bytes.length, close: () => {} }
  },
})

async function* textChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** The forms of tables of requests. */
type TableForm = "csv" | "xlsx" | "parquet" | "arrow"
