import type { Batch, Table } from "@uwdata/flechette"
import { type ColumnPath, type ColumnSource, isToldFault, valuesWithin } from "../column-source.ts"
import { loadFlechette, openArrow } from "./open-arrow.ts"
import { damagedMessage } from "./sound-head.ts"
import { makeValueCheck } from "./sound-values.ts"
import { cutTexts } from "./text-column.ts"

/** Rows that are read at a time. */
const rowsAtOnce = 4096

type Fields = Table["schema"]["fields"]

/** The columns of a schema; a structure is the columns within it. */
const pathsOf = (fields: Fields, structure: number): ReadonlyArray<ColumnPath> =>
  fields.flatMap(({ name, type }): ReadonlyArray<ColumnPath> =>
    type.typeId === structure && "children" in type
      ? pathsOf(type.children, structure).map((within): ColumnPath => [name, ...within])
      : [[name]],
  )

/** A part of a column that has been read, and the rows that it has. */
interface ReadPart {
  readonly from: number
  readonly to: number
  readonly values: ArrayLike<unknown>
}

/**
 * Reads a table in Arrow's IPC form, a stream or a file, record batch by record batch: it holds one of
 * them, its dictionaries, and the values of some rows. Rejects where it is none; its batches throw where it breaks off,
 * comes to more than is read, or has a text that is not in UTF-8.
 */
export const readArrow = async (chunks: AsyncIterable<Uint8Array>): Promise<ColumnSource> => {
  const { Type } = await loadFlechette()
  const { fields, tables } = await openArrow(chunks)
  const paths = pathsOf(fields, Type.Struct)
  const { begin, check } = makeValueCheck(Type)

  const valuesOf = (batch: Batch<unknown>, name: string, part: Omit<ReadPart, "values">) => {
    const { from, to } = part
    try {
      check(batch, from, to)
      const isText = batch.type.typeId === Type.Utf8
      return (isText ? cutTexts(batch, from, to) : undefined) ?? batch.slice(from, to)
    } catch (cause) {
      const { message } = isToldFault(cause) ? cause : damagedMessage()
      throw new Error(`column ${name}: ${message}`, { cause })
    }
  }
  async function* batches() {
    for await (const table of tables) {
      for (let from = 0; from < table.numRows; from += rowsAtOnce) {
        const to = Math.min(from + rowsAtOnce, table.numRows)
        begin()
        const columns = new Map<string, ArrayLike<unknown>>()
        for (const [index, name] of table.names.entries()) {
          const [batch] = table.getChildAt(index).data
          if (batch === undefined) continue
          columns.set(String(name), valuesOf(batch, String(name), { from, to }))
        }
        yield {
          rowCount: to - from,
          columns: paths.map(([column, ...within]) =>
            valuesWithin(columns.get(column) ?? [], within),
          ),
        }
      }
    }
  }
  return { names: paths.map((path) => path.join(".")), batches: batches() }
}
