/** Loaded before a program: when that ends, tells the most memory it had, in KiB, on descriptor 3. */
import { writeSync } from "node:fs"
import { isMainThread } from "node:worker_threads"

if (isMainThread) {
  process.once("exit", () => writeSync(3, String(process.resourceUsage().maxRSS)))
}
