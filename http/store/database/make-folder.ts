import { mkdir, stat } from "node:fs/promises"
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
