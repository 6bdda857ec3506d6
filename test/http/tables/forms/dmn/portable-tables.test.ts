import { describeModelFault } from "../../../../../http/tables/forms/dmn/dmn-refusal.ts"
import { assert, describe, it } from "@effect/vitest"
import { ZenEngine } from "@gorules/zen-engine"
import * as Result from "effect/Result"
import { portableAnswer, type PortableTable } from "../../../../../core/portable/portable-table.ts"
import { hitPolicies, policies } from "../../../../../core/table/hit-policy.ts"
import { lineText } from "../../../../../core/table/tidy.ts"
import { readDmn, refusalLines } from "../../../../../http/tables/forms/dmn/read-dmn.ts"
import { readJdm } from "../../../../../http/tables/forms/dmn/read-jdm.ts"
import { writeDmn } from "../../../../../http/tables/forms/dmn/write-dmn.ts"
import {
  describePortableFault,
  loadPortable,
  type LoadedPortable,
} from "../../../../../http/tables/forms/portable/portable-files.ts"
import { writtenPortable } from "../../../../../http/tables/forms/portable/portable-to-dmn.ts"
import { type Choices, makeChoices, testSeed } from "../../../../support/random.ts"

const load = (table: PortableTable, csv: string): LoadedPortable => {
  const loaded = Result.getOrThrow(loadPortable("table.csv", JSON.stringify(table), csv))
  assert.deepStrictEqual(loaded.errors, [])
  return loaded
}

const texts = ["cheap", "very dear", 'a "b" & <c>', "null", "7", "-"] as const
const figures = ["0.10", "-3", "12.5", "7"] as const

const drawTable = (choices: Choices, hitPolicy: PortableTable["hitPolicy"]): LoadedPortable => {
  const { chance, integer, pick } = choices
  const isFigure = policies[hitPolicy].aggregate !== undefined
  const type = isFigure ? "number" : pick(["text", "number", "day", "boolean"] as const)
  const values = {
    text: texts,
    number: figures,
    day: ["2024-02-29", "2025-12-31"],
    boolean: ["true", "false"],
  }[type]
  const isListed = policies[hitPolicy].order === "outputs" || chance(0.3)
  const table: PortableTable = {
    format: "viatica table 1",
    name: "A table & more",
    about: 'What it says: "all" of it.',
    hitPolicy,
    inputs: [
      {
        name: "risk",
        label: "Risk",
        expression: "Risk of <it>",
        type: "words",
        ...(chance(0.5) ? { words: ["LOW", "VERY LOW", "a|b"] } : {}),
        ...(chance(0.3) ? { optional: true } : {}),
      },
      { name: "age", label: "age", expression: "age", type: "number", minimum: 0, maximum: 120 },
      { name: "from_day", label: "From day", expression: "from day", type: "day" },
      { name: "member", label: "Member", expression: "member", type: "boolean" },
    ],
    outputs: [
      {
        name: "result",
        label: "Result",
        type,
        ...(isListed ? { values } : {}),
        ...(chance(0.3) ? { default: values[0] ?? "" } : {}),
      },
    ],
    annotations: [{ name: "why", label: "Why" }],
    from: { format: "DMN", version: "1.5", id: "A_table_more_table" },
  }
  const cell = {
    risk: () => pick(["", "LOW", 'LOW|"VERY LOW"', 'not("a|b")']),
    age: () => pick(["", "<18", "[18..65)|>=70", "not(5)", "0.5"]),
    day: () => pick(["", ">20240101", "[20240101..20250101)", "not(20240229)"]),
    member: () => pick(["", "true", "false"]),
  }
  const rows = Array.from({ length: integer(0, 8) }, () => [
    cell.risk(),
    cell.age(),
    cell.day(),
    cell.member(),
    pick([values[0] ?? "", ...values]),
    pick(["", "a note", '"- a, \\"b\\""']),
  ])
  const csv = `${[["risk", "age", "from_day", "member", "result", "why"], ...rows].map(lineText).join("\n")}\n`
  return load(table, csv)
}

describe("portable tables", () => {
  it("come back from DMN as they were, under every hit policy", () => {
    const seed = testSeed("portable tables")
    const choices = makeChoices(seed)
    for (let round = 0; round < 220; round += 1) {
      const drawn = drawTable(choices, hitPolicies[round % hitPolicies.length] ?? "first")
      const source = writeDmn(writtenPortable(drawn), "1.5")
      const [back] = Result.getOrThrow(readDmn(source))
      if (back === undefined) assert.fail("no table")
      const { csv, table } = Result.getOrThrow(back.read)
      const hint = `seed ${seed}\n${drawn.source}`
      assert.deepStrictEqual(table, drawn.table, hint)
      assert.deepStrictEqual(load(table, csv).decision.tests, drawn.decision.tests, hint)
      assert.deepStrictEqual(load(table, csv).decision.rows, drawn.decision.rows, hint)
    }
  })

  it("answer one row, all, a figure, the default, or nothing where rows contradict", () => {
    const base = {
      format: "viatica table 1",
      name: "t",
      about: "A table.",
      inputs: [{ name: "age", label: "Age", expression: "Age", type: "number" }],
      annotations: [],
      from: { format: "DMN", version: "1.5", id: "t" },
    } as const
    const answer = (
      hitPolicy: PortableTable["hitPolicy"],
      output: Partial<PortableTable["outputs"][number]>,
      rows: string,
      age: number,
    ) => {
      const outputs = [{ name: "fee", label: "Fee", type: "number" as const, ...output }]
      const { decision, table } = load({ ...base, hitPolicy, outputs }, `age,fee\n${rows}`)
      return portableAnswer(table, decision, { age })
    }
    const rows = "<10,1\n<20,2\n<20,2\n"
    assert.deepStrictEqual(answer("sum", {}, rows, 5), { _tag: "Figure", figure: "5" })
    assert.deepStrictEqual(answer("max", {}, rows, 50), { _tag: "Figure", figure: null })
    assert.deepStrictEqual(answer("max", { default: "9" }, rows, 50), {
      _tag: "Figure",
      figure: "9",
    })
    assert.deepStrictEqual(answer("unique", {}, rows, 15), { _tag: "Conflict", lines: [3, 4] })
    assert.deepStrictEqual(answer("any", {}, rows, 5), { _tag: "Conflict", lines: [2, 3, 4] })
    const two = { numerator: 2n, denominator: 1n }
    assert.deepStrictEqual(answer("any", {}, rows, 15), { _tag: "One", values: { fee: two } })
    assert.deepStrictEqual(answer("any", {}, rows, 50), { _tag: "One", values: null })
    assert.deepStrictEqual(answer("collect", {}, rows, 15), {
      _tag: "All",
      rows: [{ fee: two }, { fee: two }],
    })
  })

  it("are refused in words where the definition is none", () => {
    const said = (text: string): string => {
      const loaded = loadPortable("t.csv", text, "")
      return Result.isFailure(loaded) ? describePortableFault(loaded.failure) : ""
    }
    assert.strictEqual(said("{"), "it is no JSON")
    assert.match(said("{}"), /format/)
  })
})

const clause = (id: string, field: string) => ({ id, name: field, field })

const jdm = (hitPolicy: string, rules: ReadonlyArray<Readonly<Record<string, string>>>) => ({
  nodes: [
    { id: "in", type: "inputNode", name: "in", position: { x: 0, y: 0 } },
    {
      id: "node1",
      type: "decisionTableNode",
      name: "Shipping fee",
      position: { x: 0, y: 0 },
      content: {
        hitPolicy,
        inputs: [clause("c1", "cart.total"), clause("c2", "country")],
        outputs: [clause("o1", "fee"), clause("o2", "label")],
        rules: rules.map((rule, index) => ({ _id: `r${index}`, ...rule })),
      },
    },
    { id: "out", type: "outputNode", name: "out", position: { x: 0, y: 0 } },
  ],
  edges: [
    { id: "e1", type: "edge", sourceId: "in", targetId: "node1" },
    { id: "e2", type: "edge", sourceId: "node1", targetId: "out" },
  ],
})

describe("tables of JDM", () => {
  it("answer what GoRules answers to the same graph", async () => {
    const seed = testSeed("JDM tables")
    const { chance, integer, pick } = makeChoices(seed)
    let hits = 0
    for (let round = 0; round < 40; round += 1) {
      const hitPolicy = pick(["first", "collect"])
      const rules = Array.from({ length: integer(1, 6) }, (_, index) => {
        const low = integer(0, 60)
        const number = pick([
          `> ${low}`,
          `<= ${low}`,
          `[${low}..${low + 30})`,
          `>= ${low} and < ${low + 20}`,
        ])
        return {
          c1: chance(0.3) ? "" : number,
          c2: chance(0.3) ? "" : pick(['"US"', "'FR', 'DE'", '"US","FR"']),
          o1: String(index),
          o2: pick(['"a b"', '"c"']),
        }
      })
      const graph = jdm(hitPolicy, rules)
      const decision = new ZenEngine().createDecision(graph)
      const [read] = Result.getOrThrow(readJdm(JSON.stringify(graph, null, 2)))
      if (read === undefined) assert.fail("no table")
      const { csv, table } = Result.getOrThrow(read.read)
      const loaded = load(table, csv)
      assert.strictEqual(table.name, "Shipping fee")
      for (let question = 0; question < 15; question += 1) {
        const [total, country] = [integer(0, 100), pick(["US", "FR", "DE", "GB"])]
        const { result } = await decision.evaluate({ cart: { total }, country })
        const answer = portableAnswer(table, loaded.decision, { cart_total: total, country })
        const plain = (values: Readonly<Record<string, unknown>>) => ({
          fee: Number((values["fee"] as { readonly numerator: bigint }).numerator),
          label: values["label"],
        })
        const found =
          answer._tag === "All"
            ? answer.rows.map(plain)
            : answer._tag === "One" && answer.values !== null
              ? plain(answer.values)
              : {}
        const expected = hitPolicy === "collect" && !Array.isArray(result) ? [] : (result ?? {})
        assert.deepStrictEqual(found, expected as object, `seed ${seed} ${csv} ${total} ${country}`)
        hits += answer._tag === "All" ? answer.rows.length : 1
      }
    }
    assert.isAtLeast(hits, 200)
  })

  it("are refused by element and place", () => {
    const graph = jdm("first", [{ c1: "> limit", c2: "", o1: "cart.total * 2", o2: '"a"' }])
    const source = JSON.stringify(graph, null, 2)
    const lines = refusalLines("fee.json", Result.getOrThrow(readJdm(source)))
    const lineOf = (text: string): number =>
      source.slice(0, source.indexOf(text)).split("\n").length
    assert.deepStrictEqual(lines, [
      `fee.json:${lineOf('"o1": "cart')}:13 outputEntry r0/o1: "cart.total * 2" would need a literal: expressions are not evaluated in results`,
      `fee.json:${lineOf('"c1": ">')}:13 inputEntry r0/c1: "limit" would need a literal: names and expressions are not evaluated in cells`,
    ])
    const failed = readJdm('{"nodes": []}')
    assert.strictEqual(
      Result.isFailure(failed) ? describeModelFault("fee.json", failed.failure) : "",
      "fee.json holds no decision table",
    )
  })
})
