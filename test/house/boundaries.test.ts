import { assert, describe, it } from "@effect/vitest"
import { execFileSync } from "node:child_process"
import { cpSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("../../", import.meta.url))

interface Report {
  readonly number_of_files: number
  readonly diagnostics: ReadonlyArray<{ readonly code: string; readonly filename: string }>
}

const lint = (folder: string): Report => {
  const oxlint = join(root, "node_modules/oxlint/bin/oxlint")
  const options = { cwd: folder, encoding: "utf8" as const }
  try {
    return JSON.parse(execFileSync(process.execPath, [oxlint, "-f", "json"], options)) as Report
  } catch (failure) {
    return JSON.parse((failure as { stdout: string }).stdout) as Report
  }
}

const codes = (report: Report, file: string): ReadonlyArray<string> =>
  report.diagnostics.filter(({ filename }) => filename.endsWith(file)).map(({ code }) => code)

describe("the linter", () => {
  it("sees planted imports and impurities in core, rules and http", () => {
    const folder = mkdtempSync(join(tmpdir(), "viatica-lint-"))
    try {
      cpSync(join(root, "test/house/fixtures/linter"), folder, { recursive: true })
      cpSync(join(root, ".oxlintrc.json"), join(folder, ".oxlintrc.json"))
      const report = lint(folder)
      assert.strictEqual(report.number_of_files, 3)
      const core = codes(report, "core/clock.ts")
      assert.strictEqual(core.filter((code) => code.includes("no-restricted-imports")).length, 3)
      assert.isTrue(core.some((code) => code.includes("no-restricted-globals")))
      assert.isTrue(core.some((code) => code.includes("no-restricted-properties")))
      const rules = codes(report, "rules/fetch.ts")
      assert.strictEqual(rules.filter((code) => code.includes("no-restricted-imports")).length, 2)
      assert.strictEqual(rules.filter((code) => code.includes("no-restricted-globals")).length, 2)
      const http = codes(report, "http/pool.ts")
      assert.strictEqual(http.filter((code) => code.includes("no-restricted-imports")).length, 2)
      assert.strictEqual(http.filter((code) => code.includes("no-restricted-globals")).length, 1)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
