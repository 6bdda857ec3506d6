import type { Table } from "@uwdata/flechette"
import { type ColumnPath, type ColumnSource, valuesWithin } from "../column-source.ts"
import { zstandard } from "../zstd.ts"
import { type ArrowMessage, arrowMessages } from "./arrow-messages.ts"
import { textValues } from "./text-column.ts"

/** Loads what reads Arrow, Zstandard too. */
export const loadFlechette = async () => {
  const flechette = await import("@uwdata/flechette")
  flechette.setCompressionCodec(flechette.CompressionType.ZSTD, zstandard)
  return flechette
}

/** Whole numbers of 64 bits stay exact, and days are days. */
const reading = { useBigInt: true, useDate: true } as const

type Fields = Table["schema"]["fields"]

/** The columns of a schema; a structure is the columns within it. */
const pathsOf = (fields: Fields, structure: number): ReadonlyArray<ColumnPath> =>
  fields.flatMap(({ name, type }): ReadonlyArray<ColumnPath> =>
    type.typeId === structure && "children" in type
      ? pathsOf(type.children, structure).map((within): ColumnPath => [name, ...within])
      : [[name]],
  )

/** Keeps the messages that batches are read with: the schema, and each dictionary as it stands. */
const makeContext = () => {
  let schema: Uint8Array | undefined
  const dictionaries = new Map<bigint, ReadonlyArray<Uint8Array>>()
  return {
    keep: ({ bytes, dictionary, kind }: ArrowMessage): void => {
      if (kind === "schema") schema ??= bytes
      if (dictionary === undefined) return
      const { id, isDelta } = dictionary
      dictionaries.set(id, [...(isDelta ? (dictionaries.get(id) ?? []) : []), bytes])
    },
    with: (batch: ReadonlyArray<Uint8Array>): Array<Uint8Array> => {
      if (schema === undefined) throw new Error("it is no Arrow IPC stream: it has no schema")
      return [schema, ...[...dictionaries.values()].flat(), ...batch]
    },
  }
}

/**
 * Reads a table in Arrow's IPC form, a stream or a file, record batch by record batch: it holds one of
 * them, and its dictionaries. Rejects where it is none; its batches throw where it breaks off.
 */
export const readArrow = async (chunks: AsyncIterable<Uint8Array>): Promise<ColumnSource> => {
  const { tableFromIPC, Type } = await loadFlechette()
  const messages = arrowMessages(chunks)
  const context = makeContext()
  const first = await messages.next()
  if (first.done !== true) context.keep(first.value)
  const { schema } = tableFromIPC(context.with([]), reading)
  const paths = pathsOf(schema.fields, Type.Struct)
  async function* batches() {
    for await (const message of messages) {
      context.keep(message)
      if (message.kind !== "batch") continue
      const table = tableFromIPC(context.with([message.bytes]), reading)
      const columns = new Map(
        table.names.map((name, index) => {
          const column = table.getChildAt(index)
          const isText = column.type.typeId === Type.Utf8
          return [name, isText ? textValues(column) : column.toArray()] as const
        }),
      )
      yield {
        rowCount: table.numRows,
        columns: paths.map(([column, ...within]) =>
          valuesWithin(columns.get(String(column)) ?? [], within),
        ),
      }
    }
  }
  return { names: paths.map((path) => path.join(".")), batches: batches() }
}
