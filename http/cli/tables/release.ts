import * as Clock from "effect/Clock"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { counted, tableText } from "../../../core/plain-text.ts"
import { isCalendarDay } from "../../../core/vocabulary/day.ts"
import { describeTableError } from "../../../core/table/error.ts"
import { compareAndTell, diffFlags } from "./diff.ts"
import { folderFrom, tablesFlag } from "./load-tables.ts"
import { systemReason } from "../../platform/system-error.ts"
import { utcDay } from "../../platform/utc-day.ts"
import type { BaseVersion } from "../../tables/base-version.ts"
import { type FolderTables, type InForce, inForceOn } from "../../tables/in-force.ts"
import {
  heldWith,
  inForceFrom,
  listReleases,
  readReleases,
  releaseAsSaid,
  releaseMistakes,
  withdrawal,
} from "../../tables/releases.ts"
import { shownPath } from "../../tables/shown-path.ts"
import { readTableFiles } from "../../tables/table-files.ts"
import { jsonFlag, print } from "../../terminal/output.ts"
import { personOfSettings } from "../../workbench/server/repository/people.ts"
import { readPerson } from "../../../rules/changes/change-commits.ts"
import { approvalsText, approvedBy } from "../../../rules/changes/release-approval.ts"
import type { Person } from "../../../rules/changes/reviewed-change.ts"
import { tableFiles } from "../../../rules/tables/index.ts"
import {
  factsOf,
  releaseNamed,
  type ReleaseRefused,
  releaseRefused,
} from "../../../rules/tables/release-change.ts"
import {
  approvalsFile,
  type Release,
  released,
  releasePath,
  type ReleaseState,
  removedInVain,
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
  const releases = yield* readReleases(folder)
  const held: FolderTables = { folder, files, releases }
  return { held, today: utcDay(yield* Clock.currentTimeMillis) }
})

/** Writes files of a release, one after the other. */
const writeFiles = (
  folder: string,
  name: string,
  files: Readonly<Record<string, string>>,
): Effect.Effect<void, ReleaseRefused> =>
  Effect.forEach(
    Object.entries(files),
    ([file, text]) => {
      const path = releasePath(name, file)
      return Effect.tryPromise({
        try: () => writeFile(join(folder, path), text),
        catch: (cause) =>
          releaseRefused(name, { _tag: "Unwritable", path, reason: systemReason(cause) }),
      })
    },
    { discard: true },
  )

const byFlag = Flag.String("by").pipe(
  Flag.withDescription(
    "Who you are, as Name <email>; git’s user.name and user.email when left out",
  ),
  Flag.optional,
)

/** Who acts on a release: whom the flag names, else whom git's settings do. */
const personActing = Effect.fnUntraced(function* (
  folder: string,
  name: string,
  by: Option.Option<string>,
): Effect.fn.Return<Person, ReleaseRefused> {
  const person = Option.isSome(by)
    ? readPerson(by.value)
    : yield* Effect.orElseSucceed(personOfSettings(folder), () => null)
  if (person === undefined || person === null || person.name === "" || person.mail === "") {
    return yield* releaseRefused(name, { _tag: "NobodyNamed" })
  }
  return person
})

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
            ...listed.flatMap(({ mistakes, name, removed, undoneBy }) => [
              ...removed.map((file) => `${name}: takes ${file} away`),
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
      removedInVain: removedInVain(release, released(held.files.sources, earlier(held, release))),
    }))
    yield* print(json, { releases: found }, () =>
      found.length === 0
        ? "no releases"
        : found
            .flatMap(({ mistakes, name: named, removedInVain: vain, undone }) => [
              `${named}: ${mistakes.length === 0 ? "nothing forbids it" : counted(mistakes.length, "mistake")}`,
              ...mistakes.map((mistake) => `  ${describeTableError(mistake)}`),
              ...undone.map(({ by, file }) => `  warning ${by} of the same day undoes its ${file}`),
              ...vain.map(
                (file) => `  warning it takes ${file} away, which is not there before it`,
              ),
            ])
            .join("\n"),
    )
    const faulty = found.filter(({ mistakes }) => mistakes.length > 0)
    if (faulty.length === 0) return
    if (json) yield* Console.error(`viatica: ${counted(faulty.length, "faulty release")}`)
    return yield* releaseRefused(faulty[0]?.name ?? "", {
      _tag: "SeveralFaulty",
      releases: faulty.length,
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
    const said = yield* releaseAsSaid(held.folder, name)
    const { effectiveFrom: before } = yield* factsOf(said)
    const { files, release } = yield* inForceFrom(said, today)
    const [mistake] = releaseMistakes(heldWith(held, release), release)
    if (mistake !== undefined) {
      return yield* releaseRefused(name, { _tag: "Faulty", mistake })
    }
    yield* writeFiles(held.folder, name, files)
    yield* print(
      json,
      { name, effectiveFrom: today, before },
      () => `${name} is in force from today, ${today}, and no longer from ${before}`,
    )
  }),
).pipe(Command.withDescription("Put a waiting release in force today"))

/** Writes that a release is withdrawn today; fails where that waits for a second person. */
const takeOutOfForce = Effect.fnUntraced(function* (
  folder: string,
  name: string,
  { by, today }: { readonly by: Option.Option<string>; readonly today: string },
) {
  const said = yield* releaseAsSaid(folder, name)
  const { files, waitsFor } = yield* withdrawal(said, today, personActing(folder, name, by))
  yield* writeFiles(folder, name, files)
  if (waitsFor !== undefined) {
    return yield* releaseRefused(name, { _tag: "WithdrawalWaits", person: waitsFor.name })
  }
  return undefined
})

/** `viatica tables release approve NAME`: a second person's word for a release, or for its withdrawal. */
export const approve = Command.make(
  "approve",
  {
    name: releaseArgument,
    by: byFlag,
    from: Flag.String("from").pipe(
      Flag.withDescription("First day from which it may be in force; its own day when left out"),
      Flag.filter(
        isCalendarDay,
        (text) => `Expected a day YYYY-MM-DD, got ${JSON.stringify(text)}`,
      ),
      Flag.optional,
    ),
    tables: tablesFlag,
    json: jsonFlag,
  },
  Effect.fn("tables release approve")(function* ({ by, from, json, name, tables }) {
    const { held } = yield* readWithReleases(tables)
    const said = yield* releaseAsSaid(held.folder, name)
    const [mistake] =
      said.facts?.withdrawnOn === null ? releaseMistakes(heldWith(held, said), said) : []
    if (mistake !== undefined) {
      return yield* releaseRefused(name, { _tag: "Faulty", mistake })
    }
    const person = yield* personActing(held.folder, name, by)
    const approvals = yield* Effect.fromResult(
      approvedBy(said, { by: person, from: Option.getOrUndefined(from) }),
    )
    yield* writeFiles(held.folder, name, { [approvalsFile]: approvalsText(approvals) })
    const word = approvals.at(-1)
    yield* print(json, { name, by: person.name, ...word }, () =>
      word?.approves === "withdrawal"
        ? `${name} is withdrawn, as ${person.name} approves it`
        : `${name} is approved by ${person.name} from ${word?.day} on`,
    )
  }),
).pipe(Command.withDescription("Approve a release that somebody else made, or its withdrawal"))

/** `viatica tables release withdraw NAME`: takes a release out of force, or keeps it from it. */
export const withdraw = Command.make(
  "withdraw",
  { name: releaseArgument, by: byFlag, tables: tablesFlag, json: jsonFlag },
  Effect.fn("tables release withdraw")(function* ({ by, json, name, tables }) {
    const { held, today } = yield* readWithReleases(tables)
    yield* takeOutOfForce(held.folder, name, { by, today })
    yield* print(
      json,
      { name, withdrawnOn: today },
      () => `${name} is withdrawn; its folder stays, for the record`,
    )
  }),
).pipe(Command.withDescription("Withdraw a release, in force or waiting"))

/** `viatica tables release …`: dated changes that lie beside the tables. */
export const release = Command.make("release").pipe(
  Command.withSubcommands([list, check, diff, approve, now, withdraw]),
)

/** The release that came into force last, which a rollback takes back. */
export const lastInForce = ({
  bundle,
}: Pick<InForce, "bundle">): Effect.Effect<string, ReleaseRefused> => {
  const last = bundle.releases.findLast(({ state }) => state === "inForce")
  return last === undefined
    ? Effect.fail(releaseRefused("", { _tag: "NoneInForce" }))
    : Effect.succeed(last.name)
}

/** `viatica tables rollback`: withdraws the release that came into force last. */
export const rollback = Command.make(
  "rollback",
  { by: byFlag, tables: tablesFlag, json: jsonFlag },
  Effect.fn("tables rollback")(function* ({ by, json, tables }) {
    const { held, today } = yield* readWithReleases(tables)
    const { bundle } = yield* Effect.fromResult(inForceOn(held, today))
    const name = yield* lastInForce({ bundle })
    yield* takeOutOfForce(held.folder, name, { by, today })
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
