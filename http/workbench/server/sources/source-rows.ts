import * as Result from "effect/Result"
import { readCsv } from "../../../../core/table/csv.ts"
import { type AnyDefinition, columnsOf } from "../../../../core/table/load.ts"
import { isRow } from "../../../../core/table/source.ts"
import type { Market } from "../../../../rules/coach/coach-vocabulary.ts"
import { heldBy, sourcingOf, timesCited } from "../../../../rules/coach/sources/sources-report.ts"
import {
  isOlderThan,
  isUnsourced,
  monthsBefore,
  pageOf,
  type SourceProblem,
} from "../../../../rules/coach/sources/row-source.ts"
import { limitOf } from "../../../../rules/reference/limits.ts"
import { type AllTables, definitions } from "../../../../rules/tables/index.ts"
import { plusDays } from "../../../../core/vocabulary/day.ts"
import type { SourceRow } from "../../protocol/sources.ts"
import {
  dateColumn,
  foundedColumns,
  namingColumns,
  saysSource,
  sourceColumn,
} from "./source-columns.ts"

type Cells = Readonly<Record<string, string>>

/** What a row is held against. */
export interface SourceMeasure {
  readonly tables: AllTables
  readonly today: string
  readonly oldMonths: number
}

/** The tables whose rows say what they rest on. */
export const sourcedDefinitions: ReadonlyArray<AnyDefinition> =
  Object.values<AnyDefinition>(definitions).filter(saysSource)

const { coachBenefits, travelWarnings } = definitions

/** What is wrong with the source of a cover: as the report of sources has it. */
const problemOfCover = (cells: Cells): SourceProblem | undefined => {
  const sourcing = sourcingOf({
    state: cells["state"] === "unknown" ? "unknown" : "included",
    source: cells[sourceColumn] ?? "",
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
  const byName = new Map(coachMarkets.rows.map(({ market }) => [String(market), market]))
  const byCountry = new Map(
    coachMarkets.rows.flatMap(({ market, residences }) =>
      residences.map((residence) => [residence, market] as const),
    ),
  )
  return ({ country, market }) => {
    if (market !== undefined && market !== "") return byName.get(market) ?? null
    return country === undefined || country === "" ? null : (byCountry.get(country) ?? "universal")
  }
}

/** Every row whose source is to be looked at, table by table. */
export const rowsToLookAt = (
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
