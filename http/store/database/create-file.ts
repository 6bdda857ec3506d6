import { randomUUID } from "node:crypto"
import { link, open, unlink } from "node:fs/promises"
import { errorCode } from "../../platform/system-error.ts"

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
