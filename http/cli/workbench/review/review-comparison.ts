import { corpusSeed } from "../../../../rules/corpus/corpus.ts"
import { differenceLimits } from "../../../../core/difference/difference.ts"
import { pairVersions } from "../../../../rules/tables/difference.ts"
import { allMistakesIn, countImpact } from "../../tables/diff-impact.ts"
import type { DiffReport } from "../../tables/diff-report.ts"
import { reportTables } from "../../tables/diff-table.ts"
import type { EngineVersions } from "../engine/versions.ts"
import { offerIcons } from "./offer-icons.ts"
import type { ReportGround } from "./review-report.ts"

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
export interface ReviewedChange extends ReportGround {
  readonly report: DiffReport
}

/**
 * Prepares to compare both versions as `tables diff` does. The newest comparison is remembered, and
 * while the tables hold mistakes the last version without any stands in.
 */
export const makeComparison = (): ((
  versions: EngineVersions,
  names: VersionNames,
  progress: (part: unknown) => void,
) => ReviewedChange) => {
  let sound: Pick<EngineVersions, "after" | "revision"> | undefined
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
          { named: [], choice: { casesOnly: false, count: names.situations, seed: corpusSeed } },
          (done, all) => progress({ done, all }),
        ),
      }
      last = { key, report, icons: offerIcons(pair) }
    }
    const releases = names.waiting.length === 0 ? [] : names.releases
    return { releases, revision: told, isOlder, report: last.report, icons: last.icons }
  }
}
