import { once } from "../memory.ts"
import type { Columns, RowOfColumns, TableDefinition } from "./definition.ts"
import { keyText, lineFinder } from "./keyed-rows.ts"
import type { Loaded, Table } from "./loaded.ts"
import { namedColumns, usesIn } from "./read-record.ts"
import { camelCase } from "./names.ts"
import {
  absent,
  behind,
  between,
  firstCode,
  packedMentions,
  packedRecords,
  packedRows,
  packedWords,
  type ReadColumn,
  readColumn,
  unpackedText,
} from "./packed-columns.ts"
import type { SourceRecord } from "./source.ts"

/**
 * The records of a table that was found sound when it was packed, as one text: the steps from line to
 * line, then for each column its different cells and which of them stands in each row. It is a
 * fraction of the CSV, and reads to rows without a look at every cell.
 */
export interface PackedText {
  readonly _tag: "PackedText"
  readonly text: string
}

/** A table as it is written, or packed. */
export type CsvOrPacked = string | PackedText

/** Numbers are single characters, below those that come in pairs. */
const numberMax = 0xd7ff - firstCode

const asCharacter = (number: number): string => {
  if (number < 0 || number > numberMax) throw new RangeError(`${number} cannot be packed`)
  return String.fromCharCode(number + firstCode)
}

const isPackable = (cell: string): boolean => !cell.includes(between) && !cell.includes(behind)

/** The different cells of a column, and the place of each row's among them, unless it is that of the row. */
const packedColumn = (cells: ReadonlyArray<string>): string => {
  const places = new Map<string, number>()
  const codes = cells.map((cell) => {
    if (!isPackable(cell)) {
      throw new RangeError(`a cell with a tab or more than one line cannot be packed: ${cell}`)
    }
    const place = places.get(cell) ?? places.size
    places.set(cell, place)
    return asCharacter(place)
  })
  const different = [...places.keys()].join(between)
  return `${different}${behind}${places.size === cells.length ? "" : codes.join("")}`
}

/**
 * Packs the records of a sound table. It throws for what no table holds that ships: cells of several
 * lines, and more different cells or empty lines than fit.
 *
 * ```ts
 * import * as Column from "../core/table/column.ts"
 * import { defineTable } from "../core/table/definition.ts"
 * import { pack, unpack } from "../core/table/packed.ts"
 * import { readSource } from "../core/table/source.ts"
 *
 * const zones = defineTable({ file: "zones.csv", about: "Zones.", key: ["zone"], columns: { zone: Column.text({ about: "Its name." }), stops: Column.integer({ about: "Stops." }) } })
 * const packed = pack(readSource("zones.csv", "zone,stops\n\ncity,40\nregion,40\n", ["zone", "stops"]).records, 2)
 * const { rows, lineOf, get } = unpack(zones, packed).content
 * rows // => [{ zone: "city", stops: 40 }, { zone: "region", stops: 40 }]
 * lineOf(get("region")) // => 4
 * ```
 */
export const pack = (records: ReadonlyArray<SourceRecord>, columns: number): PackedText => {
  let before = 0
  const lines = records.map(({ line }) => {
    const step = line - before
    before = line
    return asCharacter(step)
  })
  const cells = Array.from({ length: columns }, (_, index) =>
    packedColumn(records.map(({ texts }) => texts[index] ?? "")),
  )
  return { _tag: "PackedText", text: [lines.join(""), ...cells].join(behind) }
}

/**
 * A packed text with the different cells of one of its columns changed, each to one that no other is.
 *
 * ```ts
 * import { pack, withColumn } from "../core/table/packed.ts"
 * import { readSource } from "../core/table/source.ts"
 *
 * const packed = pack(readSource("a.csv", "a,b\nx,one\ny,one\n", ["a", "b"]).records, 2)
 * withColumn(packed.text, 1, (cell) => cell.toUpperCase()).split("\n")[3] // => "ONE"
 * ```
 */
export const withColumn = (
  text: string,
  column: number,
  change: (cell: string) => string,
): string => {
  const parts = text.split(behind)
  const at = 2 * column + 1
  return parts
    .map((part, index) => (index === at ? part.split(between).map(change).join(between) : part))
    .join(behind)
}

/**
 * A packed text without some of its columns, by their places: rows have no values of theirs.
 *
 * ```ts
 * import { pack, withoutColumns } from "../core/table/packed.ts"
 * import { readSource } from "../core/table/source.ts"
 *
 * const packed = pack(readSource("a.csv", "a,b\nx,one\ny,one\n", ["a", "b"]).records, 2)
 * withoutColumns(packed.text, [1]).split("\n").slice(3) // => ["", " "]
 * ```
 */
export const withoutColumns = (text: string, columns: ReadonlyArray<number>): string => {
  const parts = text.split(behind)
  for (const column of columns) parts.splice(2 * column + 1, 2, "", absent)
  return parts.join(behind)
}

/** Finds rows by their keys, which are gathered when the first one is asked for. */
const rowFinder = <Row>(
  columns: ReadonlyArray<ReadColumn>,
  key: ReadonlyArray<string>,
  count: number,
  rowAt: (row: number) => Row,
): Table<Row>["get"] => {
  const keyColumns = key
    .map(camelCase)
    .flatMap((name) => columns.filter((column) => column.key === name))
  const textOf = (row: number): string =>
    keyText(keyColumns.map(({ column, valueAt }) => valueAt(column.placeOf(row))))
  const byKey = once(
    () => new Map(Array.from({ length: count }, (_, row) => [textOf(row), row] as const)),
  )
  return (...asked) => {
    const row = byKey().get(keyText(asked))
    return row === undefined ? undefined : rowAt(row)
  }
}

/** Finds rows by what one of their columns reads to. */
const rowsHaving =
  <Row>(columns: ReadonlyArray<ReadColumn>, rowAt: (row: number) => Row): Table<Row>["having"] =>
  (name, value) => {
    const { column, valueAt } = columns.find(({ key }) => key === name) ?? {}
    if (column === undefined || valueAt === undefined) return []
    return column.cells
      .flatMap((_, place) => (valueAt(place) === value ? column.rowsAt(place) : []))
      .sort((left, right) => left - right)
      .map(rowAt)
  }

/** Reads a plain table that is packed: rows as its CSV gives them, and no mistakes. */
export const unpack = <Shape extends Columns>(
  definition: TableDefinition<Shape>,
  packed: PackedText,
): Loaded<Table<RowOfColumns<Shape>>> => {
  const { file } = definition
  const unpacked = unpackedText(packed.text)
  const { count, lines } = unpacked
  const named = namedColumns(definition.columns)
  const columns = unpacked.columns.flatMap((column, index) =>
    named.slice(index, index + 1).map((each) => readColumn(each, column)),
  )
  const names = Object.keys(definition.columns)
  const { all, rowAt } = packedRows<RowOfColumns<Shape>>(columns, count)
  const lineOf = once(() => lineFinder(all(), lines()))
  return {
    content: {
      file,
      get rows() {
        return all()
      },
      get lines() {
        return lines()
      },
      lineOf: (row) => lineOf()(row),
      get: rowFinder(columns, definition.key, count, rowAt),
      having: rowsHaving(columns, rowAt),
    },
    errors: [],
    get mentions() {
      return packedMentions(named, unpacked.columns)
    },
    get uses() {
      return packedRecords(unpacked).flatMap((record) => usesIn({ file, record, from: 0 }, named))
    },
    words: packedWords(names, unpacked),
  }
}
