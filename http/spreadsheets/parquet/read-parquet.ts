import { brotliDecompressSync, gunzipSync } from "node:zlib"
import type { SchemaTree } from "hyparquet"
import { zstandard } from "../zstd.ts"
import { type ColumnPath, type ColumnSource, valuesWithin } from "../column-source.ts"

/** A table in a Parquet file. */
export interface ParquetSource extends ColumnSource {
  readonly rowCount: number
}

/** Rows that are read at a time where a group has more. */
const rowsMax = 16_384

/** Compressions beside Snappy, which its reader knows. */
const compressors = {
  GZIP: (bytes: Uint8Array) => gunzipSync(bytes),
  ZSTD: zstandard.decode,
  BROTLI: (bytes: Uint8Array) => brotliDecompressSync(bytes),
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

/**
 * Reads a table in a Parquet file, row group by row group: it holds the columns of one of them. A
 * Parquet file ends with its index, so it cannot be read as it comes.
 */
export const readParquet = async (file: string): Promise<ParquetSource> => {
  const { asyncBufferFromFile, parquetMetadataAsync, parquetScan, parquetSchema } =
    await import("hyparquet")
  const buffer = await asyncBufferFromFile(file)
  const metadata = await parquetMetadataAsync(buffer)
  const scan = await parquetScan({ file: buffer, metadata, compressors })
  const { children } = parquetSchema(metadata)
  const paths = pathsOf(children)
  const columnNames = children.map(({ element }) => element.name)
  async function* batches() {
    for (const { rowEnd: end, rowStart } of scan.ranges) {
      const columns = new Map<string, ArrayLike<unknown>>()
      for (const column of columnNames) {
        columns.set(column, await scan.readColumn({ column, rowStart, rowEnd: end }))
      }
      for (let from = 0; from < end - rowStart; from += rowsMax) {
        const to = Math.min(from + rowsMax, end - rowStart)
        yield {
          rowCount: to - from,
          columns: paths.map(([column, ...within]) =>
            valuesWithin(Array.prototype.slice.call(columns.get(column), from, to), within),
          ),
        }
      }
    }
  }
  return {
    rowCount: Number(metadata.num_rows),
    names: paths.map((path) => path.join(".")),
    batches: batches(),
  }
}
