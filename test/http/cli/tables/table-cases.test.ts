import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { execFileSync } from "node:child_process"
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs"
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
  it("of two branches are both kept by a merge, and are found where they speak of one name", async () => {
    const repository = join(folder, "repository")
    mkdirSync(repository)
    copyFileSync(
      new URL("../../../../.gitattributes", import.meta.url),
      join(repository, ".gitattributes"),
    )
    const path = join(repository, "fee.cases.csv")
    const git = (...args: ReadonlyArray<string>): string =>
      execFileSync(
        "git",
        ["-C", repository, "-c", "user.name=Lea", "-c", "user.email=l@e.a", ...args],
        {
          encoding: "utf8",
        },
      )
    const keep = (branch: string, from: string, text: string): void => {
      git("checkout", "-q", "-b", branch, ...(from === "" ? [] : [from]))
      writeFileSync(path, text)
      git("add", "-A")
      git("commit", "-qm", branch)
    }
    git("init", "-q")
    const header = "case,risk,since,fee\n"
    keep("base", "", header)
    keep("one", "base", `${header}New,high,2026-05-01,12.5\n`)
    keep("two", "base", `${header}Old,high,2025-05-01,0.1\n`)
    git("merge", "-q", "one")
    const merged = readFileSync(path, "utf8")
    assert.deepStrictEqual(merged.split("\n").slice(1, -1).toSorted(), [
      "New,high,2026-05-01,12.5",
      "Old,high,2025-05-01,0.1",
    ])
    assert.strictEqual((await run(["tables", "test", table(merged)])).status, 0)
    keep("three", "one", merged.replace("12.5", "12"))
    keep("four", "one", merged.replace("2026-05-01", "2026-06-01"))
    git("merge", "-q", "three")
    const { status, stderr } = await run(["tables", "test", table(readFileSync(path, "utf8"))])
    assert.strictEqual(status, 1)
    assert.match(stderr, /"New" should be a key of its own/)
  })

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

  it("are what a table of one's own is asked that no rule asks, by its name", async () => {
    const data = join(folder, "data")
    cpSync(new URL("../../../../data", import.meta.url), data, { recursive: true })
    mkdirSync(join(data, "own"))
    writeFileSync(join(data, "own/fee.table.json"), JSON.stringify(definition))
    writeFileSync(join(data, "own/fee.csv"), rows)
    writeFileSync(join(data, "own/fee.cases.csv"), held)
    const named = ["--table", "own/fee.csv", "--tables", data]
    const covered = await run(["tables", "coverage", ...named])
    assert.match(covered.stdout, /^Questions: 3$/m)
    const judged = await run(["tables", "mutate", ...named, "--list", "0"])
    assert.match(judged.stdout, /of which there are 3\./)
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
