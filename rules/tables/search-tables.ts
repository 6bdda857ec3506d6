import * as Result from "effect/Result"
import { tellingColumns } from "../../core/check/meaning/table-cells.ts"
import { readCsv } from "../../core/table/csv.ts"
import { type AnyDefinition, columnsOf } from "../../core/table/load.ts"
import { isRow } from "../../core/table/source.ts"
import type { RowPlace } from "../../core/table/row-place.ts"

/** A cell that holds what is looked for. */
export interface SearchHit extends RowPlace {
  readonly column: string
  /** The cell, cut around what was found where it is long. */
  readonly cell: string
  /** Where in that the found part stands. */
  readonly from: number
  readonly to: number
  /** The cells that name the row. */
  readonly row: ReadonlyArray<string>
}

/** The hits in one table: the first of them, and how many there are. */
export interface SearchGroup {
  readonly file: string
  readonly hits: ReadonlyArray<SearchHit>
  readonly count: number
}

/** Everything that was found, the table with the most telling hits first. */
export interface SearchFound {
  readonly groups: ReadonlyArray<SearchGroup>
  readonly count: number
  readonly tables: number
}

/** A table cut into cells to look through. */
interface SearchedTable {
  readonly definition: AnyDefinition
  readonly source: string
  readonly header: ReadonlyArray<string>
  readonly rows: ReadonlyArray<{ readonly line: number; readonly texts: ReadonlyArray<string> }>
  /** What each row says in small letters without accents, cell by cell. */
  readonly plain: ReadonlyArray<ReadonlyArray<string>>
  /** The places of the columns that name a row. */
  readonly telling: ReadonlyArray<number>
}

/** Of each table so many hits are shown, and of all of them together. */
const inTableMax = 5
const shownMax = 60

/** A cell shows so much before what was found, and at most so much in all. */
const leadMax = 24
const cellMax = 90

const cut = (definition: AnyDefinition, source: string): SearchedTable => {
  const columns = Object.keys(columnsOf(definition)).length
  const [header, ...rows] = Result.getOrElse(readCsv(source), () => []).filter((record) =>
    isRow(record, columns),
  )
  const names = header?.texts ?? []
  return {
    definition,
    source,
    header: names,
    rows: rows.map(({ line, texts }) => ({ line, texts })),
    plain: rows.map(({ texts }) => texts.map(plainText)),
    telling: tellingColumns(definition).map((column) => names.indexOf(column)),
  }
}

/** How telling it is where in a cell something was found: all of it, its start, a word, else. */
const rankOf = (cell: string, at: number, length: number): number => {
  if (at === 0 && cell.length === length) return 0
  if (at === 0) return 1
  return /[\p{L}\p{N}]/u.test(cell[at - 1] ?? "") ? 3 : 2
}

interface RankedHit {
  readonly rank: number
  readonly row: number
  readonly column: number
  readonly at: number
}

const hitOf = (
  { definition, header, rows, telling }: SearchedTable,
  { at, column, row }: RankedHit,
  length: number,
): SearchHit => {
  const { line, texts } = rows[row] ?? { line: 1, texts: [] }
  const whole = texts[column] ?? ""
  const start = whole.length > cellMax ? Math.max(0, at - leadMax) : 0
  const end = Math.min(whole.length, start + cellMax)
  const [before, after] = [start > 0 ? "…" : "", end < whole.length ? "…" : ""]
  const from = at - start + before.length
  return {
    file: definition.file,
    line,
    column: header[column] ?? "",
    cell: `${before}${whole.slice(start, end)}${after}`,
    from,
    to: Math.min(from + length, end - start + before.length),
    row: telling.filter((place) => place !== column).flatMap((place) => texts[place] || []),
  }
}

const searchTable = (table: SearchedTable, wanted: string): ReadonlyArray<RankedHit> => {
  const hits: Array<RankedHit> = []
  for (const [row, cells] of table.plain.entries()) {
    for (const [column, cell] of cells.entries()) {
      const at = cell.indexOf(wanted)
      if (at >= 0) hits.push({ rank: rankOf(cell, at, wanted.length), row, column, at })
    }
  }
  return hits
}

const byRank = (left: RankedHit, right: RankedHit): number =>
  left.rank - right.rank || left.row - right.row

/**
 * Prepares to look through the cells of all tables; a text that stays the same is cut once. Case and
 * accents do not count.
 */
export const makeSearch = (
  definitionsIn: (sources: ReadonlyMap<string, string>) => ReadonlyArray<AnyDefinition>,
) => {
  const known = new Map<string, SearchedTable>()
  const tableOf = (definition: AnyDefinition, source: string): SearchedTable => {
    const kept = known.get(definition.file)
    if (kept?.source === source && kept?.definition === definition) return kept
    const table = cut(definition, source)
    known.set(definition.file, table)
    return table
  }
  return (sources: ReadonlyMap<string, string>, text: string): SearchFound => {
    const wanted = plainText(text.trim())
    if (wanted === "") return { groups: [], count: 0, tables: 0 }
    const found = definitionsIn(sources).flatMap((definition) => {
      const table = tableOf(definition, sources.get(definition.file) ?? "")
      const hits = searchTable(table, wanted)
      const best = hits.reduce((least, { rank }) => Math.min(least, rank), 4)
      return hits.length === 0 ? [] : [{ table, hits, best }]
    })
    const ordered = found.toSorted((left, right) => left.best - right.best)
    let room = shownMax
    const groups = ordered.map(({ hits, table }): SearchGroup => {
      const shown = hits.toSorted(byRank).slice(0, Math.min(inTableMax, room))
      room -= shown.length
      return {
        file: table.definition.file,
        hits: shown.map((hit) => hitOf(table, hit, wanted.length)),
        count: hits.length,
      }
    })
    return {
      groups: groups.filter(({ hits }) => hits.length > 0),
      count: found.reduce((sum, { hits }) => sum + hits.length, 0),
      tables: found.length,
    }
  }
}

/** What stands for a letter with an accent, one letter for one, so that places stay the same. */
const accented = /[À-ɏ]/g

const bare = new Map<string, string>()

const withoutAccent = (letter: string): string => {
  const known = bare.get(letter)
  if (known !== undefined) return known
  const [first = letter] = letter.normalize("NFD")
  bare.set(letter, first)
  return first
}

/**
 * A text in small letters without accents, of the same length; quotes of print are straight, and all
 * spaces are alike.
 *
 * ```ts
 * import { plainText } from "../rules/tables/search-tables.ts"
 *
 * plainText("Où l’Été") // => "ou l'ete"
 * plainText("1\u202f000\u00a0€") // => "1 000 €"
 * ```
 */
export const plainText = (text: string): string => {
  const small = text.toLowerCase()
  // A letter whose small form is longer would move what follows.
  const same = small.length === text.length ? small : text
  return /^[\x20-\x7e]*$/.test(same)
    ? same
    : same
        .replaceAll(accented, withoutAccent)
        .replaceAll(/[’‘]/g, "'")
        .replaceAll(/[\u00a0\u202f\n\r\t]/g, " ")
}
