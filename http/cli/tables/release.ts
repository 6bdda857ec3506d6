import * as Clock from "effect/Clock"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { counted, tableText } from "../../../core/plain-text.ts"
import { describeTableError } from "../../../core/table/error.ts"
import { compareAndTell, diffFlags } from "./diff.ts"
import { folderFrom, tablesFlag } from "./load-tables.ts"
import { systemReason } from "../../platform/system-error.ts"
import { utcDay } from "../../platform/utc-day.ts"
import type { BaseVersion } from "../../tables/base-version.ts"
import { type FolderTables, type InForce, inForceOn } from "../../tables/in-force.ts"
import { listReleases } from "../../tables/listed-release.ts"
import { releaseMistakes } from "../../tables/release-mistakes.ts"
import { readReleases } from "../../tables/releases.ts"
import { shownPath } from "../../tables/shown-path.ts"
import { readTableFiles, unreadableFolder } from "../../tables/table-files.ts"
import { jsonFlag, print } from "../../terminal/output.ts"
import { tableFiles } from "../../../rules/tables/index.ts"
import {
  datedToday,
  factsOf,
  factsText,
  releaseNamed,
  ReleaseRefused,
  withdrawnToday,
} from "../../../rules/tables/release-change.ts"
import {
  type Release,
  released,
  type ReleaseFacts,
  releaseFile,
  releasePath,
  type ReleaseState,
  undoneFiles,
} from "../../../rules/tables/release.ts"

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

/** `viatica tables release list`: the releases beside the tables, and how they stand today. */
export const list = Command.make(
  "list",
  { tables: tablesFlag, json: jsonFlag },
  Effect.fn("tables release list")(function* ({ json, tables }) {
    const { held, today } = yield* readWithReleases(tables)
    const listed = listReleases(held, today)
    yield* print(json, { today, releases: listed }, () =>
      listed.length === 0
        ? "no releases: the tables are as they lie in the folder"
        : [
            tableText(
              header,
              listed.map(({ author, effectiveFrom, name, reason, state, tables: files }) => [
                name,
                effectiveFrom,
                words[state],
                author,
                reason,
                files,
              ]),
            ),
            ...listed.flatMap(({ mistakes, name, undoneBy }) => [
              ...mistakes.slice(0, 1).map((mistake) => `${name}: ${mistake}`),
              ...undoneBy.map(
                ({ by, file }) => `${name}: ${by} of the same day undoes its ${file}`,
              ),
            ]),
          ].join("\n"),
    )
  }),
).pipe(Command.withDescription("List the releases and the state of each today"))

/** `viatica tables release check [NAME]`: what forbids releases, each over those before it. */
export const check = Command.make(
  "check",
  {
    name: Argument.String("NAME").pipe(
      Argument.withDescription("The release; all that are not withdrawn when left out"),
      Argument.optional,
    ),
    tables: tablesFlag,
    json: jsonFlag,
  },
  Effect.fn("tables release check")(function* ({ json, name, tables }) {
    const { held } = yield* readWithReleases(tables)
    const chosen = Option.isSome(name)
      ? [yield* releaseNamed(held, name.value)]
      : held.releases.filter(({ facts }) => facts?.withdrawnOn !== undefined || facts === undefined)
    const found = chosen.map((release) => ({
      name: release.name,
      mistakes: releaseMistakes(held, release),
      undone: undoneFiles(held.releases).filter(({ undone }) => undone === release.name),
    }))
    yield* print(json, { releases: found }, () =>
      found.length === 0
        ? "no releases"
        : found
            .flatMap(({ mistakes, name: named, undone }) => [
              `${named}: ${mistakes.length === 0 ? "nothing forbids it" : counted(mistakes.length, "mistake")}`,
              ...mistakes.map((mistake) => `  ${describeTableError(mistake)}`),
              ...undone.map(({ by, file }) => `  warning ${by} of the same day undoes its ${file}`),
            ])
            .join("\n"),
    )
    const faulty = found.filter(({ mistakes }) => mistakes.length > 0)
    if (faulty.length === 0) return
    if (json) yield* Console.error(`viatica: ${counted(faulty.length, "faulty release")}`)
    return yield* new ReleaseRefused({
      reason: counted(faulty.length, "faulty release"),
      why: "faulty",
      name: faulty[0]?.name ?? "",
    })
  }),
).pipe(
  Command.withDescription(
    "List what keeps releases from coming into force, each on top of those before it",
  ),
)

const words: Readonly<Record<ReleaseState, string>> = {
  inForce: "in force",
  waiting: "waits",
  refused: "refused",
  withdrawn: "withdrawn",
}

const header = ["release", "from", "state", "author", "reason", "tables"]

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

/** `viatica tables release now NAME`: puts a waiting release in force today. */
export const now = Command.make(
  "now",
  { name: releaseArgument, tables: tablesFlag, json: jsonFlag },
  Effect.fn("tables release now")(function* ({ json, name, tables }) {
    const { held, today } = yield* readWithReleases(tables)
    const release = yield* releaseNamed(held, name)
    const { effectiveFrom: before } = yield* factsOf(release)
    const facts = yield* datedToday(release, today)
    const [mistake] = releaseMistakes(held, release)
    if (mistake !== undefined) {
      return yield* new ReleaseRefused({
        reason: `${name} is faulty: ${describeTableError(mistake)}`,
        why: "faulty",
        name,
      })
    }
    yield* writeFacts(held.folder, name, facts)
    yield* print(
      json,
      { name, effectiveFrom: today, before },
      () => `${name} is in force from today, ${today}, and no longer from ${before}`,
    )
  }),
).pipe(Command.withDescription("Put a waiting release in force today"))

/** `viatica tables release withdraw NAME`: takes a release out of force, or keeps it from it. */
export const withdraw = Command.make(
  "withdraw",
  { name: releaseArgument, tables: tablesFlag, json: jsonFlag },
  Effect.fn("tables release withdraw")(function* ({ json, name, tables }) {
    const { held, today } = yield* readWithReleases(tables)
    const facts = yield* withdrawnToday(yield* releaseNamed(held, name), today)
    yield* writeFacts(held.folder, name, facts)
    yield* print(
      json,
      { name, withdrawnOn: today },
      () => `${name} is withdrawn; its folder stays, for the record`,
    )
  }),
).pipe(Command.withDescription("Withdraw a release, in force or waiting"))

/** `viatica tables release …`: dated changes that lie beside the tables. */
export const release = Command.make("release").pipe(
  Command.withSubcommands([list, check, diff, now, withdraw]),
)

/** The release that came into force last, which a rollback takes back. */
export const lastInForce = ({
  bundle,
}: Pick<InForce, "bundle">): Effect.Effect<string, ReleaseRefused> => {
  const last = bundle.releases.findLast(({ state }) => state === "inForce")
  return last === undefined
    ? Effect.fail(
        new ReleaseRefused({
          reason: "No release is in force; what lies in the folder itself is rolled back with git",
          why: "none-in-force",
          name: "",
        }),
      )
    : Effect.succeed(last.name)
}

/** `viatica tables rollback`: withdraws the release that came into force last. */
export const rollback = Command.make(
  "rollback",
  { tables: tablesFlag, json: jsonFlag },
  Effect.fn("tables rollback")(function* ({ json, tables }) {
    const { held, today } = yield* readWithReleases(tables)
    const { bundle } = yield* Effect.fromResult(inForceOn(held, today))
    const name = yield* lastInForce({ bundle })
    const facts = yield* withdrawnToday(yield* releaseNamed(held, name), today)
    yield* writeFacts(held.folder, name, facts)
    const { held: left } = yield* readWithReleases(tables)
    const { bundle: after } = yield* Effect.fromResult(inForceOn(left, today))
    const previous = after.releases.findLast(({ state }) => state === "inForce")
    yield* print(
      json,
      { withdrawn: name, before: bundle.hash, after: after.hash, release: previous?.name ?? null },
      () =>
        `${name} is withdrawn: the tables are ${after.hash}, those ${previous === undefined ? "of the folder itself" : `of ${previous.name}`}; they were ${bundle.hash}`,
    )
  }),
).pipe(Command.withDescription("Go back to the tables before the last release"))
