import { randomUUID } from "node:crypto"
import { link, mkdir, open, stat, unlink } from "node:fs/promises"
import { dirname, resolve } from "node:path"
import { errorCode } from "../../platform/system-error.ts"

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )

/**
 * Makes a folder and what is missing above it; one that exists is fine. Fails as the file system
 * does. Node's own recursive form never ends where a file system that exists, such as /proc,
 * answers that there is no such folder.
 */
export const makeFolder = async (path: string, mode = 0o777): Promise<void> => {
  const folder = resolve(path)
  const parent = dirname(folder)
  try {
    await mkdir(folder, { mode })
  } catch (error) {
    if (errorCode(error) === "EEXIST" && (await isFolder(folder))) return
    if (errorCode(error) !== "ENOENT" || (await isFolder(parent))) throw error
    await makeFolder(parent, mode)
    await mkdir(folder, { mode }).catch(async (again: unknown) => {
      if (errorCode(again) !== "EEXIST" || !(await isFolder(folder))) throw again
    })
  }
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
 * Makes a file (mode 600) with a text, unless there is one. The text is written under another name
 * first, then linked to the final one: of several processes one wins, and nobody reads half a file.
 */
export const createFile = async (path: string, text: string): Promise<void> => {
  const draft = `${path}.${randomUUID()}`
  await writeDurably(draft, text)
  try {
    await link(draft, path)
  } catch (cause) {
    if (errorCode(cause) !== "EEXIST") throw cause
  } finally {
    await unlink(draft)
  }
}
