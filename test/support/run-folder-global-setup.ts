import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { TestProject } from "vitest/node"

declare module "vitest" {
  interface ProvidedContext {
    /** A folder for what the tests of this run share. */
    readonly runFolder: string
  }
}

/** Makes the folder of a run; the returned function removes it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "viatica-run-"))
  project.provide("runFolder", folder)
  return () => rm(folder, { recursive: true, force: true })
}
