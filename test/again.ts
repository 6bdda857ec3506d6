// Runs the few files again that failed in a run of all tests, alone: many wait for processes, databases and
// browsers, and a machine that is busy with others tells less than one that is not. What then passes is named.
import { spawnSync } from "node:child_process"
import { fileURLToPath } from "node:url"
import { failedFiles } from "./support/failed-files.ts"

const root = fileURLToPath(new URL("..", import.meta.url))

/** More than these are no accident. */
const most = 3

const failed = failedFiles() ?? []
if (failed.length === 0 || failed.length > most) process.exitCode = 1
else {
  console.log(`\nWhat failed beside others runs again, alone: ${failed.join(", ")}.\n`)
  const { status } = spawnSync(
    process.execPath,
    [
      "node_modules/vitest/vitest.mjs",
      "run",
      "--config",
      ".config/vitest.config.ts",
      "--maxWorkers=1",
      ...failed,
    ],
    { cwd: root, stdio: "inherit" },
  )
  if (status === 0) console.log(`UNSTEADY, as it passed alone: ${failed.join(", ")}.`)
  process.exitCode = status ?? 1
}
