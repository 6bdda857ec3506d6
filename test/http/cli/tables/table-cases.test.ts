import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll } from "vitest"
import { tablesHash } from "../../../../http/tables/table-bundle.ts"
import { loadAllTables, loadTables } from "../../../../rules/tables/index.ts"
import { shippedSources } from "../../../support/shipped-sources.ts"
import { runHere } from "../run.ts"

const run = runHere({})
const folder = mkdtempSync(join(tmpdir(), "viatica-table-cases-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const definition = {
  format: "viatica table 1",
  name: "Fee",
  about: "What a call costs.",
  hitPolicy: "first",
  inputs: [
    { name: "risk", type: "words", words: ["low", "high"] },
    { name: "since", type: "day" },
  ],
  outputs: [{ name: "fee", type: "number", default: "1.50" }],
}
const rows = "risk,since,fee\nhigh,>=20260101,12.50\nhigh,,0.10\n"

const table = (cases?: string): string => {
  const path = join(folder, "fee.table.json")
  writeFileSync(path, JSON.stringify(definition))
  writeFileSync(join(folder, "fee.csv"), rows)
  if (cases !== undefined) writeFileSync(join(folder, "fee.cases.csv"), cases)
  return path
}

const held =
  "case,risk,since,fee\nNew,high,2026-05-01,12.5\nOld,high,2025-05-01,0.1\nLow,low,2026-01-01,1.5\n"

describe("cases on the command line", () => {
  it("that hold are counted, with the rows that none of them meets", async () => {
    const { status, stdout } = await run(["tables", "test", table(held)])
    assert.strictEqual(status, 0)
    assert.match(stdout, /fee\.cases\.csv: 3 cases hold; every row meets one/)
    const json = JSON.parse((await run(["tables", "test", table(held), "--json"])).stdout)
    assert.deepInclude(json[0], { table: "fee.csv", hold: 3, differ: [], rows: 2, rowsMet: 2 })
  })

  it("that differ fail the command and the check, with the place and what answers", async () => {
    const path = table(held.replace("12.5", "12"))
    const { status, stderr, stdout } = await run(["tables", "test", path])
    assert.strictEqual(status, 1)
    assert.match(
      stdout,
      /fee\.cases\.csv:2:21 error the case "New" does not hold: fee is "12.50" and not "12"\n {2}what answers in fee\.csv: line 2/,
    )
    assert.match(stderr, /1 case does not hold, in 1 file/)
    const checked = await run(["tables", "check", path])
    assert.strictEqual(checked.status, 1)
    assert.match(checked.stdout, /the case "New" does not hold/)
  })

  it("that cannot be read are mistakes, and none are told to be none", async () => {
    const { status, stdout } = await run([
      "tables",
      "check",
      table("case,risk,since\nNew,hihg,2026-05-01\n"),
    ])
    assert.strictEqual(status, 1)
    assert.match(stdout, /"hihg" should be one of low, high; did you mean "high"\?/)
  })

  it("are what coverage asks where no questions are given", async () => {
    const { stdout } = await run(["tables", "coverage", table(held), "--json"])
    assert.deepInclude(JSON.parse(stdout), { questions: 3 })
  })

  it("change neither what a server answers nor its hash, whatever stands in them", () => {
    const file = "sandbox/age_factors.cases.csv"
    const cases = "case,age_scale,age\nOdd,leisure,many\n"
    const beside = new Map([...shippedSources(), [file, cases]])
    assert.strictEqual(tablesHash(beside), tablesHash(shippedSources()))
    assert.isTrue(Result.isSuccess(loadTables(beside)))
    const all = loadAllTables(beside)
    assert.deepStrictEqual(Result.isFailure(all) ? all.failure.map((each) => each.file) : [], [
      file,
    ])
  })

  it("beside no decision table are told so", () => {
    const files = ["coach/cards.cases.csv", "own/gone.cases.csv"]
    const beside = new Map([...shippedSources(), ...files.map((file) => [file, "case\n"] as const)])
    const all = loadAllTables(beside)
    assert.deepStrictEqual(
      Result.isFailure(all) ? all.failure.map(({ expected, file }) => [file, expected._tag]) : [],
      files.map((file) => [file, "DecisionBeside"]),
    )
  })
})
