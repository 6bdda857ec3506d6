import { checkRecordBatch, checkSchema, damagedMessage, fieldsAt } from "./sound-values.ts"

/** What a message of an Arrow stream holds. */
export type ArrowMessageKind = "schema" | "dictionary" | "batch" | "other"

/** Which dictionary a message fills, and whether it adds to that. */
export interface ArrowDictionary {
  readonly id: bigint
  readonly isDelta: boolean
}

/** A message of an Arrow stream, whole, in a buffer of its own. */
export interface ArrowMessage {
  readonly kind: ArrowMessageKind
  readonly bytes: Uint8Array
  readonly dictionary?: ArrowDictionary
}

/** The largest description of a message, and the largest message, in bytes. */
export const messageLimits = { head: 4 * 1024 * 1024, message: 96 * 1024 * 1024 } as const

/** A file begins with this, then holds a stream, then an index of it. */
const fileMark = "ARROW1\u0000\u0000"

/** Stands before the length of every message. */
const continuation = 0xff_ff_ff_ff

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
): Omit<ArrowMessage, "bytes"> & { readonly bodyLength: number } => {
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

/** What a description says; it is damaged where it leads out of itself. */
const described = (head: Uint8Array): ReturnType<typeof describe> => {
  try {
    return describe(head)
  } catch (cause) {
    throw cause instanceof RangeError ? damagedMessage() : cause
  }
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

const cutShort = "it ends in the middle of a record batch"

/**
 * Cuts an Arrow IPC stream, or a file in that form, into its messages as they come: it holds one of
 * them and a chunk. Throws where the stream is none, is cut short, or has a message that is too large.
 *
 * @yields the messages in their order
 */
export async function* arrowMessages(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<ArrowMessage> {
  const fill = makeTaker(chunks)
  const lead = Buffer.alloc(prefixLength)
  let length = await fill(lead, 0)
  if (lead.toString("latin1") === fileMark) length = await fill(lead, 0)
  for (; length > 0; length = await fill(lead, 0)) {
    if (length < prefixLength) throw new Error(cutShort)
    const headLength = lead.readInt32LE(4)
    const isHead = headLength >= 0 && headLength <= messageLimits.head
    if (lead.readUInt32LE(0) !== continuation || !isHead) {
      throw new Error("it is no Arrow IPC stream")
    }
    if (headLength === 0) return
    const head = new Uint8Array(headLength)
    if ((await fill(head, 0)) < headLength) throw new Error(cutShort)
    const { bodyLength, ...told } = described(head)
    if (!(bodyLength >= 0)) throw damagedMessage()
    if (bodyLength > messageLimits.message) {
      throw new Error(
        `a record batch has at most ${messageLimits.message} bytes; write smaller ones`,
      )
    }
    const bytes = new Uint8Array(prefixLength + headLength + bodyLength)
    bytes.set(lead)
    bytes.set(head, prefixLength)
    if ((await fill(bytes, prefixLength + headLength)) < bytes.length) throw new Error(cutShort)
    yield { ...told, bytes }
  }
}
