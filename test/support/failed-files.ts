import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join, relative } from "node:path"
import { fileURLToPath } from "node:url"
import type { Reporter } from "vitest/node"

const root = fileURLToPath(new URL("../../", import.meta.url))
const kept = join(root, "node_modules/.cache/viatica-failed-tests.json")

/** Keeps which files of tests have failed, for `test/again.ts`. */
export const failedFilesReporter: Reporter = {
  onTestRunStart: () => rmSync(kept, { force: true }),
  onTestRunEnd: (modules, errors) => {
    const failed = modules.filter((module) => !module.ok()).map(({ moduleId }) => moduleId)
    // What no test has caught belongs to no file.
    if (errors.length > 0) return
    mkdirSync(dirname(kept), { recursive: true })
    writeFileSync(kept, JSON.stringify(failed.map((file) => relative(root, file))))
  },
}

/** The files that failed in the last run; undefined where it has not come to its end. */
export const failedFiles = (): ReadonlyArray<string> | undefined => {
  try {
    return JSON.parse(readFileSync(kept, "utf8")) as ReadonlyArray<string>
  } catch {
    return undefined
  }
}
