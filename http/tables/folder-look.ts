import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { describeTableError, type TableError } from "../../core/table/error.ts"
import { utcDay } from "../platform/utc-day.ts"
import type { Bundle, TablesMistakes } from "../ports/table-bundle.ts"
import { readIcons } from "./icons/icon-check.ts"
import { type FolderTables, inForceOn } from "./in-force.ts"
import { readReleases } from "./releases.ts"
import { readAnsweringFiles, sourcesHash, tablesHash } from "./table-bundle.ts"
import type { TablesUnjudged, TablesUnreadable } from "./table-files.ts"
import { type Release, released, releaseStateOn } from "../../rules/tables/release.ts"
import type { TableFiles } from "../../rules/tables/table-named.ts"

/** What a folder of tables turned out to hold; it can be sent from one thread to another. */
export type FolderLook = { readonly fingerprint: string } & (
  | { readonly _tag: "Known" }
  | {
      readonly _tag: "Sound"
      /** The hash of the tables. */
      readonly hash: string
      readonly sources: ReadonlyMap<string, string>
      /** How the releases beside them stand. */
      readonly releases: Bundle["releases"]
      readonly icons: ReadonlyMap<string, string>
    }
  | ({ readonly _tag: "Refused" } & TablesMistakes)
)

/** Judges what a folder holds, unless its fingerprint is one of those that are known. */
export const judge = (content: FolderContent, known: ReadonlyArray<string>): FolderLook => {
  const { day, fingerprint, icons } = content
  if (known.includes(fingerprint)) return { _tag: "Known", fingerprint }
  return Result.match(inForceOn(content, day), {
    onFailure: ({ errors }): FolderLook => ({
      _tag: "Refused",
      fingerprint,
      ...shownMistakes(errors),
    }),
    onSuccess: ({ bundle: { hash, releases }, sources }): FolderLook => ({
      _tag: "Sound",
      fingerprint,
      hash,
      sources,
      releases,
      icons,
    }),
  })
}

/** Reads a folder and judges what it holds. */
export const lookAt = (
  folder: string,
  known: ReadonlyArray<string>,
): Effect.Effect<FolderLook, TablesUnreadable> =>
  Effect.map(readFolder(folder), (content) => judge(content, known))

/** Everything in a folder of tables that a server answers with, on a day. */
export interface FolderContent extends FolderTables {
  readonly day: string
  /** Texts of the icons by file name. */
  readonly icons: ReadonlyMap<string, string>
  /** Equal for two contents exactly when nothing that counts has changed between them. */
  readonly fingerprint: string
}

/** What counts of releases beside the tables in force: all that they hold. */
const releasesText = (releases: ReadonlyArray<Pick<Release, "digest" | "name">>): string =>
  releases.map(({ digest, name }) => `${name} ${digest}`).join()

/** A fingerprint from the hash of the tables, the icons, and what is wrong with the files as such. */
export const fingerprintOf = (
  tablesHash: string,
  icons: ReadonlyMap<string, string>,
  errors: TableFiles["errors"] = [],
  releases: ReadonlyArray<Pick<Release, "digest" | "name">> = [],
): string => {
  const others = new Map([
    ["errors", JSON.stringify(errors)],
    ["releases", releasesText(releases)],
  ])
  return [tablesHash, sourcesHash(icons), sourcesHash(others)].join("-")
}

/** What a folder holds on a day, with its fingerprint. */
export const contentOf = (
  { files, folder, releases }: FolderTables,
  icons: ReadonlyMap<string, string>,
  day: string,
): FolderContent => {
  const due = releases.filter((release) => releaseStateOn(release, day) === "inForce")
  const hash = tablesHash(released(files.sources, due))
  const fingerprint = fingerprintOf(hash, icons, files.errors, releases)
  return { folder, files, releases, day, icons, fingerprint }
}

/** Reads the tables of a folder and the releases beside them. */
export const readHeld = (folder: string): Effect.Effect<FolderTables, TablesUnreadable> =>
  Effect.map(
    Effect.all([readAnsweringFiles(folder), readReleases(folder)]),
    ([files, releases]) => ({ folder, files, releases }),
  )

/** Reads a folder of tables, as it is today, without judging what it holds. */
export const readFolder = (folder: string): Effect.Effect<FolderContent, TablesUnreadable> =>
  Effect.map(
    Effect.all([readHeld(folder), readIcons(folder), Clock.currentTimeMillis]),
    ([held, icons, nowMs]) => {
      const errors = [...held.files.errors, ...icons.errors]
      return contentOf({ ...held, files: { ...held.files, errors } }, icons.texts, utcDay(nowMs))
    },
  )

/** How many mistakes are shown, and how long each; all of them are counted. */
const mistakesShown = 5
const mistakeLength = 500

/** Mistakes of which the first are told, none of them at more length than a line has. */
const shownMistakes = (errors: ReadonlyArray<TableError>): TablesMistakes => ({
  count: errors.length,
  mistakes: errors
    .slice(0, mistakesShown)
    .map((error) => describeTableError(error).slice(0, mistakeLength)),
})

/** Why tables were refused, in a sentence that names files below their folder only. */
export const refusalOf = ({
  _tag,
  folder,
  reason,
}: TablesUnjudged | TablesUnreadable): TablesMistakes => {
  const failed =
    _tag === "TablesUnreadable" ? "the folder cannot be read" : "the tables cannot be judged"
  return { count: 1, mistakes: [`${failed}: ${reason.replaceAll(folder, "the folder")}`] }
}
