import { ColumnsFault } from "../column-source.ts"
import {
  checkRecordBatch,
  checkSchema,
  damagedMessage,
  elementsAt,
  fieldsAt,
  placed,
} from "./sound-values.ts"

/** What a message of an Arrow stream holds. */
export type ArrowMessageKind = "schema" | "dictionary" | "batch" | "other"

/** Which dictionary a message fills, and whether it adds to that. */
export interface ArrowDictionary {
  readonly id: bigint
  readonly isDelta: boolean
}

/** A message of an Arrow stream or file, whole, in a buffer of its own. */
export interface ArrowMessage {
  /** Where it begins, in bytes. */
  readonly at: number
  readonly kind: ArrowMessageKind
  readonly bytes: Uint8Array
  readonly dictionary?: ArrowDictionary
}

/** The largest description of a message, and the largest message, in bytes. */
export const messageLimits = { head: 4 * 1024 * 1024, message: 96 * 1024 * 1024 } as const

/** Stands before the length of every message. */
const continuation = 0xff_ff_ff_ff

/** A file begins and ends with this: it mostly holds a stream, then an index of what it holds. */
export const fileMark = "ARROW1"

const kinds: Readonly<Record<number, ArrowMessageKind>> = {
  1: "schema",
  2: "dictionary",
  3: "batch",
}

/** The continuation and the length of the description. */
const prefixLength = 8

/** Takes bytes off chunks, so many at a time; what is taken is copied once. */
const makeTaker = (chunks: AsyncIterable<Uint8Array>) => {
  const source = chunks[Symbol.asyncIterator]()
  let rest: Uint8Array = new Uint8Array()
  /** Fills bytes from a place on, and tells up to where: not all of them where the input ends. */
  return async (into: Uint8Array, from: number): Promise<number> => {
    let at = from
    while (at < into.length) {
      if (rest.length === 0) {
        const next = await source.next()
        if (next.done === true) break
        rest = next.value
      }
      const some = rest.subarray(0, into.length - at)
      into.set(some, at)
      rest = rest.subarray(some.length)
      at += some.length
    }
    return at
  }
}

const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.length)

/** What the description of a message says of it, as far as it takes to cut a stream into messages. */
const describe = (
  head: Uint8Array,
): Omit<ArrowMessage, "at" | "bytes"> & { readonly bodyLength: number } => {
  const bytes = viewOf(head)
  const field = fieldsAt(bytes, 0)
  const [kindAt, headerAt, lengthAt] = [field(1), field(2), field(3)]
  const kind = kinds[kindAt === undefined ? 0 : bytes.getUint8(kindAt)] ?? "other"
  const bodyLength = lengthAt === undefined ? 0 : Number(bytes.getBigInt64(lengthAt, true))
  if (headerAt === undefined) return { kind: "other", bodyLength }
  if (kind === "schema") checkSchema(bytes, headerAt)
  if (kind === "batch") checkRecordBatch(bytes, headerAt)
  if (kind !== "dictionary") return { kind, bodyLength }
  const inDictionary = fieldsAt(bytes, headerAt)
  const [idAt, dataAt, deltaAt] = [inDictionary(0), inDictionary(1), inDictionary(2)]
  if (dataAt === undefined) throw damagedMessage()
  checkRecordBatch(bytes, dataAt)
  const dictionary = {
    id: idAt === undefined ? 0n : bytes.getBigInt64(idAt, true),
    isDelta: deltaAt !== undefined && bytes.getUint8(deltaAt) !== 0,
  }
  return { kind, bodyLength, dictionary }
}

/** A message by the bytes of its description, with room for its body behind them. */
interface MessageStart {
  readonly message: ArrowMessage
  /** Where its body begins in its bytes. */
  readonly bodyAt: number
}

/** What a number takes at most. */
const numberBytes = 8

/** Begins a message with its description; throws where that leads out of itself, or to a body that is too large. */
export const startMessage = (head: Uint8Array, at: number): MessageStart => {
  const { bodyLength, ...told } = describe(head)
  if (!(bodyLength >= 0)) throw damagedMessage()
  if (bodyLength > messageLimits.message) {
    throw new ColumnsFault(
      `a record batch has at most ${messageLimits.message} bytes; write smaller ones`,
    )
  }
  // Numbers of a body are read in place, so that it begins where the longest of them may.
  const headLength = Math.ceil(head.length / numberBytes) * numberBytes
  const bodyAt = prefixLength + headLength
  const bytes = new Uint8Array(bodyAt + bodyLength)
  const lead = viewOf(bytes)
  lead.setUint32(0, continuation)
  lead.setInt32(4, headLength, true)
  bytes.set(head, prefixLength)
  return { message: { ...told, at, bytes }, bodyAt }
}

/**
 * Reads the message of a dictionary as if it were a record batch of one column, and puts it back as it was.
 */
export const asRecordBatch = <A>(bytes: Uint8Array, read: (batch: Uint8Array) => A): A => {
  const head = viewOf(bytes.subarray(prefixLength))
  const field = fieldsAt(head, 0)
  const [kindAt, headerAt] = [field(1), field(2)]
  const dataAt = headerAt === undefined ? undefined : fieldsAt(head, headerAt)(1)
  if (kindAt === undefined || headerAt === undefined || dataAt === undefined) throw damagedMessage()
  const offset = head.getInt32(headerAt, true)
  try {
    head.setUint8(kindAt, 3)
    head.setInt32(headerAt, dataAt + head.getInt32(dataAt, true) - headerAt, true)
    return read(bytes)
  } finally {
    head.setUint8(kindAt, 2)
    head.setInt32(headerAt, offset, true)
  }
}

const cutShortAt = (at: number): Error =>
  new ColumnsFault(`it ends in the middle of a record batch, which begins at byte ${at}`)

/** What to say where no stream begins, by what begins instead. */
const otherStarts: ReadonlyArray<readonly [mark: string, told: string]> = [
  ["FEA1", "it is Feather of version 1, which is not read; write version 2"],
  [
    fileMark,
    "it is an Arrow file that is no stream within, so it is not read from a pipe; name the file, as @requests.arrow, or write a stream (write_ipc_stream)",
  ],
]

const noStream = (start: string): Error =>
  new ColumnsFault(
    otherStarts.find(([mark]) => start.startsWith(mark))?.[1] ?? "it is no Arrow IPC stream",
  )

/**
 * Cuts an Arrow IPC stream, or a file that has a stream within, into its messages as they come: it holds one of
 * them and a chunk. Throws where the stream is none, is cut short, or has a message that is too large.
 *
 * @yields the messages in their order
 */
export async function* arrowMessages(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<ArrowMessage> {
  const fill = makeTaker(chunks)
  const lead = Buffer.alloc(prefixLength)
  let at = 0
  let length = await fill(lead, 0)
  const start = lead.toString("latin1")
  if (start === fileMark.padEnd(prefixLength, "\0")) {
    at = prefixLength
    length = await fill(lead, 0)
  }
  for (let isFirst = true; length > 0; length = await fill(lead, 0)) {
    if (length < prefixLength) throw cutShortAt(at)
    const headLength = lead.readInt32LE(4)
    const isHead = headLength >= 0 && headLength <= messageLimits.head
    if (lead.readUInt32LE(0) !== continuation || !isHead) {
      throw isFirst ? noStream(start) : damagedAt(at)
    }
    isFirst = false
    if (headLength === 0) return
    const head = new Uint8Array(headLength)
    if ((await fill(head, 0)) < headLength) throw cutShortAt(at)
    const { bodyAt, message } = placed(`message at byte ${at}`, () => startMessage(head, at))
    const { bytes } = message
    if ((await fill(bytes, bodyAt)) < bytes.length) throw cutShortAt(at)
    at += bytes.length
    yield message
  }
}

const damagedAt = (at: number): Error =>
  new ColumnsFault(`it is damaged at byte ${at}; write or copy it again`)

/** Reads some bytes of a file from a place on; fewer where it ends. */
export type ReadBytes = (at: number, length: number) => Promise<Uint8Array>

/** The length of the index of a file, and its mark. */
const tailLength = 10

/** The largest index of a file, in bytes: 24 for each record batch, and the schema. */
const indexBytesMax = 32 * 1024 * 1024

/** Where a message lies in a file. */
const blockLength = 24

/**
 * Reads the messages of an Arrow file by the index at its end, which is what says where they lie: what stands between them,
 * and before the first, is the program's own that wrote it. Throws where there is no index, or no message where it says.
 *
 * @yields the schema, then the dictionaries, then the record batches
 */
export async function* arrowFileMessages(
  read: ReadBytes,
  fileLength: number,
): AsyncGenerator<ArrowMessage> {
  const tail = Buffer.from(await read(Math.max(0, fileLength - tailLength), tailLength))
  const indexLength = tail.length < tailLength ? -1 : tail.readInt32LE(0)
  if (tail.toString("latin1", 4) !== fileMark) {
    throw new ColumnsFault("it is an Arrow file that is cut short: its index is missing")
  }
  const indexAt = fileLength - tailLength - indexLength
  if (indexLength < 8 || indexAt < prefixLength) throw damagedIndex()
  if (indexLength > indexBytesMax) {
    throw new ColumnsFault(
      `its index has more than ${indexBytesMax} bytes; write fewer record batches, or larger ones`,
    )
  }
  const index = await read(indexAt, indexLength)
  const { blocks, schema } = readIndex(index)
  yield placed("its index", () => startMessage(schemaMessage(index, schema), indexAt).message)
  for (const at of blocks) {
    const lead = viewOf(await read(at, prefixLength))
    if (lead.byteLength < prefixLength) throw damagedAt(at)
    // Files from before 2019 have the length alone.
    const isMarked = lead.getUint32(0, true) === continuation
    const headLength = lead.getInt32(isMarked ? 4 : 0, true)
    const headAt = at + (isMarked ? prefixLength : prefixLength / 2)
    if (!(headLength > 0 && headLength <= messageLimits.head)) throw damagedAt(at)
    const head = await read(headAt, headLength)
    const { bodyAt, message } = placed(`message at byte ${at}`, () => startMessage(head, at))
    const body = await read(headAt + headLength, message.bytes.length - bodyAt)
    if (bodyAt + body.length < message.bytes.length) throw damagedAt(at)
    message.bytes.set(body, bodyAt)
    yield message
  }
}

const damagedIndex = (): Error =>
  new ColumnsFault("its index is damaged; write or copy the file again")

/** Where the schema stands in the index of a file, and where messages lie in the file: dictionaries before record batches. */
const readIndex = (index: Uint8Array) => {
  try {
    const bytes = viewOf(index)
    const field = fieldsAt(bytes, 0)
    const schemaAt = field(1)
    if (schemaAt === undefined) throw damagedIndex()
    const placesIn = (at: number | undefined): ReadonlyArray<number> =>
      elementsAt(bytes, at, blockLength).map((block) => Number(bytes.getBigInt64(block, true)))
    return {
      schema: schemaAt + bytes.getUint32(schemaAt, true),
      blocks: [...placesIn(field(2)), ...placesIn(field(3))],
    }
  } catch {
    throw damagedIndex()
  }
}

/** A description that holds the schema of an index: a table of four fields, the index behind it as it is. */
const schemaMessage = (index: Uint8Array, schema: number): Uint8Array => {
  const front = 32
  const bytes = new Uint8Array(front + index.length)
  bytes.set(index, front)
  const view = viewOf(bytes)
  const [slotsAt, tableAt] = [4, 16]
  view.setUint32(0, tableAt, true)
  // The length of the fields' places, that of the table, and in it: the version, the kind, the schema, no body.
  for (const [slot, place] of [12, 12, 8, 10, 4, 0].entries()) {
    view.setUint16(slotsAt + 2 * slot, place, true)
  }
  view.setInt32(tableAt, tableAt - slotsAt, true)
  view.setUint32(tableAt + 4, front + schema - (tableAt + 4), true)
  const version = fieldsAt(viewOf(index), 0)(0)
  view.setInt16(
    tableAt + 8,
    version === undefined ? 0 : viewOf(index).getInt16(version, true),
    true,
  )
  view.setUint8(tableAt + 10, 1)
  return bytes
}
