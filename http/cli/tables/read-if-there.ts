import { readFile } from "node:fs/promises"
import { errorCode } from "../../platform/system-error.ts"

/** The text of a file; undefined where there is none. */
export const readIfThere = (path: string): Promise<string | undefined> =>
  readFile(path, "utf8").catch((cause: unknown) => {
    if (errorCode(cause) === "ENOENT") return undefined
    throw cause
  })
