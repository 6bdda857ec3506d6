import { differenceLimits } from "../../core/difference/difference.ts"
import { loadSound } from "../../core/table/load.ts"
import { allMistakesIn, countImpact } from "./diff-impact.ts"
import type { DiffReport } from "./diff-report.ts"
import { reportTables } from "./diff-table.ts"
import type { RendererParts } from "../messages/render.ts"
import type { ReportGround } from "./review-report.ts"
import { corpusSeed } from "../corpus/corpus.ts"
import { pairVersions, type VersionPair } from "../tables/difference.ts"
import { definitions } from "../tables/index.ts"
import type { VersionTexts } from "./loaded-versions.ts"

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
  readonly waiting: ReadonlyArray<readonly [file: string, text: string]>
}

/** A comparison, and what it is of. */
interface ReviewedChange extends ReportGround {
  readonly report: DiffReport
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
    const after = new Map([...inFolder, ...names.waiting])
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

/**
 * The files of pictograms by offer, as the comparator shows them: the offer's own, else the mark of its insurer.
 *
 * ```ts
 * import { iconsOf } from "../rules/changes/review-comparison.ts"
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
