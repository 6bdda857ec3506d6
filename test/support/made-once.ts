import { existsSync } from "node:fs"
import { mkdir, rename, rm } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { inject } from "vitest"

/** Whether this call made the folder, and not another before it. */
const isFirst = async (folder: string): Promise<boolean> => {
  try {
    await mkdir(folder)
    return true
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "EEXIST") return false
    throw cause
  }
}

/**
 * The path of a folder of this run, which whichever test asks first makes and all others find or wait
 * for. What they find they leave as it is. Where it cannot be made, each that asks tries again.
 */
export const madeOnce = async (
  name: string,
  make: (folder: string) => Promise<unknown>,
): Promise<string> => {
  const folder = join(inject("runFolder"), name)
  const making = `${folder}.making`
  while (!existsSync(folder)) {
    if (!(await isFirst(making))) {
      await delay(50)
      continue
    }
    try {
      // Another may have been done between the two looks.
      if (existsSync(folder)) return folder
      await make(making)
      await rename(making, folder)
    } finally {
      await rm(making, { recursive: true, force: true })
    }
  }
  return folder
}
