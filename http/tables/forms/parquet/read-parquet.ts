import { brotliDecompressSync, gunzipSync } from "node:zlib"
import type { AsyncBuffer, ParquetParsers, RowGroup, SchemaTree } from "hyparquet"
import {
  type ColumnPath,
  type ColumnSource,
  isToldFault,
  textOf,
  valuesWithin,
} from "../column-source.ts"
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
}

/** Whether a part of a schema is a plain structure: neither a value nor a list or a map of them. */
const isStructure = ({ children, element }: SchemaTree): boolean =>
  children.length > 0 &&
  element.repetition_type !== "REPEATED" &&
  element.converted_type === undefined &&
  element.logical_type === undefined

/** The columns of a schema; a structure is the columns within it. */
const pathsOf = (parts: ReadonlyArray<SchemaTree>): ReadonlyArray<ColumnPath> =>
  parts.flatMap((part): ReadonlyArray<ColumnPath> => {
    const { name } = part.element
    return isStructure(part)
      ? pathsOf(part.children).map((within): ColumnPath => [name, ...within])
      : [[name]]
  })

/** The parts of a schema that lead to a column, the root first. */
const partsTo = (root: SchemaTree, path: ReadonlyArray<string>): ReadonlyArray<SchemaTree> => {
  const parts = [root]
  let part = root
  for (const name of path) {
    const child = part.children.find(({ element }) => element.name === name)
    if (child === undefined) throw new Error(`its schema has no ${path.join(".")}`)
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
      if (elsewhere !== undefined) throw new Error("its columns are in other files")
      if (column === undefined) throw new Error("it is encrypted")
      if (column.path_in_schema[0] !== part.element.name) continue
      const schemaPath = partsTo(root, column.path_in_schema)
      const reading = { file, column, schemaPath, parsers, compressors, held }
      rows.set(column.path_in_schema.join("."), makeColumnRows(reading))
    }
    if (rows.size === 0) throw new Error(`a row group has no column ${part.element.name}`)
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
    throw new Error(`a table has at most ${columnsMax} columns, those within others among them`)
  }
  const root = parquetSchema(metadata)
  const paths = pathsOf(root.children)
  if (paths.length === 0) throw new Error("it has no columns")
  const parsers: ParquetParsers = {
    ...DEFAULT_PARSERS,
    stringFromBytes: (bytes) => bytes && textOf(bytes),
  }
  const reading: GroupReading = { file, root, parsers, held: makeHeld() }
  async function* batches() {
    for (const group of metadata.row_groups) {
      const columns = columnsOf(group, reading)
      const groupRows = Number(group.num_rows)
      try {
        for (let from = 0; from < groupRows; from += rowsMax) {
          const rowCount = Math.min(rowsMax, groupRows - from)
          const values = new Map<string, ArrayLike<unknown>>()
          for (const column of columns) {
            const name = column.part.element.name
            values.set(name, await within(name, () => takeRows(column, rowCount, parsers)))
          }
          yield {
            rowCount,
            columns: paths.map(([name, ...inner]) => valuesWithin(values.get(name) ?? [], inner)),
          }
        }
      } finally {
        for (const { rows } of columns) for (const each of rows.values()) await each.end()
      }
    }
  }
  return {
    rowCount: Number(metadata.num_rows),
    names: paths.map((each) => each.join(".")),
    batches: batches(),
  }
}

/** Does something with a column, and tells by its name what is wrong with it. */
const within = async <A>(name: string, read: () => Promise<A>): Promise<A> => {
  try {
    return await read()
  } catch (cause) {
    const reason = isToldFault(cause)
      ? cause.message
      : "a page is damaged; copy or download the file again"
    throw new Error(`column ${name}: ${reason}`, { cause })
  }
}
