import * as Result from "effect/Result"
import { readdir } from "node:fs/promises"
import { join } from "node:path"
import { boundsOf } from "../../core/table/bounds.ts"
import { describeTableError, fileError, type TableError } from "../../core/table/error.ts"
import { nearest } from "../../core/table/nearest.ts"
import { errorCode } from "../platform/system-error.ts"
import { filesBelow, folderBounds, readBounded } from "./bounded-files.ts"
import { type FolderTables, inForceOn } from "./in-force.ts"
import { checkFiles, sourcesHash } from "./table-bundle.ts"
import { fileRead, gathered } from "./table-files.ts"
import { manifest } from "../../rules/tables/bundle.ts"
import { tableBounds, tableFiles } from "../../rules/tables/index.ts"
import {
  inReleaseOrder,
  readReleaseFacts,
  type Release,
  released,
  releaseDefinition,
  releaseFile,
  releaseNameForm,
  releasePath,
  releasesFolder,
  type ReleaseState,
  undoneFiles,
} from "../../rules/tables/release.ts"

/** Whether a file may lie in a release: every table but the one that speaks of all of them. */
const mayChange = (file: string): boolean => tableFiles.includes(file) && file !== manifest.file

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
  const own = join(folder, releasesFolder, name)
  const present = (await filesBelow(own)).filter((file) => file.endsWith(".csv"))
  const tables = present.filter(mayChange)
  const wanted = [releaseFile, ...tables].map((file) => ({
    file,
    bytesMax:
      file === releaseFile ? boundsOf(releaseDefinition).bytesMax : tableBounds(file).bytesMax,
  }))
  const read = await readBounded(own, wanted, folderBounds.tableBytesMax)
  const { errors, sources } = gathered(read.map(fileRead))
  const unknown = present.filter((file) => file !== releaseFile && !mayChange(file))
  const text = sources.get(releaseFile)
  const others = unknown.map((file) => [file, ""] as const)
  const unread = errors.map((error) => [error.file, JSON.stringify(error.expected)] as const)
  const facts = text === undefined ? undefined : readReleaseFacts(name, text)
  return {
    name,
    facts: facts?.facts,
    sources: new Map([...sources].filter(([file]) => file !== releaseFile)),
    digest: sourcesHash(new Map([...others, ...unread, ...sources])),
    errors: [
      ...errors.map((error) => inRelease(name, error)),
      ...(facts?.errors ?? []),
      ...unknown.map((file) => unknownFile(name, file)),
      ...(tables.length === 0
        ? [fileError(releasePath(name, releaseFile), { _tag: "ReleasedTables" })]
        : []),
    ],
  }
}

const misnamed = (name: string): Release => ({
  name,
  facts: undefined,
  sources: new Map(),
  digest: "",
  errors: [fileError(`${releasesFolder}/${name}`, { _tag: "ReleaseFolder" })],
})

/** The releases that lie beside the tables of a folder, in the order in which they come into force. */
export const readReleases = async (folder: string): Promise<ReadonlyArray<Release>> => {
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
  /** What is wrong with it, in words. */
  readonly mistakes: ReadonlyArray<string>
  /** Files that a later release holds whole, so that it undoes them. */
  readonly undoneBy: ReadonlyArray<{ readonly by: string; readonly file: string }>
}

/** The releases beside the tables, in the order in which they come into force. */
export const listReleases = (held: FolderTables, today: string): ReadonlyArray<ListedRelease> => {
  const inForce = inForceOn(held, today)
  const standings = Result.isSuccess(inForce) ? inForce.success.bundle.releases : []
  const undone = undoneFiles(held.releases)
  return held.releases.map(({ errors, facts, name, sources }) => {
    const standing = standings.find((each) => each.name === name)
    const mistakes = standing?.mistakes ?? errors
    return {
      name,
      effectiveFrom: facts?.effectiveFrom ?? null,
      state: standing?.state ?? "refused",
      author: facts?.author ?? null,
      reason: facts?.reason ?? null,
      withdrawnOn: facts?.withdrawnOn ?? null,
      tables: [...sources.keys()],
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
): ReadonlyArray<TableError> => {
  if (release.errors.length > 0) return release.errors
  const before = releases
    .slice(0, releases.indexOf(release))
    .filter(({ errors, facts }) => facts?.withdrawnOn === null && errors.length === 0)
  const mistakesOf = (some: ReadonlyArray<Release>): ReadonlyArray<TableError> => {
    const checked = checkFiles(folder, { ...files, sources: released(files.sources, some) })
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
