import { releaseOwn } from "./text-bytes.ts"
import { linesOfRows } from "../rows/row-lines.ts"
import type { AskedRow } from "../rows/row-request.ts"

/** Whole lines of input that are answered together. */
export interface LineBatch {
  /** The number of its first line in the whole input, from 1. */
  readonly firstLine: number
  readonly lines: number
  /** The lines, each with its line feed. Of a line over the limit, one byte more than the limit. */
  readonly bytes: Uint8Array<ArrayBuffer>
  /** How many bytes of input these lines were. */
  readonly inputBytes: number
  /** The rows that its lines stand for, where they are those of a table: they need no parsing. */
  readonly rows?: ReadonlyArray<AskedRow>
}

/** How input is cut into batches. */
export interface BatchSizes {
  /** The longest line that is kept whole, in bytes. */
  readonly lineBytesMax: number
  /** A batch is handed on once its lines have this many bytes; a single line may have more. */
  readonly batchBytes: number
  /** A smaller batch is handed on once nothing has arrived for this long. */
  readonly lingerMs: number
}

/** How many line feeds there are. */
export const countLines = (bytes: Uint8Array): number => {
  let lines = 0
  for (let at = bytes.indexOf(lineFeed); at >= 0; at = bytes.indexOf(lineFeed, at + 1)) lines += 1
  return lines
}

/**
 * Cuts chunks into batches of whole lines, however the chunks lie. Reads on only when the next batch
 * is asked for, and holds one chunk, one batch and the line that crosses their ends, never more: a
 * chunk is handed over, and its memory given back once it is cut.
 *
 * @yields batches in the order of the input, none of them empty
 */
export async function* lineBatches(
  chunks: AsyncIterable<Uint8Array>,
  { batchBytes, lineBytesMax, lingerMs }: BatchSizes,
): AsyncGenerator<LineBatch> {
  const lines = makeGatherer(lineBytesMax)
  const source = chunks[Symbol.asyncIterator]()
  for (let ended = false; !ended;) {
    const reading = source.next()
    let read = lines.wholeBytes() > 0 ? await within(reading, lingerMs) : await reading
    if (read === undefined) {
      yield lines.take()
      read = await reading
    }
    ended = read.done === true
    if (read.done === true) break
    for (let from = 0; from < read.value.length; from += batchBytes) {
      lines.add(read.value.subarray(from, from + batchBytes))
      if (lines.wholeBytes() >= batchBytes) yield lines.take()
    }
    releaseOwn(read.value)
  }
  lines.end()
  if (lines.wholeBytes() > 0) yield lines.take()
}

/**
 * Makes batches of the rows of a table, and says for each how much of the input went by since the one
 * before.
 *
 * @yields batches in the order of the rows
 */
export async function* rowBatches(
  batches: AsyncIterable<ReadonlyArray<AskedRow>>,
  readBytes: () => number,
): AsyncGenerator<LineBatch> {
  let before = 0
  for await (const rows of batches) {
    const now = readBytes()
    yield new RowBatch(rows, now - before)
    before = now
  }
}

const lineFeed = 10

/**
 * Gathers whole lines out of chunks, and of a line that is too long only as much as shows it. What it
 * keeps are copies: chunks may be released.
 */
const makeGatherer = (lineBytesMax: number) => {
  let whole: Array<Uint8Array> = []
  let wholeBytes = 0
  let open: Array<Uint8Array> = []
  let openBytes = 0
  let inputBytes = 0
  let openInputBytes = 0
  let nextLine = 1

  const extendOpen = (part: Uint8Array): void => {
    openInputBytes += part.length
    const kept = part.subarray(0, lineBytesMax + 1 - openBytes)
    if (kept.length === 0) return
    open.push(new Uint8Array(kept))
    openBytes += kept.length
  }

  const closeWith = (ends: Uint8Array, readBytes: number): void => {
    whole.push(...open, new Uint8Array(ends))
    wholeBytes += openBytes + ends.length
    inputBytes += openInputBytes + readBytes
    open = []
    openBytes = 0
    openInputBytes = 0
  }

  return {
    wholeBytes: (): number => wholeBytes,
    add: (chunk: Uint8Array): void => {
      const first = chunk.indexOf(lineFeed)
      if (first < 0) return extendOpen(chunk)
      const last = chunk.lastIndexOf(lineFeed)
      extendOpen(chunk.subarray(0, first))
      closeWith(chunk.subarray(first, last + 1), last + 1 - first)
      extendOpen(chunk.subarray(last + 1))
    },
    /** Ends a last line that has no line feed. */
    end: (): void => {
      if (openBytes > 0) closeWith(Uint8Array.of(lineFeed), 0)
    },
    take: (): LineBatch => {
      const bytes = joined(whole)
      const batch = { firstLine: nextLine, lines: countLines(bytes), bytes, inputBytes }
      nextLine += batch.lines
      whole = []
      wholeBytes = 0
      inputBytes = 0
      return batch
    },
  }
}

const joined = (parts: ReadonlyArray<Uint8Array>): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

/** What a promise comes to within a time, else undefined; it may still be waited for afterwards. */
const within = <A>(promise: Promise<A>, timeMs: number): Promise<A | undefined> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, timeMs, undefined)
    void promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })

/** Rows that are answered together. Their lines are made for other threads alone. */
class RowBatch implements LineBatch {
  readonly firstLine: number
  readonly lines: number
  readonly inputBytes: number
  readonly rows: ReadonlyArray<AskedRow>

  constructor(rows: ReadonlyArray<AskedRow>, inputBytes: number) {
    this.firstLine = rows[0]?.line ?? 1
    this.lines = (rows.at(-1)?.line ?? 0) + 1 - this.firstLine
    this.inputBytes = inputBytes
    this.rows = rows
  }

  get bytes(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(linesOfRows(this.rows, this.firstLine))
  }
}
