import { assert, describe, it } from "@effect/vitest"
import { explain, prepareExplain, traceRow } from "../../../core/explain/explain.ts"
import { askedFacts } from "./asked-facts.ts"
import { hitPolicies } from "../../../core/table/hit-policy.ts"
import type { Fact } from "../../../core/table/condition.ts"
import { acceptsFact } from "../../support/interpreter.ts"
import { makeChoices, testSeed } from "../../support/random.ts"
import { smallInputs, smallLines, smallTable } from "../../support/small-tables.ts"

const seed = testSeed("explanations")
const choices = makeChoices(seed)
const columns = Object.keys(smallInputs) as ReadonlyArray<keyof typeof smallInputs>

const lines = [
  "red,,<=6,,true,,1,a",
  "red|green,,,,true,,2,b",
  "blue,north,>6,,true,,3,c",
  "green,south,>6,>2,false,,4,d",
]

const facts = { colour: "red", zone: null, days: 3, weight: null, annual: true, insured: null }

describe("explain()", () => {
  it("names the row that fired, those that it masks, and the columns that the others fail", () => {
    const first = explain(smallTable("first", lines).decision, facts)
    assert.deepStrictEqual(
      first.fired.shown.map(({ line }) => line),
      [2],
    )
    assert.deepStrictEqual(
      first.masked.shown.map(({ line, maskedBy }) => [line, maskedBy]),
      [[3, 2]],
    )
    assert.deepStrictEqual(
      first.missed.shown.map(({ failed, line }) => [line, failed]),
      [
        [4, ["colour", "zone", "days"]],
        [5, ["colour", "zone", "days", "weight", "annual"]],
      ],
    )
    const all = explain(smallTable("collect", lines).decision, facts)
    assert.deepStrictEqual(
      all.fired.shown.map(({ line }) => line),
      [2, 3],
    )
    assert.strictEqual(all.masked.count, 0)
  })

  it("shows every cell as written, with its fact", () => {
    const { decision } = smallTable("first", lines)
    assert.deepStrictEqual(traceRow(decision, facts, 2)?.cells.slice(0, 3), [
      { column: "colour", cell: "blue", fact: "red", accepts: false },
      { column: "zone", cell: "north", fact: null, accepts: false },
      { column: "days", cell: ">6", fact: 3, accepts: false },
    ])
    assert.isUndefined(traceRow(decision, facts, 4))
  })

  it("cuts its lists and still counts all of them", () => {
    const { decision } = smallTable("collect", lines)
    const { fired, missed } = explain(decision, facts, 1)
    assert.deepStrictEqual([fired.count, fired.shown.length], [2, 1])
    assert.deepStrictEqual([missed.count, missed.shown.length], [2, 1])
  })

  it("counts the rows that each fact leaves, column by column", () => {
    const counts = explain(smallTable("first", lines).decision, facts).columns
    assert.deepStrictEqual(
      counts.map(({ accepting, column }) => [column, accepting]),
      [
        ["colour", 2],
        ["zone", 2],
        ["days", 2],
        ["weight", 3],
        ["annual", 3],
        ["insured", 4],
      ],
    )
  })

  it("says of every cell what the interpreter says, orders misses and fires what evaluation fires", () => {
    let cells = 0
    for (let table = 0; table < 20; table += 1) {
      const policy = choices.pick(hitPolicies)
      const { decision, source, space } = smallTable(policy, smallLines(choices, 40))
      const ask = prepareExplain(decision)
      for (let question = 0; question < 12; question += 1) {
        const asked = Object.fromEntries(
          space.dimensions.map(({ name, witnesses }): readonly [string, Fact] => [
            name,
            witnesses[choices.integer(0, witnesses.length - 1)] ?? null,
          ]),
        )
        const { fired, masked, missed } = ask(asked, 1_000)
        const hint = `seed ${seed}\n${source}${JSON.stringify(asked)}`
        assert.strictEqual(fired.count + masked.count + missed.count, decision.rows.length, hint)
        assert.deepStrictEqual(
          fired.shown.map(({ line }) => line),
          decision.evaluate(askedFacts(asked)).map(({ line }) => line),
          hint,
        )
        for (const row of [...fired.shown, ...masked.shown, ...missed.shown]) {
          for (const { accepts, cell, column, fact } of row.cells) {
            const { kind } = smallInputs[columns.find((name) => name === column) ?? "days"]
            assert.strictEqual(accepts, acceptsFact(kind, cell, fact), `${hint} ${column} ${cell}`)
            cells += 1
          }
        }
        const placeOf = (line: number) => decision.rows.findIndex((row) => row.line === line)
        const order = missed.shown.map(({ failed, line }) => failed.length * 1_000 + placeOf(line))
        assert.deepStrictEqual(
          order,
          [...order].sort((left, right) => left - right),
          hint,
        )
        assert.isTrue(missed.shown.every(({ failed }) => failed.length > 0))
      }
    }
    assert.isAtLeast(cells, 10_000)
  })
})
