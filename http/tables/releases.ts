import { readdir } from "node:fs/promises"
import { join } from "node:path"
import { boundsOf } from "../../core/table/bounds.ts"
import { fileError, type TableError } from "../../core/table/error.ts"
import { manifest } from "../../rules/tables/bundle.ts"
import { tableBounds, tableFiles } from "../../rules/tables/index.ts"
import {
  inReleaseOrder,
  readReleaseFacts,
  type Release,
  releaseDefinition,
  releaseFile,
  releaseNameForm,
  releasePath,
  releasesFolder,
} from "../../rules/tables/release.ts"
import { nearest } from "../../core/table/nearest.ts"
import { errorCode } from "../platform/system-error.ts"
import { filesBelow, readBounded } from "./bounded-files.ts"
import { folderBounds } from "./folder-bounds.ts"
import { sourcesHash } from "./table-bundle.ts"
import { fileRead, gathered } from "./table-files.ts"

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
