import * as Result from "effect/Result"
import { once } from "../once.ts"
import type { CsvField } from "./csv.ts"
import {
  type Columns,
  keyText,
  lineFinder,
  type Loaded,
  mentionsOf,
  type NamedColumn,
  namedColumns,
  type RowOfColumns,
  type Table,
  type TableDefinition,
  usesIn,
} from "./definition.ts"
import { camelCase } from "./names.ts"
import type { SourceRecord, SourceTable } from "./source.ts"

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

const [between, behind] = ["\t", "\n"]

/** The character of the number 0: what comes before it needs to be escaped in JSON. */
const firstCode = 35

/** Numbers are single characters, below those that come in pairs. */
const numberMax = 0xd7ff - firstCode

const asCharacter = (number: number): string => {
  if (number < 0 || number > numberMax) throw new RangeError(`${number} cannot be packed`)
  return String.fromCharCode(number + firstCode)
}

const isPackable = (cell: string): boolean => !cell.includes(between) && !cell.includes(behind)

/** Where a cell is the next one that is new; else its place among those before it, and 1. */
const packedColumn = (cells: ReadonlyArray<string>): string => {
  const places = new Map<string, number>()
  const text = cells.map((cell) => {
    if (!isPackable(cell)) {
      throw new RangeError(`a cell with a tab or more than one line cannot be packed: ${cell}`)
    }
    const known = places.get(cell)
    if (known !== undefined) return asCharacter(known + 1)
    places.set(cell, places.size)
    return asCharacter(0)
  })
  return `${[...places.keys()].join(between)}${behind}${text.join("")}`
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

/** The different cells of a column, and the place of each row's among them. */
interface UnpackedColumn {
  readonly cells: ReadonlyArray<string>
  readonly places: Uint16Array
}

const placesIn = (text: string): Uint16Array => {
  const places = new Uint16Array(text.length)
  let next = 0
  for (let row = 0; row < text.length; row += 1) {
    const number = text.charCodeAt(row) - firstCode
    places[row] = number > 0 ? number - 1 : next
    if (number === 0) next += 1
  }
  return places
}

interface UnpackedText {
  readonly lines: ReadonlyArray<number>
  readonly columns: ReadonlyArray<UnpackedColumn>
}

const unpackedText = ({ text }: PackedText): UnpackedText => {
  const [steps = "", ...rest] = text.split(behind)
  let line = 0
  const lines = Array.from(steps, (step) => (line += step.charCodeAt(0) - firstCode))
  const columns: Array<UnpackedColumn> = []
  for (let index = 0; index < rest.length; index += 2) {
    const places = placesIn(rest[index + 1] ?? "")
    // Without a row there is no cell, not one that is empty.
    const cells = places.length === 0 ? [] : (rest[index] ?? "").split(between)
    columns.push({ cells, places })
  }
  return { lines, columns }
}

const cellAt = ({ cells, places }: UnpackedColumn, row: number): string =>
  cells[places[row] ?? 0] ?? ""

/** A record put together when it is asked for. */
class PackedRecord implements SourceRecord {
  readonly line: number
  private readonly columns: ReadonlyArray<UnpackedColumn>
  private readonly row: number
  private known: ReadonlyArray<string> | undefined

  constructor(columns: ReadonlyArray<UnpackedColumn>, row: number, line: number) {
    this.columns = columns
    this.row = row
    this.line = line
  }

  get texts(): ReadonlyArray<string> {
    this.known ??= this.columns.map((column) => cellAt(column, this.row))
    return this.known
  }

  /** Where in its line a cell stood is not packed. */
  get fields(): ReadonlyArray<CsvField> {
    const { line } = this
    return this.texts.map((text) => ({ text, line, character: 1 }))
  }
}

const wordsIn =
  (names: ReadonlyArray<string>, { columns }: UnpackedText): SourceTable["words"] =>
  (column) => {
    const found = columns[names.indexOf(column)]
    return found === undefined ? undefined : new Set(found.cells)
  }

/** A packed text as the records of its table. */
export const packedSource = (packed: PackedText, names: ReadonlyArray<string>): SourceTable => {
  const unpacked = unpackedText(packed)
  const { columns, lines } = unpacked
  return {
    records: lines.map((line, row) => new PackedRecord(columns, row, line)),
    errors: [],
    words: wordsIn(names, unpacked),
  }
}

/** A named column, with what its different cells read to and the place of each row's. */
interface ReadColumn {
  readonly key: string
  readonly places: Uint16Array
  readonly values: ReadonlyArray<unknown>
}

const readColumn = (
  { cells, key }: NamedColumn,
  column: UnpackedColumn | undefined,
): ReadColumn => ({
  key,
  places: column?.places ?? new Uint16Array(0),
  // A cell that its column refuses was never packed from a sound table.
  values: (column?.cells ?? []).map((cell) => Result.getOrThrow(cells.read(cell))),
})

const rowsOf = (
  columns: ReadonlyArray<ReadColumn>,
  count: number,
): ReadonlyArray<Readonly<Record<string, unknown>>> =>
  Array.from({ length: count }, (_, row) => {
    const values: Record<string, unknown> = {}
    for (const { key, places, values: each } of columns) {
      values[key] = each[places[row] ?? 0]
    }
    return values
  })

/** Finds rows by their keys, which are gathered when the first one is asked for. */
const rowFinder = <Row>(
  key: ReadonlyArray<string>,
  rows: ReadonlyArray<Readonly<Record<string, unknown>>>,
): Table<Row>["get"] => {
  const names = key.map(camelCase)
  const byKey = once(
    () => new Map(rows.map((row) => [keyText(names.map((name) => row[name])), row])),
  )
  return (...asked) => byKey().get(keyText(asked)) as Row | undefined
}

/** Reads a plain table that is packed: rows as its CSV gives them, and no mistakes. */
export const unpack = <Shape extends Columns>(
  definition: TableDefinition<Shape>,
  packed: PackedText,
): Loaded<Table<RowOfColumns<Shape>>> => {
  const { file } = definition
  const unpacked = unpackedText(packed)
  const { lines } = unpacked
  const named = namedColumns(definition.columns)
  const columns = named.map((column, index) => readColumn(column, unpacked.columns[index]))
  const names = Object.keys(definition.columns)
  const read = rowsOf(columns, lines.length)
  const rows = read as ReadonlyArray<RowOfColumns<Shape>>
  const get = rowFinder<RowOfColumns<Shape>>(definition.key, read)
  return {
    content: { file, rows, lines, lineOf: lineFinder(rows, lines), get },
    errors: [],
    mentions: mentionsOf(named),
    get uses() {
      return packedSource(packed, names).records.flatMap((record) =>
        usesIn({ file, record, from: 0 }, named),
      )
    },
    words: wordsIn(names, unpacked),
  }
}
