import { assert, describe, it } from "@effect/vitest"
import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

const program = new URL("../../../../http/bulk/batch/workers.ts", import.meta.url)

/**
 * A program that keeps compiled code in a folder, and tells how many files that has before and after a
 * thread, which ends once its modules are loaded, for it is given no tables.
 */
const script = `
import module from "node:module"
import { readdirSync } from "node:fs"
const [, , folder] = process.argv
module.enableCompileCache(folder)
const { startThread } = await import(${JSON.stringify(program.href)})
const kept = () => readdirSync(folder, { recursive: true }).length
module.flushCompileCache()
const before = kept()
const answering = { _tag: "Bilan", engineVersion: "any", explain: false }
const thread = startThread({ answering, sources: new Map() })
thread.once("error", () => {})
await new Promise((ended) => thread.once("exit", ended))
console.log(JSON.stringify([before, kept()]))
`

describe("the start of a worker thread", () => {
  it("keeps its compiled code where the program that starts it does", () => {
    const folder = mkdtempSync(join(tmpdir(), "viatica-cache-"))
    try {
      const [file, cache] = [join(folder, "program.mjs"), join(folder, "cache")]
      writeFileSync(file, script)
      mkdirSync(cache)
      // The environment of a test run may forbid such a cache.
      const told = execFileSync(process.execPath, [file, cache], { encoding: "utf8", env: {} })
      const [before, after] = JSON.parse(told) as [number, number]
      assert.isAbove(before, 0)
      assert.isAbove(after, before + 100)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
