import { mkdir, readFile, rename, rmdir, unlink, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import * as Effect from "effect/Effect"
import { errorCode, systemReason } from "../../../platform/system-error.ts"
import { decoded } from "../../../tables/decoded-text.ts"
import { textChange } from "./steps.ts"
import { callRefused, CallRefused } from "../call-refused.ts"

/** Where a place in a text without returns lies in the text with them. */
const placeIn = (written: string, place: number): number => {
  let at = 0
  for (let left = place; left > 0; left -= 1) at += written.startsWith("\r\n", at) ? 2 : 1
  return at
}

/**
 * What a file is to hold so that a change is made in it, and all else stays byte by byte: its byte
 * order mark and its line ends, which the lines that come take on.
 *
 * ```ts
 * import { inOwnForm } from "../http/workbench/server/desk/desk-files.ts"
 *
 * inOwnForm("a\r\nb\r\n", { before: "a\nb\n", after: "a\nc\nd\n" }) // => "a\r\nc\r\nd\r\n"
 * ```
 */
export const inOwnForm = (
  file: string,
  { after, before }: { readonly before: string; readonly after: string },
): string => {
  const mark = file.startsWith("\uFEFF") ? "\uFEFF" : ""
  const written = file.slice(mark.length)
  if (!written.includes("\r\n") || written.replaceAll("\r\n", "\n") !== before) {
    return mark + after
  }
  const change = textChange(before, after)
  const start = placeIn(written, change.start)
  const end = start + placeIn(written.slice(start), change.before.length)
  const come = change.after.replaceAll("\n", "\r\n")
  return mark + written.slice(0, start) + come + written.slice(end)
}

/** The bytes of a file; undefined where there is none. */
const bytesOf = (path: string): Promise<Buffer | undefined> =>
  readFile(path).catch((cause: unknown) => {
    if (errorCode(cause) === "ENOENT") return undefined
    throw cause
  })

const writeWhole = async (path: string, text: string): Promise<void> => {
  await mkdir(dirname(path), { recursive: true })
  const beside = join(dirname(path), `.${process.pid}.part`)
  await writeFile(beside, text)
  await rename(beside, path)
}

/** Removes a file, and the folders that it leaves empty: an empty one below `releases` is no release. */
const remove = async (folder: string, file: string): Promise<void> => {
  await unlink(join(folder, file))
  for (let below = dirname(file); below !== "."; below = dirname(below)) {
    if (!(await isRemovedEmpty(join(folder, below)))) return
  }
}

/** Removes a folder where it is empty. */
const isRemovedEmpty = (path: string): Promise<boolean> =>
  rmdir(path).then(
    () => true,
    (cause: unknown) => {
      if (["ENOTEMPTY", "EEXIST"].includes(errorCode(cause) ?? "")) return false
      throw cause
    },
  )

/** The text of a file below a folder; undefined where there is none. */
export const textOfFile = (
  folder: string,
  file: string,
): Effect.Effect<string | undefined, CallRefused> =>
  Effect.tryPromise({
    try: async () => {
      const bytes = await bytesOf(join(folder, file))
      return bytes === undefined ? undefined : decoded(file, bytes).text
    },
    catch: (cause) => callRefused("FileUnwritable", { file, reason: systemReason(cause) }),
  })

/**
 * Writes the text of a table in place of the one that was read, in one step, in the form that the file
 * has on disk; where there is none after, the file is removed. A file that says something else by now
 * is left as it is.
 */
export const replaceFile = (
  folder: string,
  file: string,
  { after, before }: { readonly before: string | undefined; readonly after: string | undefined },
): Effect.Effect<void, CallRefused> =>
  Effect.tryPromise({
    try: async () => {
      const path = join(folder, file)
      const bytes = await bytesOf(path)
      const today = bytes === undefined ? undefined : decoded(file, bytes).text
      if (today !== before) throw callRefused("ChangedOnDisk", { file })
      if (after === undefined) return bytes === undefined ? undefined : await remove(folder, file)
      await writeWhole(
        path,
        inOwnForm(bytes?.toString("utf8") ?? "", { before: before ?? "", after }),
      )
    },
    catch: (cause) =>
      cause instanceof CallRefused
        ? cause
        : callRefused("FileUnwritable", { file, reason: systemReason(cause) }),
  })
