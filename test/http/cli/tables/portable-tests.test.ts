import { assert, describe, it } from "@effect/vitest"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll } from "vitest"
import { runHere } from "../run.ts"

const run = runHere({})
const folder = mkdtempSync(join(tmpdir(), "viatica-portable-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A graph of GoRules with one table: a fare by zone and age, the first row that applies. */
const fares = {
  nodes: [
    { id: "in", type: "inputNode", name: "facts" },
    {
      id: "fares",
      type: "decisionTableNode",
      name: "Fares",
      content: {
        hitPolicy: "first",
        inputs: [
          { id: "z", name: "Zone", field: "zone" },
          { id: "a", name: "Age", field: "age" },
        ],
        outputs: [{ id: "f", name: "Fare", field: "fare" }],
        rules: [
          { _id: "1", z: '"city"', a: "< 65", f: "250" },
          { _id: "2", z: '"city"', a: "", f: "150" },
          { _id: "3", z: '"region"', a: "", f: "400" },
        ],
      },
    },
    { id: "out", type: "outputNode", name: "answer" },
  ],
  edges: [
    { id: "1", type: "edge", sourceId: "in", targetId: "fares" },
    { id: "2", type: "edge", sourceId: "fares", targetId: "out" },
  ],
}

const imported = async (): Promise<string> => {
  const model = join(folder, "fares.json")
  writeFileSync(model, JSON.stringify(fares))
  const { status, stderr } = await run(["tables", "import", model, "--out", folder, "--write"])
  assert.strictEqual(status, 0, stderr)
  return join(folder, "fares.table.json")
}

const asked = (name: string, ...facts: ReadonlyArray<object>): string => {
  const file = join(folder, name)
  writeFileSync(file, facts.map((one) => `${JSON.stringify(one)}\n`).join(""))
  return file
}

interface Uncovered {
  readonly part: string
  readonly line: number
  readonly witness: { readonly _tag: string; readonly facts?: Readonly<Record<string, unknown>> }
}

const coverage = async (...args: ReadonlyArray<string>) => {
  const { status, stderr, stdout } = await run(["tables", "coverage", ...args, "--json"])
  assert.strictEqual(status, 0, stderr)
  return JSON.parse(stdout) as {
    readonly rows: { readonly covered: number; readonly all: number }
    readonly uncovered: ReadonlyArray<Uncovered>
  }
}

describe("viatica tables coverage and mutate of an imported table", () => {
  it("count what questions exercise, and give facts that exercise the rest", async () => {
    const table = await imported()
    const one = asked("one.ndjson", { zone: "city", age: 30 })
    const first = await coverage(table, "--questions", one)
    assert.deepStrictEqual(first.rows, { covered: 1, all: 3 })
    const rest = first.uncovered.flatMap(({ part, witness: { facts } }) =>
      part === "row" && facts !== undefined ? [facts] : [],
    )
    assert.lengthOf(rest, 2)
    const both = asked("both.ndjson", { zone: "city", age: 30 }, ...rest)
    assert.deepStrictEqual((await coverage(table, "--questions", both)).rows, {
      covered: 3,
      all: 3,
    })
    const none = await run(["tables", "coverage", table, "--minimum", "50"])
    assert.strictEqual(none.status, 1)
    assert.include(none.stdout, "fares.csv:2:1 the row never counts; it would with {")
    assert.include(none.stderr, "The questions exercise less than 50 %: rows 0.00 %")
  })

  it("list the slips that questions do not notice, until the facts that they lack are asked", async () => {
    const table = await imported()
    const mutate = async (...args: ReadonlyArray<string>) => {
      const { status, stderr, stdout } = await run(["tables", "mutate", table, ...args, "--json"])
      assert.strictEqual(status, 0, stderr)
      return JSON.parse(stdout) as {
        readonly tried: number
        readonly equivalent: number
        readonly noticed: Readonly<Record<string, number>>
        readonly survivors: ReadonlyArray<{ readonly from: string; readonly facts: object | null }>
      }
    }
    const before = await mutate()
    assert.isAbove(before.survivors.length, 0)
    const counts = Object.values(before.noticed).reduce((sum, count) => sum + count, 0)
    assert.strictEqual(before.tried, before.equivalent + counts + before.survivors.length)
    const facts = before.survivors.flatMap((survivor) => survivor.facts ?? [])
    const after = await mutate("--questions", asked("wanted.ndjson", ...facts))
    assert.deepStrictEqual(
      after.survivors.filter((survivor) => survivor.facts !== null),
      [],
    )
    assert.isAbove(after.noticed["questions"] ?? 0, 0)
    const text = await run(["tables", "mutate", table, "--minimum", "100"])
    assert.strictEqual(text.status, 1)
    assert.include(text.stdout, "  noticed by zone=")
    assert.match(text.stderr, /Fewer than 100 % of the slips are noticed: fares\.csv \d+\.\d %/)
  })

  it("refuse questions by their line, and flags of the tables of a folder", async () => {
    const table = await imported()
    const bad = asked("bad.ndjson", { zone: "city", age: 30 }, { zone: "city", aeg: 3 })
    const refused = await run(["tables", "coverage", table, "--questions", bad])
    assert.strictEqual(refused.status, 1)
    assert.include(refused.stderr, 'bad.ndjson:2 "aeg" should be one of the facts zone, age')
    for (const command of ["coverage", "mutate"]) {
      const other = await run(["tables", command, table, "--table", "fees"])
      assert.strictEqual(other.status, 1)
      assert.include(other.stderr, "--table: only of the tables of a folder")
      const unnamed = await run(["tables", command, "--questions", bad])
      assert.include(unnamed.stderr, "name its .table.json")
      const csv = await run(["tables", command, "fares.csv"])
      assert.include(csv.stderr, "fares.csv is no .table.json")
    }
  })
})
