import * as Result from "effect/Result"
import type { TableError } from "../../../../core/table/error.ts"
import { type FolderTables, inForceOn } from "../../../tables/in-force.ts"
import { type CheckFiles, makeCheckFiles } from "../../../tables/table-bundle.ts"
import { type ListedRelease, listReleases, releaseMistakes } from "../../../tables/releases.ts"

/** Releases that are asked about, on a day. */
export interface ReleasesAsked {
  readonly held: FolderTables
  readonly today: string
}

/** How the releases of a folder stand, and what is in force. */
export interface ReleasesJudged {
  readonly releases: ReadonlyArray<ListedRelease>
  /** Null where mistakes in the tables themselves hide it. */
  readonly inForce: {
    readonly hash: string
    /** The names of the releases that are in force, the last one last. */
    readonly releases: ReadonlyArray<string>
  } | null
}

/** A release that may not be written yet, among those that lie there. */
export interface ReleaseChecked {
  readonly held: FolderTables
  readonly name: string
}

const judged = ({ held, today }: ReleasesAsked, check: CheckFiles): ReleasesJudged => {
  const inForce = inForceOn(held, today, check)
  return {
    releases: listReleases(held, today, check),
    inForce: Result.isFailure(inForce)
      ? null
      : {
          hash: inForce.success.bundle.hash,
          releases: inForce.success.bundle.releases
            .filter(({ state }) => state === "inForce")
            .map(({ name }) => name),
        },
  }
}

const mistakesOf = (
  { held, name }: ReleaseChecked,
  check: CheckFiles,
): ReadonlyArray<TableError> => {
  const release = held.releases.find((each) => each.name === name)
  return release === undefined ? [] : releaseMistakes(held, release, check)
}

/** What the engine answers about releases: loading tables takes longer than a call may hold the server up. */
export const makeReleaseAnswers = () => {
  const check = makeCheckFiles()
  return {
    releases: (input: unknown): ReleasesJudged => judged(input as ReleasesAsked, check),
    releaseMistakes: (input: unknown): ReadonlyArray<TableError> =>
      mistakesOf(input as ReleaseChecked, check),
  }
}
