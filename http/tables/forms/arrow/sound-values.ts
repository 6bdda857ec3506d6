import { isAscii, isUtf8 } from "node:buffer"
import type { Batch, Type as Types } from "@uwdata/flechette"
import { notUtf8, textBytesMax, textTooLong } from "../column-source.ts"
import { damagedMessage } from "./sound-head.ts"

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
    throw new Error(`some rows of it hold more than ${valuesBytesMax} bytes; write smaller batches`)
  }

  const checkEach = (
    { nullCount, validity }: StoredBatch,
    [from, to]: readonly [number, number],
    isText: boolean,
    bytesAt: BytesAt,
  ): void => {
    for (let index = from; index < to; index += 1) {
      const bytes = bytesAt(index)
      if (bytes.length > textBytesMax) throw new Error(textTooLong)
      spend(valueBytes + bytes.length)
      const isThere = nullCount === 0 || (((validity?.[index >> 3] ?? 0) >> (index % 8)) & 1) === 1
      if (isText && isThere && !isUtf8(bytes)) throw new Error(notUtf8)
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
      if (next - at > textBytesMax) throw new Error(textTooLong)
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
