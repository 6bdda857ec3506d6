import { sourceProblems } from "../coach/sources/row-source.ts"
import { sourcesReport } from "../coach/sources/sources-report.ts"
import { limitOf } from "../reference/limits.ts"
import type { SourceRow, SourcesAsked, SourcesView } from "./sources-view.ts"
import type { LoadedVersions } from "../changes/loaded-versions.ts"
import { dateColumn, formColumn, foundedColumns } from "./source-columns.ts"
import { rowsToLookAt, sourcedDefinitions } from "./source-rows.ts"

/** What the page asks, and the day on which it does. */
export interface SourcesQuestion extends SourcesAsked {
  readonly today: string
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
