import { medianOfCounts, type PermilleCounts } from "../impact/price-impact.ts"
import type { ReviewFold, ReviewOffer, ReviewReport } from "./reviewed-change.ts"
import type { DiffReport, ImpactReport, TableReport } from "./diff-report.ts"
import { impactIn, offerTitle, summaryOf } from "./diff-summary.ts"
import type { FoldedRows } from "./fold-rows.ts"

/** More rows of a fold are left to the table itself. */
const rowsMax = 60

/** More folds of a table, or lines of a list, are left to the page of `tables diff`. */
const linesMax = 200

const foldOf = ({ changes, rows, what, where }: FoldedRows): ReviewFold => ({
  what,
  count: rows.length,
  where,
  changes,
  rows: rows.slice(0, rowsMax).map((row) => ({
    where: row.where,
    before: row.before ?? null,
    after: row.after ?? null,
    cells: row.cells,
  })),
})

const movesOf = (permille: PermilleCounts): ReviewOffer["moves"] => {
  const [first, last] = [permille[0]?.[0], permille.at(-1)?.[0]]
  return first === undefined || last === undefined
    ? null
    : { median: medianOfCounts(permille), least: first, most: last }
}

const allPermille = ({ offers }: ImpactReport): PermilleCounts => {
  const counts = new Map<number, number>()
  for (const { permille } of offers) {
    for (const [value, count] of permille) counts.set(value, (counts.get(value) ?? 0) + count)
  }
  return [...counts].sort(([left], [right]) => left - right)
}

const offersOf = (
  impact: ImpactReport,
  icons: ReadonlyMap<number, string>,
): ReadonlyArray<ReviewOffer> =>
  impact.offers.slice(0, linesMax).map(({ cheaper, come, dearer, gone, offerId, permille }) => ({
    offerId,
    title: offerTitle(impact, offerId),
    icon: icons.get(offerId) ?? null,
    dearer,
    cheaper,
    come,
    gone,
    moves: movesOf(permille),
  }))

const isSame = ({ verdict }: TableReport): boolean =>
  verdict === "unchanged" || verdict === "equivalent"

/** What a report is of. */
export interface ReportGround {
  readonly revision: number
  readonly isOlder: boolean
  /** Releases in which the compared tables wait. */
  readonly releases: ReadonlyArray<string>
  /** The files of pictograms, by offer. */
  readonly icons: ReadonlyMap<number, string>
}

/** A comparison as the review page tells it: in figures and names, which the page puts into words. */
export const reviewReport = (report: DiffReport, ground: ReportGround): ReviewReport => {
  const impact = impactIn(report)
  const summary = summaryOf(report)
  const changed = report.tables.filter((table) => !isSame(table))
  return {
    revision: ground.revision,
    isOlder: ground.isOlder,
    releases: ground.releases,
    unavailable:
      report.impact !== null && "unavailable" in report.impact ? report.impact.unavailable : null,
    situations: impact?.situations ?? 0,
    changed: impact?.changed ?? 0,
    changedCases: impact?.changedCases ?? 0,
    ...summary.moved,
    moves: impact === undefined ? null : movesOf(allPermille(impact)),
    bars: summary.histogram,
    offers: impact === undefined ? [] : offersOf(impact, ground.icons),
    offersOfAll: Object.keys(impact?.titles.offers ?? {}).length,
    standings: summary.standings.slice(0, linesMax),
    firstPlaces: summary.firstPlaces
      .slice(0, linesMax)
      .map(({ from, fromId, quotes, to, toId }) => ({
        from: fromId === null ? null : from,
        to: toId === null ? null : to,
        quotes,
      })),
    arguments: summary.arguments.slice(0, linesMax),
    texts: summary.texts.slice(0, linesMax),
    tables: changed.map(({ decision, file, folds, verdict }) => ({
      file,
      verdict,
      folds: folds.slice(0, linesMax).map(foldOf),
      regions: decision?.regions.length ?? 0,
    })),
    unchangedTables: report.tables.length - changed.length,
  }
}
