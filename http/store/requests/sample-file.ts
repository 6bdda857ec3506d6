import { appendFile, rename, stat } from "node:fs/promises"
import { dirname } from "node:path"
import { errorCode } from "../../platform/system-error.ts"
import { makeFolder } from "../database/make-folder.ts"

/** A file of lines that never grows beyond a bound. */
export interface SampleFile {
  /** Adds whole lines at its end; fails as the file system does. */
  readonly append: (lines: string) => Promise<void>
}

const sizeOf = async (path: string): Promise<number> => {
  try {
    return (await stat(path)).size
  } catch (cause) {
    if (errorCode(cause) === "ENOENT") return 0
    throw cause
  }
}

/**
 * Lines in a file that nobody else may read. What would take it beyond its bound begins it anew, and
 * the full one lies beside it in place of the one before. It is opened for each batch, so that
 * several processes may write the same one, and whoever moves or removes it harms nobody.
 */
export const makeSampleFile = (path: string, olderPath: string, bytesMax: number): SampleFile => {
  let isTorn = false
  return {
    append: async (lines) => {
      await makeFolder(dirname(path), 0o700)
      // A full disk may have cut the last line.
      const text = isTorn ? `\n${lines}` : lines
      const bytes = await sizeOf(path)
      if (bytes > 0 && bytes + Buffer.byteLength(text) > bytesMax) await rename(path, olderPath)
      try {
        await appendFile(path, text, { mode: 0o600 })
        isTorn = false
      } catch (cause) {
        isTorn = true
        throw cause
      }
    },
  }
}
