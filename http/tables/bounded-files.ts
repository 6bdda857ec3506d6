import { open, opendir, stat } from "node:fs/promises"
import { join } from "node:path"
import { fileError, type TableError } from "../../core/table/error.ts"
import type { Expectation, FileFault } from "../../core/table/expectation.ts"
import { errorCode, systemReason } from "../platform/system-error.ts"

/** A file that is wanted, and how many bytes it may have. */
export interface WantedFile {
  readonly file: string
  readonly bytesMax: number
}

/** The bytes of a file, or why there are none. */
export type FileBytes =
  | { readonly file: string; readonly bytes: Uint8Array }
  | { readonly file: string; readonly error: TableError }

/** Says in words why a file or a folder cannot be read. */
export const unreadableReason = (cause: unknown): string =>
  errorCode(cause) === "EISDIR" ? "it is a folder" : systemReason(cause)

/** The files in a folder and below by their names, with `/` between; what is hidden is left out. */
export const filesBelow = async (folder: string): Promise<ReadonlyArray<string>> => {
  const files: Array<string> = []
  let entries = 0
  const walk = async (below: string): Promise<void> => {
    for await (const entry of await opendir(join(folder, below))) {
      if (entry.name.startsWith(".")) continue
      entries += 1
      if (entries > folderBounds.entriesMax) throw new TooManyEntries()
      if (entry.isDirectory()) await walk(`${below}${entry.name}/`)
      else files.push(`${below}${entry.name}`)
    }
  }
  await walk("")
  return files
}

/** Reads a file to its end, or until there is more of it than it may have. */
const readUpTo = async (path: string, sizeBytes: number, bytesMax: number): Promise<Uint8Array> => {
  const handle = await open(path)
  try {
    let bytes = Buffer.allocUnsafe(sizeBytes + 1)
    let length = 0
    for (;;) {
      const { bytesRead } = await handle.read(bytes, length, bytes.length - length)
      length += bytesRead
      if (bytesRead === 0 || length > bytesMax) return bytes.subarray(0, length)
      if (length === bytes.length) bytes = Buffer.concat([bytes, Buffer.allocUnsafe(length)])
    }
  } finally {
    await handle.close()
  }
}

const tooLarge = ({ bytesMax, file }: WantedFile): FileBytes => ({
  file,
  error: fileError(file, { _tag: "FileOfAtMost", bytes: bytesMax }),
})

const faultOfCode: ReadonlyMap<string, FileFault["because"]> = new Map([
  ["EISDIR", "folder"],
  ["EACCES", "forbidden"],
  ["EPERM", "forbidden"],
])

const unreadable = (file: string, cause: unknown): FileBytes => {
  const because = faultOfCode.get(errorCode(cause) ?? "") ?? "system"
  const expected: Expectation =
    errorCode(cause) === "ENOENT"
      ? { _tag: "FileOfName" }
      : { _tag: "ReadableFile", because, says: unreadableReason(cause) }
  return { file, error: fileError(file, expected) }
}

type Looked = { readonly sizeBytes: number } | FileBytes

const look = async (folder: string, wanted: WantedFile): Promise<Looked> => {
  const { bytesMax, file } = wanted
  try {
    const found = await stat(join(folder, file))
    if (found.size > bytesMax) return tooLarge(wanted)
    if (found.isFile()) return { sizeBytes: found.size }
    const fault: FileFault = found.isDirectory()
      ? { because: "folder", says: "it is a folder" }
      : { because: "special", says: "it is no plain file" }
    return { file, error: fileError(file, { _tag: "ReadableFile", ...fault }) }
  } catch (cause) {
    return unreadable(file, cause)
  }
}

const read = async (folder: string, wanted: WantedFile, sizeBytes: number): Promise<FileBytes> => {
  const { bytesMax, file } = wanted
  try {
    const bytes = await readUpTo(join(folder, file), sizeBytes, bytesMax)
    return bytes.length > bytesMax ? tooLarge(wanted) : { file, bytes }
  } catch (cause) {
    return unreadable(file, cause)
  }
}

/**
 * Reads files below a folder. What is larger than it may be, alone or together with those before it,
 * is refused by its size and not read.
 */
export const readBounded = async (
  folder: string,
  wanted: ReadonlyArray<WantedFile>,
  totalBytesMax: number,
): Promise<ReadonlyArray<FileBytes>> => {
  const looked = await Promise.all(
    wanted.map(async (each) => [each, await look(folder, each)] as const),
  )
  let totalBytes = 0
  return Promise.all(
    looked.map(async ([each, found]): Promise<FileBytes> => {
      if (!("sizeBytes" in found)) return found
      totalBytes += found.sizeBytes
      if (totalBytes <= totalBytesMax) return read(folder, each, found.sizeBytes)
      const expected = { _tag: "FilesTogether", bytes: totalBytesMax } as const
      return { file: each.file, error: fileError(each.file, expected) }
    }),
  )
}

/** What a folder of tables may hold at most; each table has its own bounds besides. */
export const folderBounds = {
  /** Files and folders, those that are hidden aside. */
  entriesMax: 10_000,
  tableBytesMax: 16_777_216,
  iconsMax: 500,
  iconBytesMax: 8_388_608,
} as const

/** A folder holds more files and folders than are looked at. */
class TooManyEntries extends Error {
  override get message() {
    return `it holds more than ${folderBounds.entriesMax} files and folders`
  }
}
