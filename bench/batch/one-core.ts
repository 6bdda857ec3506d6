import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"

/** The first of the processors that this process may use, as Linux tells; undefined elsewhere. */
const firstCore = (): string | undefined => {
  try {
    const status = readFileSync("/proc/self/status", "utf8")
    return /^Cpus_allowed_list:\s*(\d+)/m.exec(status)?.[1]
  } catch {
    return undefined
  }
}

/**
 * What stands before a command to hold it, with all its threads, to one processor: V8 collects and
 * compiles on threads of its own, which would take another one as well. Empty where the system has no
 * `taskset`.
 */
export const onOneCore = (): ReadonlyArray<string> => {
  const core = firstCore()
  if (core === undefined) return []
  const held = ["--cpu-list", core]
  return spawnSync("taskset", [...held, "true"]).status === 0 ? ["taskset", ...held] : []
}
