import { afterMark, markBytes } from "../terminal/byte-order-mark.ts"

/** The forms of tables of requests. */
export type TableForm = "csv" | "xlsx" | "parquet" | "arrow"

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

/** What helps to tell what an input is. */
export interface InputHints {
  /** The longest document that is kept whole, in bytes. */
  readonly bytesMax: number
  /** Whether a lone line is a document. */
  readonly lone: boolean
  /** The name of the file. */
  readonly file?: string
  /** Whether a first line is the header of a table of requests. */
  readonly isHeader?: (line: string) => Promise<boolean>
}

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
  return !/^\s*[{[]/.test(line) && (await isHeader?.(line)) === true ? "csv" : undefined
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
