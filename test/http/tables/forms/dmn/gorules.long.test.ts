import { assert, describe, it } from "@effect/vitest"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { ZenEngine } from "@gorules/zen-engine"
import * as Result from "effect/Result"
import {
  plainValue,
  portableAnswer,
  type PortableInput,
  type PortableTable,
} from "../../../../../core/portable/portable-table.ts"
import type { Fact } from "../../../../../core/table/condition.ts"
import { type ModelTable, noteLines } from "../../../../../http/tables/forms/dmn/read-dmn.ts"
import { readJdm } from "../../../../../http/tables/forms/dmn/read-jdm.ts"
import { loadPortable } from "../../../../../http/tables/forms/portable/portable-files.ts"
import { makeChoices, testSeed } from "../../../../support/random.ts"

// Graphs of GoRules (github.com/gorules/zen, test-data). None of them lies here: `GORULES_ZEN` names a
// folder of them.

const folder = process.env["GORULES_ZEN"]

const graphsIn = (at: string): ReadonlyArray<string> =>
  readdirSync(at, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".json"))
    .toSorted()
    .map((file) => join(at, file))

interface Node {
  readonly type: string
  readonly name: string
  readonly content: { readonly outputs: ReadonlyArray<{ readonly field: string }> }
}

/** One table of a graph as a graph of its own, asked once with its own facts. */
const alone = (node: Node) => ({
  nodes: [
    { id: "in", type: "inputNode", name: "in" },
    {
      ...node,
      id: "table",
      content: {
        ...node.content,
        executionMode: "single",
        inputField: null,
        outputPath: null,
        passThrough: false,
      },
    },
    { id: "out", type: "outputNode", name: "out" },
  ],
  edges: [
    { id: "1", type: "edge", sourceId: "in", targetId: "table" },
    { id: "2", type: "edge", sourceId: "table", targetId: "out" },
  ],
})

const isPath = (text: string): boolean => /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*$/.test(text)

/** Facts as the request that holds them; undefined where fields are no paths, or one lies in another. */
const requestOf = (
  inputs: PortableTable["inputs"],
  facts: Readonly<Record<string, Fact>>,
): Record<string, unknown> | undefined => {
  const request: Record<string, unknown> = {}
  for (const { expression, name } of inputs) {
    const path = expression.trim().split(".")
    let around = request
    for (const part of path.slice(0, -1)) {
      const inner = (around[part] ??= {})
      if (typeof inner !== "object" || inner === null) return undefined
      around = inner as Record<string, unknown>
    }
    const last = path.at(-1) ?? ""
    if (last in around && around[last] !== facts[name]) return undefined
    around[last] = facts[name]
  }
  return request
}

/** What the cells of a column speak of, and what lies beside it. */
const factsFor = ({ type }: PortableInput, cells: ReadonlyArray<string>): ReadonlyArray<Fact> => {
  if (type === "boolean") return [true, false]
  const all = cells.join(" ")
  if (type === "words") {
    const quoted = [...all.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, text = ""]) => text)
    const plain = all.split(/[|()\s]+/).filter((word) => word !== "" && word !== "not")
    return [...quoted, ...plain, "something else"]
  }
  const numbers = [...all.matchAll(/-?\d+(?:\.\d+)?/g)].map(([digits]) => Number(digits))
  return [...numbers.flatMap((one) => [one - 1, one, one + 1]), 0]
}

describe.skipIf(folder === undefined)("graphs of GoRules, in the folder GORULES_ZEN", () => {
  it("answer as GoRules answers, wherever they are taken", async () => {
    const { pick } = makeChoices(testSeed("graphs of GoRules"))
    const seen = { tables: 0, taken: 0, answers: 0, leftOut: 0, unasked: 0 }
    for (const path of graphsIn(folder ?? "")) {
      const source = readFileSync(path, "utf8")
      const read = readJdm(source)
      if (Result.isFailure(read)) continue
      const nodes = (JSON.parse(source) as { readonly nodes: ReadonlyArray<Node> }).nodes.filter(
        ({ type }) => type === "decisionTableNode",
      )
      for (const [index, table] of read.success.entries()) {
        const node = nodes[index]
        if (node === undefined) assert.fail(path)
        seen.tables += 1
        const outcome = await compareOne(table, node, path, pick)
        if (outcome === undefined) continue
        seen.taken += 1
        seen.answers += outcome.answers
        seen.leftOut += outcome.isLeftOut ? 1 : 0
        seen.unasked += outcome.answers === 0 ? 1 : 0
      }
    }
    console.log(JSON.stringify(seen))
    assert.isAtLeast(seen.answers, 1000)
  })
})

const compareOne = async (
  model: ModelTable,
  node: Node,
  path: string,
  pick: <Item>(items: readonly [Item, ...Array<Item>]) => Item,
) => {
  if (Result.isFailure(model.read)) return undefined
  const { csv, table } = model.read.success
  const { decision, errors } = Result.getOrThrow(loadPortable("t.csv", JSON.stringify(table), csv))
  assert.deepStrictEqual(errors, [], path)
  // Versions differ in what they make of rules that leave cells out, which import tells.
  const isLeftOut = noteLines(path, [model]).some((line) => line.includes(" is left out"))
  if (isLeftOut || !table.inputs.every(({ expression }) => isPath(expression.trim()))) {
    return { answers: 0, isLeftOut }
  }
  const zen = new ZenEngine().createDecision(alone(node))
  const choices = table.inputs.map((input, column) =>
    factsFor(
      input,
      decision.fields.map((row) => row[column]?.text ?? ""),
    ),
  )
  let answers = 0
  for (let asked = 0; asked < 60; asked += 1) {
    const facts = Object.fromEntries(
      table.inputs.map(({ name }, column) => [
        name,
        pick((choices[column] ?? [null]) as [Fact, ...Array<Fact>]),
      ]),
    )
    const request = requestOf(table.inputs, facts)
    if (request === undefined) continue
    const { result } = await zen.evaluate(request)
    const answer = portableAnswer(table, decision, facts)
    const rowOf = (values: Readonly<Record<string, unknown>>) => {
      const row: Record<string, unknown> = {}
      for (const [column, { name }] of table.outputs.entries()) {
        const value = plainValue(values[name] ?? null)
        if (value !== null) nest(row, node.content.outputs[column]?.field ?? "", value)
      }
      return row
    }
    const found =
      answer._tag === "All"
        ? answer.rows.map(rowOf)
        : answer._tag === "One" && answer.values !== null
          ? rowOf(answer.values)
          : {}
    const expected = answer._tag === "All" && !Array.isArray(result) ? [] : (result ?? {})
    assert.deepStrictEqual(found, expected, `${path} ${table.name} ${JSON.stringify(request)}`)
    answers += 1
  }
  return { answers, isLeftOut }
}

const nest = (row: Record<string, unknown>, field: string, value: unknown): void => {
  const path = field.split(".")
  let around = row
  for (const part of path.slice(0, -1)) {
    around = (around[part] ??= {}) as Record<string, unknown>
  }
  around[path.at(-1) ?? ""] = value
}

it.skipIf(folder !== undefined)(
  "graphs of GoRules are not read: GORULES_ZEN names no folder of them",
  () => {
    assert.isUndefined(folder)
  },
)
