import { readFile } from "node:fs/promises"
import { dirname } from "node:path"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { errorCode, systemReason } from "../../platform/system-error.ts"
import { createFile } from "../database/create-file.ts"
import { makeFolder } from "../database/make-folder.ts"

/** The key file cannot be read or made. */
export class MasterKeyFileFailed extends Data.TaggedError("MasterKeyFileFailed")<{
  readonly path: string
  readonly reason: string
}> {
  override get message() {
    return `Cannot read or make the master key file ${this.path} (DATA_DIR): ${this.reason}`
  }
}

/** The key file's name inside the data folder. */
export const masterKeyFileName = "master.key"

const read = async (path: string): Promise<string | undefined> => {
  try {
    return await readFile(path, "utf8")
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined
    throw error
  }
}

const orFailed = <Value>(path: string, act: () => Promise<Value>) =>
  Effect.tryPromise({
    try: act,
    catch: (cause) => new MasterKeyFileFailed({ path, reason: systemReason(cause) }),
  })

/** The text of a key file; undefined when there is none. */
export const readKeyFile = (path: string): Effect.Effect<string | undefined, MasterKeyFileFailed> =>
  orFailed(path, () => read(path))

/**
 * The text of the key file that is made from `fresh` (mode 600), or that is there already. Safe
 * between processes: all of them get the same text.
 */
export const createKeyFile = (
  path: string,
  fresh: string,
): Effect.Effect<string, MasterKeyFileFailed> =>
  orFailed(path, async () => {
    await makeFolder(dirname(path), 0o700)
    await createFile(path, `${fresh}\n`)
    return readFile(path, "utf8")
  })
