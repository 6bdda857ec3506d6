import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Argument from "effect/cli/Argument"
import { csvText } from "../../../../core/table/csv.ts"
import { nearest } from "../../../../core/table/nearest.ts"
import {
  type Release,
  type ReleaseFacts,
  releaseFile,
  releasePath,
} from "../../../../rules/tables/release.ts"
import { tableFiles } from "../../../../rules/tables/index.ts"
import { systemReason } from "../../../platform/system-error.ts"
import { utcDay } from "../../../platform/utc-day.ts"
import type { FolderTables } from "../../../tables/in-force.ts"
import { readReleases } from "../../../tables/releases.ts"
import { readTableFiles, unreadableFolder } from "../../../tables/table-files.ts"
import { folderFrom } from "../load-tables.ts"

/** The name of a release, as an argument. */
export const releaseArgument = Argument.String("NAME").pipe(
  Argument.withDescription("The release: the name of its folder under releases/"),
)

/** Why a release is refused, apart from its sentence. */
export type ReleaseRefusalWhy =
  | "day-passed"
  | "faulty"
  | "missing"
  | "none-in-force"
  | "unreadable"
  | "unwritable"
  | "withdrawn"

/** No release has the name, or it does not stand so that this could be done with it. */
export class ReleaseRefused extends Data.TaggedError("ReleaseRefused")<{
  readonly reason: string
  readonly why: ReleaseRefusalWhy
  /** The release; empty where there is none. */
  readonly name: string
}> {
  override get message() {
    return this.reason
  }
}

/** All tables of a folder with the releases beside them, and today's day in UTC. */
export const readWithReleases = Effect.fnUntraced(function* (given: Option.Option<string>) {
  const folder = yield* folderFrom(given)
  const files = yield* readTableFiles(folder, tableFiles)
  const releases = yield* Effect.tryPromise({
    try: () => readReleases(folder),
    catch: unreadableFolder(folder),
  })
  const held: FolderTables = { folder, files, releases }
  return { held, today: utcDay(yield* Clock.currentTimeMillis) }
})

/** The release of a name. */
export const releaseNamed = (
  { releases }: FolderTables,
  name: string,
): Effect.Effect<Release, ReleaseRefused> => {
  const found = releases.find((release) => release.name === name)
  if (found !== undefined) return Effect.succeed(found)
  const close = nearest(
    name,
    releases.map((release) => release.name),
  )
  const hint = close === undefined ? "" : `; did you mean ${close}?`
  return Effect.fail(
    new ReleaseRefused({
      reason: `There is no release ${JSON.stringify(name)}${hint}`,
      why: "missing",
      name,
    }),
  )
}

/** The facts of a release; one that does not say them cannot be dated. */
export const factsOf = ({ facts, name }: Release): Effect.Effect<ReleaseFacts, ReleaseRefused> =>
  facts === undefined
    ? Effect.fail(
        new ReleaseRefused({
          reason: `${releasePath(name, releaseFile)} cannot be read`,
          why: "unreadable",
          name,
        }),
      )
    : Effect.succeed(facts)

/** What a release says of itself, as its file holds it. */
export const factsText = ({ author, effectiveFrom, reason, withdrawnOn }: ReleaseFacts): string =>
  [
    "effective_from,author,reason,withdrawn_on",
    [effectiveFrom, author, reason, withdrawnOn ?? ""].map(csvText).join(","),
    "",
  ].join("\n")

/** Writes what a release says of itself. */
export const writeFacts = (
  folder: string,
  name: string,
  facts: ReleaseFacts,
): Effect.Effect<void, ReleaseRefused> => {
  const path = releasePath(name, releaseFile)
  return Effect.tryPromise({
    try: () => writeFile(join(folder, path), factsText(facts)),
    catch: (cause) =>
      new ReleaseRefused({
        reason: `Cannot write ${path}: ${systemReason(cause)}`,
        why: "unwritable",
        name,
      }),
  })
}
