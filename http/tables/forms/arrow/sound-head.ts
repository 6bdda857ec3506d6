/**
 * Descriptions of Arrow's messages are flatbuffers: tables of offsets, in which a few bytes can name one place any number of
 * times, or a list of any length. These go over one before it is read.
 */

/** What a schema has at most: fields, those within others among them, and bytes of names and remarks. */
export const schemaLimits = { fields: 1024, textBytes: 16 * 1024 * 1024 } as const

/** Fields within each other; a list of structures has three. */
const depthMax = 32

/** What a description is at fault with that no program writes. */
export const damagedMessage = (): Error =>
  new Error("a message of it is damaged; write or copy it again")

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

const elementsAt = (
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
    throw new Error(
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
      throw new Error(
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
