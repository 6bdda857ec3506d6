import type { Batch, Type as Types } from "@uwdata/flechette"
import { isAscii, isUtf8 } from "node:buffer"
import { ColumnsFault, isToldFault, notUtf8, textBytesMax, textTooLong } from "../column-source.ts"

/** What the values of some rows, or of a dictionary, take at most once they are read, in bytes. */
export const valuesBytesMax = 64 * 1024 * 1024

/** What a value takes beside its bytes. */
const valueBytes = 32

/** A batch of values as Arrow keeps them; what there is of these goes by their type. */
interface StoredBatch {
  readonly length: number
  readonly nullCount: number
  readonly type: { readonly typeId: number; readonly stride?: number }
  readonly validity?: Uint8Array
  readonly values?: ArrayLike<number | bigint>
  readonly offsets?: ArrayLike<number | bigint> | null
  readonly sizes?: ArrayLike<number | bigint>
  readonly children?: ReadonlyArray<StoredBatch>
  readonly typeIds?: ArrayLike<number>
  readonly typeMap?: Readonly<Record<number, number>>
}

/** A text of a batch, wherever it lies. */
type BytesAt = (index: number) => Uint8Array

const numberAt = (numbers: ArrayLike<number | bigint> | null | undefined, index: number): number =>
  Number(numbers?.[index] ?? 0)

const bytesIn = (values: unknown): Uint8Array =>
  values instanceof Uint8Array ? values : new Uint8Array()

/** Whether a byte goes on with a character. */
const isWithin = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80

/** The first run that ends behind a row. */
const runAt = (ends: ArrayLike<number | bigint> | undefined, row: number): number => {
  let [low, high] = [0, ends?.length ?? 0]
  while (low < high) {
    const middle = Math.trunc((low + high) / 2)
    if (numberAt(ends, middle) <= row) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * Makes what goes over the values of a batch, rows from one to another, before they are read: offsets can name the same bytes
 * any number of times. It throws where they would take too much, and where a text is not in UTF-8.
 */
export const makeValueCheck = (Type: typeof Types) => {
  const offsetTexts: ReadonlySet<number> = new Set([Type.Utf8, Type.LargeUtf8])
  const offsetBytes: ReadonlySet<number> = new Set([Type.Binary, Type.LargeBinary])
  const lists: ReadonlySet<number> = new Set([Type.List, Type.LargeList, Type.Map])
  const listViews: ReadonlySet<number> = new Set([Type.ListView, Type.LargeListView])
  let spent = 0
  const spend = (bytes: number): void => {
    spent += bytes
    if (spent <= valuesBytesMax) return
    throw new ColumnsFault(
      `some rows of it hold more than ${valuesBytesMax} bytes; write smaller batches`,
    )
  }

  const checkEach = (
    { nullCount, validity }: StoredBatch,
    [from, to]: readonly [number, number],
    isText: boolean,
    bytesAt: BytesAt,
  ): void => {
    for (let index = from; index < to; index += 1) {
      const bytes = bytesAt(index)
      if (bytes.length > textBytesMax) throw new ColumnsFault(textTooLong)
      spend(valueBytes + bytes.length)
      const isThere = nullCount === 0 || (((validity?.[index >> 3] ?? 0) >> (index % 8)) & 1) === 1
      if (isText && isThere && !isUtf8(bytes)) throw new ColumnsFault(notUtf8)
    }
  }
  /** Bytes that lie one behind the other are gone over at once. */
  const checkOffsets = (batch: StoredBatch, from: number, to: number, isText: boolean): void => {
    const { offsets } = batch
    const values = bytesIn(batch.values)
    const [start, end] = [numberAt(offsets, from), numberAt(offsets, to)]
    const bytes = values.subarray(start, end)
    let isInOrder = start >= 0 && end <= values.length && start <= end
    const mayBreak = isText && isInOrder && !isAscii(bytes)
    for (let index = from; isInOrder && index < to; index += 1) {
      const [at, next] = [numberAt(offsets, index), numberAt(offsets, index + 1)]
      if (next - at > textBytesMax) throw new ColumnsFault(textTooLong)
      isInOrder = at <= next && !(mayBreak && isWithin(values[at]))
    }
    if (isInOrder && (!mayBreak || isUtf8(bytes))) spend(bytes.length + valueBytes * (to - from))
    else {
      checkEach(batch, [from, to], isText, (index) =>
        values.subarray(numberAt(offsets, index), numberAt(offsets, index + 1)),
      )
    }
  }
  const checkViews = (batch: StoredBatch, from: number, to: number, isText: boolean): void => {
    const view = batch as StoredBatch & { readonly view?: (index: number) => Uint8Array }
    const at: BytesAt = (index) => view.view?.(index) ?? new Uint8Array()
    checkEach(batch, [from, to], isText, at)
  }
  const checkLists = (batch: StoredBatch, from: number, to: number): void => {
    const [child] = batch.children ?? []
    if (child === undefined) return
    spend(valueBytes * (to - from))
    for (let index = from; index < to; index += 1) {
      const start = numberAt(batch.offsets, index)
      const end =
        batch.sizes === undefined
          ? numberAt(batch.offsets, index + 1)
          : start + numberAt(batch.sizes, index)
      if (!(start >= 0 && end >= start)) throw damagedMessage()
      if (end > start) check(child, start, end)
    }
  }
  const checkUnion = ({ children, offsets, typeIds, typeMap }: StoredBatch, row: number): void => {
    const child = children?.[typeMap?.[typeIds?.[row] ?? 0] ?? -1]
    const at = offsets === null || offsets === undefined ? row : numberAt(offsets, row)
    if (child !== undefined) check(child, at, at + 1)
  }
  const check = (batch: StoredBatch, from: number, to: number): void => {
    const { children = [], type } = batch
    const { stride = 1, typeId } = type
    if (offsetTexts.has(typeId)) return checkOffsets(batch, from, to, true)
    if (offsetBytes.has(typeId)) return checkOffsets(batch, from, to, false)
    if (typeId === Type.Utf8View) return checkViews(batch, from, to, true)
    if (typeId === Type.BinaryView) return checkViews(batch, from, to, false)
    if (lists.has(typeId) || listViews.has(typeId)) return checkLists(batch, from, to)
    if (typeId === Type.FixedSizeBinary) return spend((valueBytes + stride) * (to - from))
    spend((typeId === Type.Struct ? 2 * valueBytes : valueBytes) * (to - from))
    if (typeId === Type.Struct) for (const child of children) check(child, from, to)
    else if (typeId === Type.FixedSizeList) {
      for (const child of children) check(child, from * stride, to * stride)
    } else if (typeId === Type.RunEndEncoded) {
      const [ends, values] = children
      if (values === undefined) return
      for (let row = from; row < to; row += 1) {
        const run = runAt(ends?.values, row)
        check(values, run, run + 1)
      }
    } else if (typeId === Type.Union) {
      for (let row = from; row < to; row += 1) checkUnion(batch, row)
    }
  }
  return {
    /** Goes over rows of a batch, together with what was gone over since the beginning. */
    check: (batch: Batch<unknown>, from: number, to: number): void =>
      check(batch as unknown as StoredBatch, from, to),
    /** Begins anew with so many bytes that are held beside. */
    begin: (heldBytes = 0): void => {
      spent = heldBytes
    },
    /** What all that was gone over takes. */
    spentBytes: (): number => spent,
  }
}

/**
 * Descriptions of Arrow's messages are flatbuffers: tables of offsets, in which a few bytes can name one place any number of
 * times, or a list of any length. These go over one before it is read.
 */

/** What a schema has at most: fields, those within others among them, and bytes of names and remarks. */
export const schemaLimits = { fields: 1024, textBytes: 16 * 1024 * 1024 } as const

/** Fields within each other; a list of structures has three. */
const depthMax = 32

/** The fault of a description that no program writes. */
export const damagedMessage = (): Error =>
  new ColumnsFault("a message of it is damaged; write or copy it again")

/** Reads a part of a file or stream; a fault names the place of the part. */
export const placed = <A>(place: string, read: () => A, behind = ""): A => {
  try {
    return read()
  } catch (cause) {
    const { message } = isToldFault(cause) ? cause : damagedMessage()
    throw new ColumnsFault(`${place}: ${message}${behind}`, { cause })
  }
}

/** The fields of a table of a flatbuffer: where each stands, undefined where it is left out. */
export const fieldsAt = (bytes: DataView, start: number) => {
  const at = start + bytes.getInt32(start, true)
  const index = at - bytes.getInt32(at, true)
  const size = bytes.getUint16(index, true)
  return (slot: number): number | undefined => {
    const entry = 4 + 2 * slot
    const offset = entry < size ? bytes.getUint16(index + entry, true) : 0
    return offset === 0 ? undefined : at + offset
  }
}

/** Where the elements of a list begin, of so many bytes each, and how many there are; throws where it is longer than its bytes. */
const listAt = (bytes: DataView, start: number | undefined, elementBytes: number) => {
  if (start === undefined) return { at: 0, count: 0 }
  const at = start + bytes.getInt32(start, true)
  const count = bytes.getInt32(at, true)
  if (count < 0 || at + 4 + count * elementBytes > bytes.byteLength) throw damagedMessage()
  return { at: at + 4, count }
}

/** Where each element of a list begins, of so many bytes each. */
export const elementsAt = (
  bytes: DataView,
  start: number | undefined,
  elementBytes: number,
): ReadonlyArray<number> => {
  const { at, count } = listAt(bytes, start, elementBytes)
  return Array.from({ length: count }, (_, index) => at + index * elementBytes)
}

/** Types that have more to read than numbers. */
const types = { decimal: 7, timestamp: 10, union: 14 } as const

/** Places of a decimal behind its point, which a number of that length stands for. */
const scaleMax = 1000

/** Goes over the schema that a table of a flatbuffer is. */
export const checkSchema = (bytes: DataView, start: number): void => {
  let fields = 0
  let textBytes = 0
  const addText = (at: number | undefined): void => {
    if (at === undefined) return
    textBytes += 32 + listAt(bytes, at, 1).count
    if (textBytes <= schemaLimits.textBytes) return
    throw new ColumnsFault(
      `the names and remarks of a schema have at most ${schemaLimits.textBytes} bytes`,
    )
  }
  const checkRemarks = (at: number | undefined): void => {
    const { at: first, count } = listAt(bytes, at, 4)
    for (let index = 0; index < count; index += 1) {
      const remark = fieldsAt(bytes, first + 4 * index)
      addText(remark(0))
      addText(remark(1))
    }
  }
  const checkType = (type: number, at: number | undefined): void => {
    if (at === undefined) return
    const within = fieldsAt(bytes, at)
    if (type === types.timestamp) addText(within(1))
    if (type === types.union) listAt(bytes, within(1), 4)
    const scaleAt = type === types.decimal ? within(1) : undefined
    if (scaleAt !== undefined && Math.abs(bytes.getInt32(scaleAt, true)) > scaleMax) {
      throw damagedMessage()
    }
  }
  const checkField = (at: number, depth: number): void => {
    fields += 1
    if (fields > schemaLimits.fields) {
      throw new ColumnsFault(
        `a table has at most ${schemaLimits.fields} columns, those within others among them`,
      )
    }
    if (depth > depthMax) throw damagedMessage()
    const field = fieldsAt(bytes, at)
    const typeAt = field(2)
    addText(field(0))
    checkType(typeAt === undefined ? 0 : bytes.getUint8(typeAt), field(3))
    checkRemarks(field(6))
    for (const child of elementsAt(bytes, field(5), 4)) checkField(child, depth + 1)
  }
  const schema = fieldsAt(bytes, start)
  checkRemarks(schema(2))
  for (const at of elementsAt(bytes, schema(1), 4)) checkField(at, 0)
}

/** Goes over the record batch that a table of a flatbuffer is. */
export const checkRecordBatch = (bytes: DataView, start: number): void => {
  const batch = fieldsAt(bytes, start)
  listAt(bytes, batch(1), 16)
  const { count: buffers } = listAt(bytes, batch(2), 16)
  for (const at of elementsAt(bytes, batch(4), 8)) {
    const count = bytes.getBigInt64(at, true)
    if (count < 0n || count > BigInt(buffers)) throw damagedMessage()
  }
}
