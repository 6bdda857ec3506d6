import * as Effect from "effect/Effect"
import * as Command from "effect/cli/Command"
import { compareAndTell, diffFlags } from "../diff.ts"
import { tablesFlag } from "../load-tables.ts"
import { readWithReleases, releaseArgument } from "./named-release.ts"
import { shownPath } from "../../../tables/shown-path.ts"
import type { BaseVersion } from "../../../tables/base-version.ts"
import type { FolderTables } from "../../../tables/in-force.ts"
import { type Release, released, releasePath } from "../../../../rules/tables/release.ts"
import { releaseNamed } from "../../../../rules/tables/release-change.ts"

/** `viatica tables release diff NAME`: what a release changes in what is in force before it. */
export const diff = Command.make(
  "diff",
  { name: releaseArgument, tables: tablesFlag, ...diffFlags },
  Effect.fn("tables release diff")(function* ({ name, tables, ...asked }) {
    const { held } = yield* readWithReleases(tables)
    const release = yield* releaseNamed(held, name)
    yield* compareAndTell(asked, Effect.succeed(aroundRelease(held, release)))
  }),
).pipe(Command.withDescription("Show what a release changes in what is in force before it"))

/** The releases that come into force before one, and stand. */
const earlier = ({ releases }: FolderTables, release: Release): ReadonlyArray<Release> =>
  releases
    .slice(0, releases.indexOf(release))
    .filter(({ errors, facts }) => facts?.withdrawnOn === null && errors.length === 0)

/** Tables under some releases, as one side of a comparison. */
const versionOf = (
  { files, folder }: FolderTables,
  name: string,
  under: ReadonlyArray<Release>,
): BaseVersion => ({
  name,
  commit: undefined,
  pathOf: (file) => {
    const last = under.findLast(({ sources }) => sources.has(file))
    return shownPath(folder, last === undefined ? file : releasePath(last.name, file))
  },
  sources: released(files.sources, under),
  errors: files.errors,
})

/** The tables as they would be in force without a release, and with it. */
const aroundRelease = (held: FolderTables, release: Release) => {
  const before = earlier(held, release)
  const last = before.at(-1)
  return {
    folder: held.folder,
    before: versionOf(
      held,
      last === undefined ? shownPath(held.folder, "") : `release ${last.name}`,
      before,
    ),
    after: versionOf(held, `release ${release.name}`, [...before, release]),
  }
}
