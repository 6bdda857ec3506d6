import * as Result from "effect/Result"
import { inFileOrder } from "../../core/table/error.ts"
import {
  type Release,
  released,
  releasePath,
  type ReleaseStanding,
  releaseStateOn,
} from "../../rules/tables/release.ts"
import type { Bundle } from "../ports/table-bundle.ts"
import type { TablesInvalid } from "./table-files.ts"
import { type CheckFiles, makeCheckFiles } from "./table-bundle.ts"
import type { TableFiles } from "../../rules/tables/table-named.ts"

/** What a folder holds: its tables, and the releases beside them in their order. */
export interface FolderTables {
  readonly folder: string
  readonly files: TableFiles
  readonly releases: ReadonlyArray<Release>
}

/** The tables that are in force on a day, the texts that they were read from, and how releases stand. */
export interface InForce {
  readonly bundle: Bundle
  readonly sources: ReadonlyMap<string, string>
}

const standingOf = (
  release: Release,
  state: ReleaseStanding["state"],
  mistakes: ReleaseStanding["mistakes"] = [],
): ReleaseStanding => ({
  name: release.name,
  effectiveFrom: release.facts?.effectiveFrom ?? null,
  state,
  digest: release.digest,
  mistakes,
})

/** Mistakes of tables under the name of the release that brings them, where it does. */
const inRelease = ({ name, sources }: Release, { errors }: TablesInvalid) =>
  inFileOrder(
    errors.map((error) =>
      sources.has(error.file) ? { ...error, file: releasePath(name, error.file) } : error,
    ),
  )

/** What came of judging releases: the tables in force, and the mistakes of releases that are refused. */
interface Judged {
  readonly bundle: Bundle
  readonly sources: ReadonlyMap<string, string>
  readonly refused: ReadonlyMap<string, ReleaseStanding["mistakes"]>
}

/**
 * Judges releases one by one, each over those before it that can stand: one that brings a mistake is
 * refused, whatever others do, and keeps no other one back. Those that wait are judged as they will be
 * in force, so that a fault is told before the day.
 */
const judgeReleases = (
  { files, folder, releases }: FolderTables,
  day: string,
  base: Bundle,
  check: CheckFiles,
): Judged => {
  const standing: Array<Release> = []
  const refused = new Map<string, ReleaseStanding["mistakes"]>()
  let inForce: Omit<Judged, "refused"> = { bundle: base, sources: files.sources }
  for (const release of releases) {
    const state = releaseStateOn(release, day)
    if (state !== "inForce" && state !== "waiting") continue
    const sources = released(files.sources, [...standing, release])
    const checked = check(folder, { ...files, sources })
    if (Result.isFailure(checked)) {
      refused.set(release.name, inRelease(release, checked.failure))
      continue
    }
    standing.push(release)
    if (state === "inForce") inForce = { bundle: checked.success, sources }
  }
  return { ...inForce, refused }
}

/**
 * What of a folder is in force on a day: its tables under all releases whose day has come. Mistakes
 * in the tables themselves forbid all of them; a release that brings one is refused alone.
 */
export const inForceOn = (
  held: FolderTables,
  day: string,
  check: CheckFiles = makeCheckFiles(),
): Result.Result<InForce, TablesInvalid> =>
  Result.map(check(held.folder, held.files), (base) => {
    const { bundle, refused, sources } = judgeReleases(held, day, base, check)
    const standings = held.releases.map((release) => {
      const mistakes = refused.get(release.name)
      return mistakes === undefined
        ? standingOf(release, releaseStateOn(release, day), release.errors)
        : standingOf(release, "refused", mistakes)
    })
    return { bundle: { ...bundle, releases: standings }, sources }
  })
