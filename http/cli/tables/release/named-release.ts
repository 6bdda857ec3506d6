import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Argument from "effect/cli/Argument"
import { type ReleaseFacts, releaseFile, releasePath } from "../../../../rules/tables/release.ts"
import { factsText, ReleaseRefused } from "../../../../rules/tables/release-change.ts"
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
