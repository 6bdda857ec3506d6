import { brotliDecompressSync, gunzipSync } from "node:zlib"
import type { AsyncBuffer, FileMetaData, ParquetParsers, RowGroup, SchemaTree } from "hyparquet"
import {
  type ColumnPlace,
  columnPlaces,
  ColumnsFault,
  type ColumnSource,
  hexText,
  isToldFault,
  textOf,
  valuesWithin,
  zonedTexts,
} from "../column-source.ts"
import { lz4 } from "../lz4.ts"
import { zstandard } from "../zstd.ts"
import { type ColumnRows, type HeldPages, makeColumnRows, makeHeld } from "./read-column.ts"
import { readFooter } from "./footer.ts"

/** A table in a Parquet file. */
export interface ParquetSource extends ColumnSource {
  readonly rowCount: number
}

/** Rows that are read at a time. */
const rowsMax = 4096

/** A length for the buffer of what is uncompressed, which makes it one piece. */
const chunkOf = (length: number) => ({
  maxOutputLength: Math.max(1, length),
  chunkSize: Math.max(64, length + 1),
})

/** Compressions beside Snappy, which its reader knows; none uncompresses to more than the header of a page says. */
const compressors = {
  GZIP: (bytes: Uint8Array, length: number) => gunzipSync(bytes, chunkOf(length)),
  ZSTD: (bytes: Uint8Array, length: number) => zstandard.decode(bytes, chunkOf(length)),
  BROTLI: (bytes: Uint8Array, length: number) => brotliDecompressSync(bytes, chunkOf(length)),
  LZ4: lz4.hadoop,
  LZ4_RAW: lz4.block,
}

/** What a column may be compressed by. */
const codecs: ReadonlySet<string> = new Set(["UNCOMPRESSED", "SNAPPY", ...Object.keys(compressors)])

/** Whether a part of a schema is a plain structure: neither a value nor a list or a map of them. */
const isStructure = ({ children, element }: SchemaTree): boolean =>
  children.length > 0 &&
  element.repetition_type !== "REPEATED" &&
  element.converted_type === undefined &&
  element.logical_type === undefined

/** The columns of a schema. */
const placesOf = (parts: ReadonlyArray<SchemaTree>): ReadonlyArray<ColumnPlace<SchemaTree>> =>
  columnPlaces(parts, (part) => ({
    name: part.element.name,
    within: isStructure(part) ? part.children : undefined,
  }))

/** Reads what a footer says; where that fits nothing, the schema is damaged. */
const soundly = <A>(read: () => A): A => {
  try {
    return read()
  } catch (cause) {
    throw isToldFault(cause)
      ? cause
      : new ColumnsFault("its schema is damaged; copy or download the file again", { cause })
  }
}

/** Makes the values of a column plain that are bytes and no text, or times with a zone; undefined where they are plain as they are. */
const makePlainOf = (
  { type }: SchemaTree["element"],
  zone: string | undefined,
): ((value: unknown) => unknown) | undefined => {
  if (type === "FIXED_LEN_BYTE_ARRAY" || type === undefined) return plainBytes
  const zoned = zone === undefined ? undefined : zonedTexts(zone)
  return zoned && ((value) => (value instanceof Date ? zoned(value) : value))
}

/** Bytes in hexadecimal, in lists too. */
const plainBytes = (value: unknown): unknown => {
  if (value instanceof Uint8Array) return hexText(value)
  return Array.isArray(value) ? value.map(plainBytes) : value
}

/** Programs of Arrow put its own schema beside that of Parquet: it alone tells the zones of times. */
const arrowSchemaKey = "ARROW:schema"

/** The zones of columns of times, where an Arrow program has written them. */
const zonesOf = async ({
  key_value_metadata: remarks = [],
}: FileMetaData): Promise<ReadonlyMap<string, string>> => {
  const schema = remarks.find(({ key }) => key === arrowSchemaKey)?.value
  if (schema === undefined) return new Map()
  const { arrowZones } = await import("../arrow/read-arrow.ts")
  return arrowZones(Buffer.from(schema, "base64"))
}

const damagedFooter = (contradiction: string): Error =>
  new ColumnsFault(`its footer is damaged, as ${contradiction}; copy or download the file again`)

/** The parts of a schema that lead to a column, the root first. */
const partsTo = (root: SchemaTree, path: ReadonlyArray<string>): ReadonlyArray<SchemaTree> => {
  const parts = [root]
  let part = root
  for (const name of path) {
    const child = part.children.find(({ element }) => element.name === name)
    if (child === undefined) throw damagedFooter(`its schema has no ${path.join(".")}`)
    parts.push(child)
    part = child
  }
  return parts
}

/** A column of a table, and the columns of the file that it is put together from. */
interface TableColumn {
  readonly part: SchemaTree
  readonly rows: ReadonlyMap<string, ColumnRows>
}

/** What reads the columns of a row group. */
interface GroupReading {
  readonly file: AsyncBuffer
  readonly root: SchemaTree
  readonly parsers: ParquetParsers
  readonly held: HeldPages
}

const columnsOf = (
  { columns }: RowGroup,
  { file, held, parsers, root }: GroupReading,
): ReadonlyArray<TableColumn> =>
  root.children.map((part) => {
    const rows = new Map<string, ColumnRows>()
    for (const { file_path: elsewhere, meta_data: column } of columns) {
      if (elsewhere !== undefined) throw new ColumnsFault("its columns are in other files")
      if (column === undefined) throw new ColumnsFault("it is encrypted")
      if (column.path_in_schema[0] !== part.element.name) continue
      if (!codecs.has(column.codec)) {
        throw new ColumnsFault(
          `column ${column.path_in_schema.join(".")} is compressed by ${column.codec}, which is not read; write it with ZSTD`,
        )
      }
      const schemaPath = partsTo(root, column.path_in_schema)
      const reading = { file, column, schemaPath, parsers, compressors, held }
      rows.set(column.path_in_schema.join("."), makeColumnRows(reading))
    }
    if (rows.size === 0) throw damagedFooter(`a row group has no column ${part.element.name}`)
    return { part, rows }
  })

/** The next rows of a column of the table, put together from those of the file. */
const takeRows = async ({ part, rows }: TableColumn, count: number, parsers: ParquetParsers) => {
  const { assembleNested } = await import("hyparquet/src/assemble.js")
  const taken = new Map<string, ArrayLike<unknown>>()
  for (const [path, column] of rows) taken.set(path, await column.take(count))
  if (part.children.length > 0) {
    assembleNested(taken as Parameters<typeof assembleNested>[0], part, parsers)
  }
  return taken.get(part.element.name) ?? []
}

/** The columns of a table; a workbook has as many at most. */
export const columnsMax = 1024

/**
 * Reads a table in a Parquet file some rows at a time: it holds a page of each column. A Parquet file ends with its index,
 * so it cannot be read as it comes. Rejects where it is none; its batches throw where a page is damaged, holds more than
 * is read, or has a text that is not in UTF-8.
 */
export const readParquet = async (path: string): Promise<ParquetSource> => {
  const { asyncBufferFromFile, parquetSchema } = await import("hyparquet")
  const { DEFAULT_PARSERS } = await import("hyparquet/src/convert.js")
  const file = await asyncBufferFromFile(path)
  const metadata = await readFooter(file)
  if (metadata.schema.length > columnsMax) {
    throw new ColumnsFault(
      `a table has at most ${columnsMax} columns, those within others among them`,
    )
  }
  const root = soundly(() => parquetSchema(metadata))
  const zones = await zonesOf(metadata)
  const places = placesOf(root.children).map(({ name, part, path }) => ({
    path,
    name,
    makePlain: makePlainOf(part.element, zones.get(name)),
  }))
  if (places.length === 0) throw new ColumnsFault("it has no columns")
  const parsers: ParquetParsers = {
    ...DEFAULT_PARSERS,
    stringFromBytes: (bytes) => bytes && textOf(bytes),
  }
  const reading: GroupReading = { file, root, parsers, held: makeHeld() }
  async function* batches() {
    for (const [index, group] of metadata.row_groups.entries()) {
      const number = index + 1
      const columns = columnsOf(group, reading)
      const groupRows = Number(group.num_rows)
      try {
        for (let from = 0; from < groupRows; from += rowsMax) {
          const rowCount = Math.min(rowsMax, groupRows - from)
          const values = new Map<string, ArrayLike<unknown>>()
          const place = `row group ${number}`
          for (const column of columns) {
            const { name } = column.part.element
            values.set(name, await within(name, place, () => takeRows(column, rowCount, parsers)))
          }
          yield {
            rowCount,
            columns: places.map(({ makePlain, path: [name, ...inner] }) => {
              const found = valuesWithin(values.get(name) ?? [], inner)
              return makePlain === undefined ? found : Array.from(found, makePlain)
            }),
          }
        }
      } finally {
        for (const { rows } of columns) for (const each of rows.values()) await each.end()
      }
    }
  }
  return {
    rowCount: Number(metadata.num_rows),
    names: places.map(({ name }) => name),
    batches: batches(),
  }
}

/** Reads a column; a fault names it and its place. */
const within = async <A>(name: string, place: string, read: () => Promise<A>): Promise<A> => {
  try {
    return await read()
  } catch (cause) {
    const reason = isToldFault(cause)
      ? cause.message
      : "a page is damaged; copy or download the file again"
    throw new ColumnsFault(`column ${name}: ${reason} (${place})`, { cause })
  }
}
