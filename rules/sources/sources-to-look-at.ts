import * as Result from "effect/Result"
import type { Column } from "../../core/table/column.ts"
import { readCsv } from "../../core/table/csv.ts"
import { type AnyDefinition, columnsOf } from "../../core/table/load.ts"
import { isRow } from "../../core/table/source.ts"
import { plusDays } from "../../core/vocabulary/day.ts"
import type { LoadedVersions } from "../changes/loaded-versions.ts"
import { type Market, universalMarket } from "../coach/coach-vocabulary.ts"
import {
  isOlderThan,
  isUnsourced,
  monthsBefore,
  pageOf,
  type SourceProblem,
  sourceProblems,
} from "../coach/sources/row-source.ts"
import {
  heldBy,
  isCounted,
  sourcesReport,
  sourcingOf,
  timesCited,
} from "../coach/sources/sources-report.ts"
import { limitOf } from "../reference/limits.ts"
import type { SourceColumn, SourceRow, SourcesAsked, SourcesView } from "./sources-view.ts"
import { type AllTables, definitions } from "../tables/index.ts"

/** What the page asks, and the day on which it does. */
export interface SourcesQuestion extends SourcesAsked {
  readonly today: string
}

/** What figures rest on, and which rows to look at next. */
export const sourcesView = (loaded: LoadedVersions, asked: SourcesQuestion): SourcesView => {
  const { file, limit, market, oldMonths, problem, slug, today } = asked
  const tables = loaded.after
  const all = rowsToLookAt(loaded.sources, { tables, today, oldMonths })
  const ofPlace = all.filter(
    (row) => (market === null || row.market === market) && (slug === null || row.slug === slug),
  )
  const ofTable = ofPlace.filter((row) => file === null || row.file === file)
  const rows = ofTable.filter((row) => problem === null || row.problem === problem)
  const report = sourcesReport(tables, { oldYears: Math.round(oldMonths / monthsAYear) })
  const slugs = new Set(all.flatMap((row) => row.slug ?? []))
  return {
    revision: loaded.revision,
    isOlder: loaded.mistakes.length > 0,
    today,
    warningDays: limitOf(tables, "travel_warning_stale_days"),
    markets: report.map(({ market: own, total }) => {
      const names = tables.coachMarkets.get(own)
      return { market: own, total, name: { en: names?.nameEn ?? own, fr: names?.nameFr ?? own } }
    }),
    guarantees: tables.messageGuarantees.rows.flatMap(({ en, fr, key }) =>
      slugs.has(key) ? [{ code: key, name: { en, fr } }] : [],
    ),
    tables: sourcedDefinitions.map((definition) => {
      const columns = foundedColumns(definition)
      return {
        file: definition.file,
        rows: ofPlace.filter((row) => row.file === definition.file).length,
        columns: columns.map(formColumn),
        dateColumn: columns.some(([name]) => name === dateColumn) ? dateColumn : null,
      }
    }),
    counts: countsOf(ofTable),
    found: rows.length,
    rows: inOrder(rows, asked).slice(0, limit),
  }
}

/**
 * The columns whose cells are a figure and what it rests on: no keys, no conditions, and nothing behind
 * the source, which is counted and not read.
 */
export const foundedColumns = (
  definition: AnyDefinition,
): ReadonlyArray<readonly [name: string, column: Column<unknown>]> => {
  const columns = definition._tag === "TableDefinition" ? definition.columns : definition.outputs
  const keys: ReadonlyArray<string> = definition._tag === "TableDefinition" ? definition.key : []
  const own = Object.entries(columns).filter(([name]) => !keys.includes(name))
  const behind = own.findLastIndex(([name]) => foundationColumns.has(name)) + 1
  return own.slice(0, behind).slice(-columnsMax)
}

const monthsAYear = 12

const matters = ({ weight }: SourceRow): number =>
  weight === null ? 0 : weight.cards * weight.citations

const byText = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0)

type Compare = (left: SourceRow, right: SourceRow) => number

/** What most depends on first; of those, what is told without a source before the rest. */
const byUrgency: Compare = (left, right) =>
  matters(right) - matters(left) ||
  sourceProblems.indexOf(left.problem) - sourceProblems.indexOf(right.problem)

const comparing: Readonly<Record<SourcesAsked["order"], Compare>> = {
  urgency: byUrgency,
  row: (left, right) => byText(left.file, right.file) || left.line - right.line,
  date: (left, right) => byText(left.asOf ?? "", right.asOf ?? ""),
  source: (left, right) => byText(left.source, right.source),
}

const inOrder = (
  rows: ReadonlyArray<SourceRow>,
  { isDescending, order }: SourcesAsked,
): ReadonlyArray<SourceRow> => {
  const compare = comparing[order]
  return rows.toSorted((left, right) =>
    isDescending ? compare(right, left) : compare(left, right),
  )
}

const countsOf = (rows: ReadonlyArray<SourceRow>): SourcesView["counts"] => ({
  unsourced: rows.filter(({ problem }) => problem === "unsourced").length,
  unknown: rows.filter(({ problem }) => problem === "unknown").length,
  old: rows.filter(({ problem }) => problem === "old").length,
})

/** The column that says what a row rests on, in every table that has it. */
const sourceColumn = "source"

/** The column that says of when that is. */
const dateColumn = "as_of"

/** The columns that say what a figure rests on. */
const foundationColumns = new Set([sourceColumn, dateColumn, "confidence"])

/** The columns next to the source are what it founds; more of them make no form. */
const columnsMax = 8

/** The columns that name a row: its key, or its conditions. */
const namingColumns = (definition: AnyDefinition): ReadonlyArray<string> =>
  definition._tag === "TableDefinition" ? definition.key : Object.keys(definition.inputs)

/** Whether rows of a table say what they rest on. */
const saysSource = (definition: AnyDefinition): boolean =>
  Object.hasOwn(columnsOf(definition), sourceColumn)

/** A column as a form shows it. */
const formColumn = ([name, { about, kind, unit, words }]: readonly [
  string,
  Column<unknown>,
]): SourceColumn => ({
  column: name,
  about,
  unit: unit ?? null,
  words: words ?? null,
  isNumber: /^(?:integer|decimal)/.test(kind),
  isOptional: kind.endsWith("or empty"),
})

type Cells = Readonly<Record<string, string>>

/** What a row is compared with. */
interface SourceMeasure {
  readonly tables: AllTables
  readonly today: string
  readonly oldMonths: number
}

/** The tables whose rows say what they rest on. */
const sourcedDefinitions: ReadonlyArray<AnyDefinition> =
  Object.values<AnyDefinition>(definitions).filter(saysSource)

const { coachBenefits, travelWarnings } = definitions

/** What is wrong with the source of a cover: as the report of sources has it. */
const problemOfCover = (cells: Cells): SourceProblem | undefined => {
  const source = cells[sourceColumn] ?? ""
  if (isCounted({ source })) return undefined
  const sourcing = sourcingOf({
    state: cells["state"] === "unknown" ? "unknown" : "included",
    source,
  })
  return sourcing === "unknown" || sourcing === "unsourced" ? sourcing : undefined
}

const prepareProblem = ({ oldMonths, tables, today }: SourceMeasure) => {
  const limits = new Map([
    [travelWarnings.file, plusDays(today, -limitOf(tables, "travel_warning_stale_days")) ?? today],
  ])
  const usual = monthsBefore(today, oldMonths)
  return (file: string, cells: Cells): SourceProblem | undefined => {
    if (file === coachBenefits.file) {
      const found = problemOfCover(cells)
      if (found !== undefined) return found
    } else if (isUnsourced(cells[sourceColumn] ?? "")) return "unsourced"
    return isOlderThan(cells[dateColumn] ?? "", limits.get(file) ?? usual) ? "old" : undefined
  }
}

/** The rows of a text with their lines, as cells by column. */
const rowsOf = (
  definition: AnyDefinition,
  text: string,
): ReadonlyArray<{ readonly line: number; readonly cells: Cells }> => {
  const columns = Object.keys(columnsOf(definition))
  const [header, ...rows] = Result.getOrElse(readCsv(text), () => []).filter((record) =>
    isRow(record, columns.length),
  )
  const names = header?.texts ?? []
  return rows.map(({ line, texts }) => ({
    line,
    cells: Object.fromEntries(names.map((name, index) => [name, texts[index] ?? ""])),
  }))
}

const marketsOf = ({ coachMarkets }: AllTables): ((cells: Cells) => Market | null) => {
  const byCountry = new Map(
    coachMarkets.rows.flatMap(({ market, residences }) =>
      residences.map((residence) => [residence, market] as const),
    ),
  )
  return ({ country, market }) => {
    if (market !== undefined && market !== "") return coachMarkets.get(market)?.market ?? null
    return country === undefined || country === ""
      ? null
      : (byCountry.get(country) ?? universalMarket)
  }
}

/** Every row whose source is to be looked at, table by table. */
const rowsToLookAt = (
  sources: ReadonlyMap<string, string>,
  measure: SourceMeasure,
): ReadonlyArray<SourceRow> => {
  const { tables } = measure
  const problemOf = prepareProblem(measure)
  const marketOf = marketsOf(tables)
  const held = heldBy(tables)
  const cited = timesCited(tables)
  const weightOf = ({ country, product, slug }: Cells): SourceRow["weight"] =>
    country === undefined || product === undefined || slug === undefined
      ? null
      : { cards: held(country, product), citations: cited(slug) }
  return sourcedDefinitions.flatMap((definition) => {
    const { file } = definition
    const founded = foundedColumns(definition).map(([name]) => name)
    const naming = namingColumns(definition)
    return rowsOf(definition, sources.get(file) ?? "").flatMap(({ cells, line }) => {
      const problem = problemOf(file, cells)
      if (problem === undefined) return []
      const source = cells[sourceColumn] ?? ""
      const asOf = cells[dateColumn] ?? ""
      return [
        {
          file,
          line,
          name: naming.map((column) => cells[column] ?? "").filter((text) => text !== ""),
          market: marketOf(cells),
          slug: cells["slug"] === undefined || cells["slug"] === "" ? null : cells["slug"],
          problem,
          source,
          page: pageOf(source) ?? null,
          asOf: asOf === "" ? null : asOf,
          weight: weightOf(cells),
          cells: Object.fromEntries(founded.map((column) => [column, cells[column] ?? ""])),
        },
      ]
    })
  })
}
