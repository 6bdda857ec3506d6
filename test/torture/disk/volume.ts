import { execFile, execFileSync } from "node:child_process"
import { mkdtemp, open, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { errorCode } from "../../../http/platform/system-error.ts"

const run = promisify(execFile)

/** A small disk of its own, which can be filled. */
export interface Volume {
  readonly folder: string
  /** Leaves no byte free. */
  readonly fill: () => Promise<void>
  /** Frees what `fill` took. */
  readonly free: () => Promise<void>
  readonly end: () => Promise<void>
}

const mebibyte = 1_024 * 1_024

/** Writes until nothing fits any more, in pieces of a size. */
const writeUntilFull = async (path: string, bytes: number): Promise<void> => {
  const piece = Buffer.alloc(bytes, 1)
  const file = await open(path, "a")
  try {
    for (;;) await file.write(piece)
  } catch (cause) {
    if (errorCode(cause) !== "ENOSPC") throw cause
  } finally {
    await file.close()
  }
}

/** Mounts a disk in memory; undefined where this process may not. */
export const openVolume = async (mebibytes: number): Promise<Volume | undefined> => {
  const folder = await mkdtemp(join(tmpdir(), "viatica-volume-"))
  try {
    await run("mount", ["-t", "tmpfs", "-o", `size=${mebibytes}m,mode=755`, "tmpfs", folder])
  } catch {
    await rm(folder, { recursive: true, force: true })
    return undefined
  }
  const filler = join(folder, "filler")
  // A run that is cut off leaves no disk behind.
  const unmount = (): void => {
    execFileSync("umount", ["--lazy", folder])
    execFileSync("rmdir", [folder])
  }
  process.once("exit", unmount)
  return {
    folder,
    fill: async () => {
      await writeUntilFull(filler, mebibyte)
      await writeUntilFull(filler, 1_024)
    },
    free: () => rm(filler, { force: true }),
    end: async () => {
      process.off("exit", unmount)
      unmount()
    },
  }
}
