import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { readdir } from "node:fs/promises"
import { join } from "node:path"
import { boundsOf } from "../../core/table/bounds.ts"
import { describeTableError, fileError, type TableError } from "../../core/table/error.ts"
import { nearest } from "../../core/table/nearest.ts"
import { definitionFileOf, isOwnFile } from "../../core/table/own-table.ts"
import {
  approvalsText,
  asApproved,
  checkApproved,
  withdrawalBy,
  withdrawalWaitsFor,
} from "../../rules/changes/release-approval.ts"
import type { Person } from "../../rules/changes/reviewed-change.ts"
import {
  datedToday,
  factsText,
  releaseNamed,
  type ReleaseRefused,
  releaseRefused,
  withdrawnToday,
} from "../../rules/tables/release-change.ts"
import { approvalsRequired } from "../config/table-settings.ts"
import { errorCode } from "../platform/system-error.ts"
import { filesBelow, folderBounds, readBounded } from "./bounded-files.ts"
import { type FolderTables, inForceOn } from "./in-force.ts"
import { type CheckFiles, digestOf, makeCheckFiles, sourcesHash } from "./table-bundle.ts"
import { fileRead, gathered, type TablesUnreadable, unreadableFolder } from "./table-files.ts"
import { manifest } from "../../rules/tables/bundle.ts"
import { isTableFile, tableBounds, tableFiles } from "../../rules/tables/index.ts"
import {
  approvalsDefinition,
  approvalsFile,
  inReleaseOrder,
  readApprovals,
  readReleaseFacts,
  type Release,
  released,
  releaseDefinition,
  releaseFile,
  releaseNameForm,
  releasePath,
  releasesFolder,
  type ReleaseState,
  removedTables,
  undoneFiles,
} from "../../rules/tables/release.ts"

/** Whether a file may lie in a release: every table but the one that speaks of all of them. */
const mayChange = (file: string): boolean => isTableFile(file) && file !== manifest.file

const unknownFile = (name: string, file: string): TableError => {
  const error = fileError(releasePath(name, file), { _tag: "KnownFile", within: "release" })
  const close = nearest(file, tableFiles.filter(mayChange))
  return close === undefined ? error : { ...error, nearest: releasePath(name, close) }
}

const inRelease = (name: string, error: TableError): TableError => ({
  ...error,
  file: releasePath(name, error.file),
})

/** Reads one release: what it says of itself, and the tables that it changes. */
const readRelease = async (folder: string, name: string): Promise<Release> => {
  const place = join(folder, releasesFolder, name)
  const present = (await filesBelow(place)).filter(
    (file) => file.endsWith(".csv") || isOwnFile(file),
  )
  const tables = present.filter(mayChange)
  const own = [releaseFile, ...(present.includes(approvalsFile) ? [approvalsFile] : [])]
  const wanted = [...own, ...tables].map((file) => ({ file, bytesMax: bytesMaxOf(file) }))
  const read = await readBounded(place, wanted, folderBounds.tableBytesMax)
  const { errors, sources } = gathered(read.map(fileRead))
  const unknown = present.filter((file) => !own.includes(file) && !mayChange(file))
  const text = sources.get(releaseFile)
  const said = sources.get(approvalsFile)
  const others = unknown.map((file) => [file, ""] as const)
  const unread = errors.map((error) => [error.file, JSON.stringify(error.expected)] as const)
  const facts = text === undefined ? undefined : readReleaseFacts(name, text)
  const approvals = said === undefined ? undefined : readApprovals(name, said)
  const changed = new Map([...sources].filter(([file]) => !own.includes(file)))
  return {
    name,
    facts: facts?.facts,
    sources: changed,
    tablesHash: digestOf(changed),
    approvals: approvals?.approvals ?? [],
    digest: sourcesHash(new Map([...others, ...unread, ...sources])),
    errors: [
      ...errors.map((error) => inRelease(name, error)),
      ...(facts?.errors ?? []),
      ...(approvals?.errors ?? []),
      ...unknown.map((file) => unknownFile(name, file)),
      ...(tables.length === 0
        ? [fileError(releasePath(name, releaseFile), { _tag: "ReleasedTables" })]
        : []),
    ],
  }
}

/** The files of a release that are no tables, and how long they may be. */
const bytesMaxOf = (file: string): number => {
  if (file === releaseFile) return boundsOf(releaseDefinition).bytesMax
  if (file === approvalsFile) return boundsOf(approvalsDefinition).bytesMax
  return tableBounds(file).bytesMax
}

const misnamed = (name: string): Release => ({
  name,
  facts: undefined,
  sources: new Map(),
  tablesHash: "",
  approvals: [],
  digest: "",
  errors: [fileError(`${releasesFolder}/${name}`, { _tag: "ReleaseFolder" })],
})

/**
 * The releases that lie beside the tables of a folder, in the order in which they come into force, as they
 * stand: where `APPROVALS` is set, none comes into force or is withdrawn by one person's word.
 */
export const readReleases = Effect.fnUntraced(function* (
  folder: string,
): Effect.fn.Return<ReadonlyArray<Release>, TablesUnreadable> {
  return yield* Effect.forEach(yield* releasesAsSaid(folder), asItStands)
})

/** A release as it stands, where `APPROVALS` is set and where it is not. */
export const asItStands = (release: Release): Effect.Effect<Release> =>
  Effect.map(Effect.orDie(approvalsRequired), (isRequired) =>
    isRequired ? asApproved(release) : release,
  )

/** A release of a folder as it says of itself. */
export const releaseAsSaid = (
  folder: string,
  name: string,
): Effect.Effect<Release, ReleaseRefused | TablesUnreadable> =>
  Effect.flatMap(releasesAsSaid(folder), (releases) => releaseNamed({ releases }, name))

/** A waiting release as it stands when it is put in force today; refused where nobody else approves that. */
export const inForceFrom = Effect.fnUntraced(function* (said: Release, today: string) {
  const facts = yield* datedToday(said, today)
  const release = yield* asItStands({ ...said, facts })
  yield* Effect.fromResult(checkApproved(release))
  return { release, files: { [releaseFile]: factsText(facts) } }
})

/** What a withdrawal writes, in this order, and who wants it, where it waits for a second person. */
interface Withdrawal {
  readonly files: Readonly<Record<string, string>>
  readonly waitsFor: Person | undefined
}

/** Withdraws a release today, by the word of a person where that needs two. */
export const withdrawal = <Failure>(
  said: Release,
  today: string,
  person: Effect.Effect<Person, Failure>,
): Effect.Effect<Withdrawal, Failure | ReleaseRefused> =>
  Effect.gen(function* () {
    const isRequired = yield* Effect.orDie(approvalsRequired)
    const waiting = isRequired ? withdrawalWaitsFor(said) : undefined
    if (waiting !== undefined) {
      return yield* releaseRefused(said.name, { _tag: "WithdrawalWaits", person: waiting.name })
    }
    const facts = yield* withdrawnToday(said, today)
    const written = { [releaseFile]: factsText(facts) }
    if (!isRequired) return { files: written, waitsFor: undefined }
    const by = yield* person
    const approvals = withdrawalBy(said, by, today)
    const stands = asApproved({ ...said, facts, approvals })
    return {
      // Their word first: a withdrawal that nobody stands for could be approved by one person alone.
      files: { [approvalsFile]: approvalsText(approvals), ...written },
      waitsFor: stands.facts?.withdrawnOn === null ? by : undefined,
    }
  })

/** What a folder holds with a release in the place of the one of its name. */
export const heldWith = (held: FolderTables, release: Release): FolderTables => ({
  ...held,
  releases: inReleaseOrder(
    held.releases.map((each) => (each.name === release.name ? release : each)),
  ),
})

/** The releases of a folder as they say it of themselves, approved or not. */
export const releasesAsSaid = (
  folder: string,
): Effect.Effect<ReadonlyArray<Release>, TablesUnreadable> =>
  Effect.tryPromise({ try: () => readAll(folder), catch: unreadableFolder(folder) })

const readAll = async (folder: string): Promise<ReadonlyArray<Release>> => {
  const entries = await readdir(join(folder, releasesFolder), { withFileTypes: true }).catch(
    (cause: unknown) => {
      if (errorCode(cause) === "ENOENT" || errorCode(cause) === "ENOTDIR") return []
      throw cause
    },
  )
  const names = entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))
    .map(({ name }) => name)
  return inReleaseOrder(
    await Promise.all(
      names.map((name) =>
        releaseNameForm.test(name) ? readRelease(folder, name) : misnamed(name),
      ),
    ),
  )
}

/** A release as lists show it, and how it stands on a day. */
export interface ListedRelease {
  readonly name: string
  readonly effectiveFrom: string | null
  readonly state: ReleaseState
  readonly author: string | null
  readonly reason: string | null
  readonly withdrawnOn: string | null
  readonly tables: ReadonlyArray<string>
  /** The tables of one's own that it takes away, by the files of their rows. */
  readonly removed: ReadonlyArray<string>
  /** What is wrong with it, in words. */
  readonly mistakes: ReadonlyArray<string>
  /** Files that a later release holds whole, so that it undoes them. */
  readonly undoneBy: ReadonlyArray<{ readonly by: string; readonly file: string }>
}

/** The releases beside the tables, in the order in which they come into force. */
export const listReleases = (
  held: FolderTables,
  today: string,
  check?: CheckFiles,
): ReadonlyArray<ListedRelease> => {
  const inForce = inForceOn(held, today, check)
  const standings = Result.isSuccess(inForce) ? inForce.success.bundle.releases : []
  const undone = undoneFiles(held.releases)
  return held.releases.map((release) => {
    const { errors, facts, name, sources } = release
    const removed = removedTables(release)
    const standing = standings.find((each) => each.name === name)
    const mistakes = standing?.mistakes ?? errors
    return {
      name,
      effectiveFrom: facts?.effectiveFrom ?? null,
      state: standing?.state ?? "refused",
      author: facts?.author ?? null,
      reason: facts?.reason ?? null,
      withdrawnOn: facts?.withdrawnOn ?? null,
      tables: [...sources.keys()].filter((file) => !removed.map(definitionFileOf).includes(file)),
      removed,
      mistakes: mistakes.map(describeTableError),
      undoneBy: undone.filter((each) => each.undone === name).map(({ by, file }) => ({ by, file })),
    }
  })
}

const textOf = ({ cell, column, expected, file, line }: TableError): string =>
  JSON.stringify([file, line, column, cell, expected])

/**
 * What forbids a release over those before it: mistakes in its own files, and those that the tables
 * would hold with it and do not hold without it. Mistakes in its tables are told in its files.
 */
export const releaseMistakes = (
  { files, folder, releases }: FolderTables,
  release: Release,
  check: CheckFiles = makeCheckFiles(),
): ReadonlyArray<TableError> => {
  if (release.errors.length > 0) return release.errors
  const before = releases
    .slice(0, releases.indexOf(release))
    .filter(({ errors, facts }) => facts?.withdrawnOn === null && errors.length === 0)
  const mistakesOf = (some: ReadonlyArray<Release>): ReadonlyArray<TableError> => {
    const checked = check(folder, { ...files, sources: released(files.sources, some) })
    return Result.isSuccess(checked) ? [] : checked.failure.errors
  }
  const without = new Set(mistakesOf(before).map(textOf))
  return mistakesOf([...before, release])
    .filter((mistake) => !without.has(textOf(mistake)))
    .map((mistake) =>
      release.sources.has(mistake.file)
        ? { ...mistake, file: releasePath(release.name, mistake.file) }
        : mistake,
    )
}
