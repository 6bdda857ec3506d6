import { randomUUID } from "node:crypto"
import { link, open, readFile, unlink } from "node:fs/promises"
import { dirname, join } from "node:path"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { errorCode, systemReason } from "../../platform/system-error.ts"
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

const ignoring = (code: string) => (error: unknown) => {
  if (errorCode(error) !== code) throw error
}

const writeDurably = async (path: string, text: string): Promise<void> => {
  const file = await open(path, "wx", 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

/**
 * The whole text is written under another name first, then linked to the final one: the link fails
 * when the name exists, so of several processes exactly one wins and nobody reads half a key.
 */
const createOnce = async (folder: string, path: string, text: string): Promise<void> => {
  await makeFolder(folder, 0o700)
  const draft = join(folder, `.${masterKeyFileName}.${randomUUID()}`)
  await writeDurably(draft, text)
  try {
    await link(draft, path).catch(ignoring("EEXIST"))
  } finally {
    await unlink(draft)
  }
}

const read = async (path: string): Promise<string | undefined> => {
  try {
    return await readFile(path, "utf8")
  } catch (error) {
    ignoring("ENOENT")(error)
    return undefined
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
    await createOnce(dirname(path), path, `${fresh}\n`)
    return readFile(path, "utf8")
  })
