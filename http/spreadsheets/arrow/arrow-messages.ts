/** What a message of an Arrow stream holds. */
export type ArrowMessageKind = "schema" | "dictionary" | "batch" | "other"

/** A message of an Arrow stream, whole. */
export interface ArrowMessage {
  readonly kind: ArrowMessageKind
  readonly bytes: Uint8Array
  /** Which dictionary it fills, and whether it adds to that. */
  readonly dictionary?: { readonly id: bigint; readonly isDelta: boolean }
}

/** The largest description of a message, and the largest message, in bytes. */
const sizesMax = { head: 16 * 1024 * 1024, message: 1024 * 1024 * 1024 } as const

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

const asBuffer = (bytes: Uint8Array = new Uint8Array()): Buffer =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)

/** Takes bytes off chunks, so many at a time. */
const makeTaker = (chunks: AsyncIterable<Uint8Array>) => {
  const source = chunks[Symbol.asyncIterator]()
  let parts: Array<Uint8Array> = []
  let length = 0
  return {
    /** The next bytes; fewer where the input ends. */
    take: async (count: number): Promise<Buffer> => {
      while (length < count) {
        const next = await source.next()
        if (next.done === true) break
        parts.push(next.value)
        length += next.value.length
      }
      const all = parts.length === 1 ? asBuffer(parts[0]) : Buffer.concat(parts)
      const taken = all.subarray(0, count)
      parts = [all.subarray(taken.length)]
      length = all.length - taken.length
      return taken
    },
  }
}

/** The fields of a table of a flatbuffer: where each stands, undefined where it is left out. */
const fieldsAt = (bytes: DataView, start: number) => {
  const at = start + bytes.getUint32(start, true)
  const index = at - bytes.getInt32(at, true)
  const size = bytes.getUint16(index, true)
  return (slot: number): number | undefined => {
    const entry = 4 + 2 * slot
    const offset = entry < size ? bytes.getUint16(index + entry, true) : 0
    return offset === 0 ? undefined : at + offset
  }
}

/** What the description of a message says of it, as far as it takes to cut a stream into messages. */
const describe = (
  head: Uint8Array,
): Omit<ArrowMessage, "bytes"> & { readonly bodyLength: number } => {
  const bytes = new DataView(head.buffer, head.byteOffset, head.length)
  const field = fieldsAt(bytes, 0)
  const [kindAt, headerAt, lengthAt] = [field(1), field(2), field(3)]
  const kind = kinds[kindAt === undefined ? 0 : bytes.getUint8(kindAt)] ?? "other"
  const bodyLength = lengthAt === undefined ? 0 : Number(bytes.getBigInt64(lengthAt, true))
  if (kind !== "dictionary" || headerAt === undefined) return { kind, bodyLength }
  const inDictionary = fieldsAt(bytes, headerAt)
  const [idAt, deltaAt] = [inDictionary(0), inDictionary(2)]
  const dictionary = {
    id: idAt === undefined ? 0n : bytes.getBigInt64(idAt, true),
    isDelta: deltaAt !== undefined && bytes.getUint8(deltaAt) !== 0,
  }
  return { kind, bodyLength, dictionary }
}

const cutShort = "it ends in the middle of a record batch"

/**
 * Cuts an Arrow IPC stream, or a file in that form, into its messages as they come: it holds one of
 * them and a chunk. Throws where the stream is none, or is cut short.
 *
 * @yields the messages in their order
 */
export async function* arrowMessages(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<ArrowMessage> {
  const { take } = makeTaker(chunks)
  let lead = await take(prefixLength)
  if (lead.toString("latin1") === fileMark) lead = await take(prefixLength)
  for (; lead.length > 0; lead = await take(prefixLength)) {
    if (lead.length < prefixLength) throw new Error(cutShort)
    const headLength = lead.readInt32LE(4)
    if (lead.readUInt32LE(0) !== continuation || headLength < 0 || headLength > sizesMax.head) {
      throw new Error("it is no Arrow IPC stream")
    }
    if (headLength === 0) return
    const head = await take(headLength)
    if (head.length < headLength) throw new Error(cutShort)
    const { bodyLength, ...told } = describe(head)
    if (bodyLength < 0 || bodyLength > sizesMax.message) {
      throw new Error("a record batch has at most 1 GiB; write smaller ones")
    }
    const body = await take(bodyLength)
    if (body.length < bodyLength) throw new Error(cutShort)
    yield { ...told, bytes: Buffer.concat([lead, head, body]) }
  }
}
