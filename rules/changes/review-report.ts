import { differenceLimits } from "../../core/difference/decision-difference.ts"
import { loadSound } from "../../core/table/load.ts"
import { allMistakesIn, countImpact } from "./diff-impact.ts"
import type { DiffReport, ImpactReport, TableReport } from "./diff-report.ts"
import { impactIn, summaryOf } from "./diff-summary.ts"
import { reportTables } from "./diff-table.ts"
import type { FoldedRows } from "./fold-rows.ts"
import type { VersionTexts } from "./loaded-versions.ts"
import type { ReviewFold, ReviewOffer, ReviewReport } from "./reviewed-change.ts"
import { corpusSeed } from "../corpus/corpus.ts"
import { medianOfCounts, type PermilleCounts } from "../impact/price-impact.ts"
import type { RendererParts } from "../messages/render.ts"
import { pairVersions, type VersionPair } from "../tables/compare-versions.ts"
import { definitions } from "../tables/index.ts"
import { withTexts } from "../tables/release.ts"
import { offerTitle } from "./diff-words.ts"

/** What the versions are called in a report. */
export interface VersionNames {
  readonly before: string
  readonly commit: string | null
  readonly folder: string
  /** How many situations are drawn besides the analysts' cases. */
  readonly situations: number
  /** The releases that the change brings. */
  readonly releases: ReadonlyArray<string>
  /** Tables that wait in those, and are as before in the folder. */
  readonly waiting: ReadonlyArray<readonly [file: string, text: string | null]>
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

/**
 * Prepares to compare both versions as `tables diff` does. The newest comparison is remembered, and
 * while the tables hold mistakes the last version without any stands in.
 */
export const makeComparison = (
  format: RendererParts["format"],
): ((
  versions: VersionTexts,
  names: VersionNames,
  progress: (part: unknown) => void,
) => ReviewedChange) => {
  let sound: Pick<VersionTexts, "after" | "revision"> | undefined
  let last: (Pick<ReviewedChange, "icons" | "report"> & { readonly key: string }) | undefined

  return ({ after: inFolder, before, revision }, names, progress) => {
    const after = withTexts(inFolder, names.waiting)
    const older = { sources: before, errors: [] }
    let pair = pairVersions(older, { sources: after, errors: [] })
    const isOlder = allMistakesIn(pair.mistakes.after).length > 0 && sound !== undefined
    if (isOlder && sound !== undefined) {
      pair = pairVersions(older, { sources: sound.after, errors: [] })
    } else {
      sound = { after, revision }
    }
    const told = sound?.revision ?? revision
    const key = JSON.stringify([told, names])
    if (last?.key !== key) {
      const report: DiffReport = {
        base: names.before,
        commit: names.commit,
        folder: names.folder,
        folderCommit: null,
        tables: reportTables(pair, [], differenceLimits.regionsMax),
        impact: countImpact(
          pair,
          {
            named: [],
            format,
            choice: { casesOnly: false, count: names.situations, seed: corpusSeed },
          },
          (done, all) => progress({ done, all }),
        ),
      }
      last = { key, report, icons: offerIcons(pair) }
    }
    const releases = names.waiting.length === 0 ? [] : names.releases
    return { releases, revision: told, isOlder, report: last.report, icons: last.icons }
  }
}

/**
 * The files of pictograms by offer, as the comparator shows them: the offer's own, else the mark of its insurer.
 *
 * ```ts
 * import { iconsOf } from "../rules/changes/review-report.ts"
 *
 * const insurers = [{ insurer: "harborwick", logoFile: "harborwick.svg" }]
 * const offers = [{ offerId: 1, insurer: "harborwick", iconFile: null }]
 * [...iconsOf({ insurers, offers })] // => [[1, "harborwick.svg"]]
 * ```
 */
export const iconsOf = ({ insurers, offers }: Pictured): ReadonlyMap<number, string> => {
  const marks = new Map(insurers.map(({ insurer, logoFile }) => [insurer, logoFile]))
  return new Map(
    offers.flatMap(({ iconFile, insurer, offerId }): ReadonlyArray<[number, string]> => {
      const file = iconFile ?? marks.get(insurer)
      return file === undefined ? [] : [[offerId, file]]
    }),
  )
}

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
interface ReportGround {
  readonly revision: number
  readonly isOlder: boolean
  /** Releases in which the compared tables wait. */
  readonly releases: ReadonlyArray<string>
  /** The files of pictograms, by offer. */
  readonly icons: ReadonlyMap<number, string>
}

/** A comparison, and what it is of. */
interface ReviewedChange extends ReportGround {
  readonly report: DiffReport
}

const { catalogueInsurers, catalogueOffers, sandboxInsurers, sandboxOffers } = definitions

const shown = { catalogueInsurers, catalogueOffers, sandboxInsurers, sandboxOffers }

/** What offers and insurers say of their pictures. */
interface Pictured {
  readonly insurers: ReadonlyArray<{ readonly insurer: string; readonly logoFile: string }>
  readonly offers: ReadonlyArray<{
    readonly offerId: number
    readonly insurer: string
    readonly iconFile: string | null
  }>
}

const iconsIn = (
  sources: ReadonlyMap<string, string>,
): ReadonlyArray<readonly [number, string]> => {
  const { tables } = loadSound(shown, sources)
  return [
    iconsOf({
      insurers: tables.sandboxInsurers?.rows ?? [],
      offers: tables.sandboxOffers?.rows ?? [],
    }),
    iconsOf({
      insurers: tables.catalogueInsurers?.rows ?? [],
      offers: tables.catalogueOffers?.rows ?? [],
    }),
  ].flatMap((icons) => [...icons])
}

/** The files of pictograms by offer, those of the version after where both have one. */
const offerIcons = ({ after, before }: VersionPair): ReadonlyMap<number, string> =>
  new Map([...iconsIn(before.sources), ...iconsIn(after.sources)])
