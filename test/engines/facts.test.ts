import { assert, describe, it } from "@effect/vitest"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { builtEnvironment, builtProgram } from "../support/built-package.ts"
import { isInstalled, python } from "../support/programs.ts"
import { runProcess } from "../support/run-process.ts"
import { engineEnvironment, engineFile, engineFolder } from "./toolchain.ts"

const hasPython = isInstalled(python, "--version")

const fares = {
  format: "viatica table 1",
  name: "Fares",
  about: "What a ride costs.",
  hitPolicy: "first",
  inputs: [
    { name: "age", label: "Age", expression: "age", type: "number" },
    { name: "zone", label: "Zone", expression: "zone", type: "words", words: ["city", "region"] },
  ],
  outputs: [{ name: "fare", label: "Fare", type: "number" }],
  annotations: [],
  from: { format: "DMN", version: "1.3", id: "fares" },
}

describe(`facts of a table, from Python${hasPython ? "" : ` (no ${python} here: not tried)`}`, () => {
  it.skipIf(!hasPython)("are answered as docs/bulk.md shows", async ({ onTestFinished }) => {
    const inFolder = mkdtempSync(join(tmpdir(), "viatica-facts-"))
    onTestFinished(() => rmSync(inFolder, { recursive: true, force: true }))
    const table = join(inFolder, "fares.table.json")
    const facts = join(inFolder, "facts.ndjson")
    writeFileSync(table, JSON.stringify(fares))
    writeFileSync(
      join(inFolder, "fares.csv"),
      "age,zone,fare\n<65,city,2.5\n>65,city,1.5\n,region,4\n",
    )
    writeFileSync(
      facts,
      '{"id":"a","age":70,"zone":"city"}\n{"id":"b","age":65,"zone":"city"}\n{"id":"c","age":3,"zone":"ctiy"}\n',
    )
    const command = { inFolder, program: await builtProgram() }
    const { status, stderr, stdout } = await runProcess(
      python,
      [engineFile("alone/facts.py"), table, facts],
      {
        cwd: process.cwd(),
        environment: { ...engineEnvironment(engineFolder, command), ...builtEnvironment() },
        timeoutMs: 60_000,
      },
    )
    assert.strictEqual(status, 0, stderr)
    assert.deepStrictEqual(stdout.trim().split("\n"), [
      "a [1.5]",
      "b []",
      'c zone: "ctiy" should be one of city, region; did you mean "city"?',
    ])
  })
})
