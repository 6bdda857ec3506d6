/** A value of Thrift's compact protocol. */
export type Thrift =
  | { readonly i32: number }
  | { readonly i64: number }
  | { readonly text: string }
  | { readonly list: ReadonlyArray<Thrift>; readonly claimed?: number }
  | { readonly fields: Readonly<Record<number, Thrift>> }

const varint = (value: number): ReadonlyArray<number> =>
  value < 0x80 ? [value] : [(value % 0x80) + 0x80, ...varint(Math.floor(value / 0x80))]

const typeOf = (value: Thrift): number => {
  if ("i32" in value) return 5
  if ("i64" in value) return 6
  if ("text" in value) return 8
  return "list" in value ? 9 : 12
}

/** Writes a value. */
export const thrift = (value: Thrift): Buffer => {
  if ("i32" in value) return Buffer.from(varint(2 * value.i32))
  if ("i64" in value) return Buffer.from(varint(2 * value.i64))
  if ("text" in value) {
    const bytes = Buffer.from(value.text)
    return Buffer.concat([Buffer.from(varint(bytes.length)), bytes])
  }
  if ("list" in value) {
    const [first = { i32: 0 }] = value.list
    const count = value.claimed ?? value.list.length
    const head = Buffer.from([0xf0 + typeOf(first), ...varint(count)])
    return Buffer.concat([head, ...value.list.map(thrift)])
  }
  let before = 0
  const fields = Object.entries(value.fields).map(([id, field]) => {
    const head = (Number(id) - before) * 16 + typeOf(field)
    before = Number(id)
    return Buffer.concat([Buffer.from([head]), thrift(field)])
  })
  return Buffer.concat([...fields, Buffer.from([0])])
}

/** A page of values of texts: what its header says, and its bytes as they lie. */
export interface TestPage {
  readonly values: number
  readonly encoding: "PLAIN" | "DELTA_BYTE_ARRAY" | "RLE_DICTIONARY"
  readonly bytes: Buffer
  /** How long it is uncompressed, where it does not say so itself. */
  readonly uncompressed?: number
  readonly isDictionary?: boolean
}

const encodings = { PLAIN: 0, DELTA_BYTE_ARRAY: 7, RLE_DICTIONARY: 8 } as const
const codecs = { none: 0, gzip: 2 } as const

const pageOf = ({
  bytes,
  encoding,
  isDictionary = false,
  uncompressed,
  values,
}: TestPage): Buffer => {
  const code = { i32: encodings[encoding] }
  const told: Readonly<Record<number, Thrift>> = isDictionary
    ? { 7: { fields: { 1: { i32: values }, 2: code } } }
    : { 5: { fields: { 1: { i32: values }, 2: code, 3: { i32: 3 }, 4: { i32: 3 } } } }
  const header: Thrift = {
    fields: {
      1: { i32: isDictionary ? 2 : 0 },
      2: { i32: uncompressed ?? bytes.length },
      3: { i32: bytes.length },
      ...told,
    },
  }
  return Buffer.concat([thrift(header), bytes])
}

/** A Parquet file of one column of texts that are all there, in one row group. */
export const parquetOf = (
  pages: ReadonlyArray<TestPage>,
  { codec = "none", rows }: { readonly codec?: keyof typeof codecs; readonly rows: number },
): Buffer => {
  const body = Buffer.concat(pages.map(pageOf))
  const [first] = pages
  const column: Thrift = {
    fields: {
      1: { i32: 6 },
      2: { list: [{ i32: 0 }] },
      3: { list: [{ text: "id" }] },
      4: { i32: codecs[codec] },
      5: { i64: rows },
      6: { i64: body.length },
      7: { i64: body.length },
      9: { i64: 4 },
      ...(first?.isDictionary === true ? { 11: { i64: 4 } } : {}),
    },
  }
  const root: Thrift = { fields: { 4: { text: "root" }, 5: { i32: 1 } } }
  const text: Thrift = {
    fields: { 1: { i32: 6 }, 3: { i32: 0 }, 4: { text: "id" }, 6: { i32: 0 } },
  }
  const chunk: Thrift = { fields: { 2: { i64: 4 }, 3: column } }
  const group: Thrift = { fields: { 1: { list: [chunk] }, 2: { i64: 1 }, 3: { i64: rows } } }
  return withFooter(
    body,
    thrift({
      fields: { 1: { i32: 1 }, 2: { list: [root, text] }, 3: { i64: rows }, 4: { list: [group] } },
    }),
  )
}

/** A Parquet file with a footer. */
export const withFooter = (body: Buffer, footer: Buffer): Buffer => {
  const length = Buffer.alloc(4)
  length.writeUInt32LE(footer.length)
  return Buffer.concat([Buffer.from("PAR1"), body, footer, length, Buffer.from("PAR1")])
}

/** Texts as a page has them that is plain. */
export const plainTexts = (texts: ReadonlyArray<string | Buffer>): Buffer =>
  Buffer.concat(
    texts.flatMap((text) => {
      const length = Buffer.alloc(4)
      const bytes = Buffer.from(text)
      length.writeUInt32LE(bytes.length)
      return [length, bytes]
    }),
  )
