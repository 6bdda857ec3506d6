import { assert, describe, it } from "@effect/vitest"
import { explain } from "../../../core/explain/explain.ts"
import * as Column from "../../../core/table/column.ts"
import { type Decision, defineDecision, loadDecision } from "../../../core/table/decision.ts"
import { describeExpectation } from "../../../core/table/expectation.ts"
import { hitPolicies, type HitPolicy, policies } from "../../../core/table/hit-policy.ts"
import * as Input from "../../../core/table/input.ts"
import { matchingRows, plainAnswer } from "../../support/interpreter.ts"
import { makeChoices, testSeed } from "../../support/random.ts"

const about = "Generated."
const inputs = {
  colour: Input.optional(Input.reference("colours.csv", "colour", { about })),
  days: Input.optional(Input.integer({ about })),
}

/** Figures in an order that is neither rising nor falling. */
const listed = [3, -1, 4, 0, 2] as const

const load = (hitPolicy: HitPolicy, lines: ReadonlyArray<string>) => {
  const figure = Column.listed(listed.map(String), Column.decimal({ about }))
  const outputs = { figure, note: Column.note(Column.text({ about })) }
  const definition = defineDecision({ file: "table.csv", about, hitPolicy, inputs, outputs })
  return loadDecision(definition, ["colour,days,figure,note", ...lines, ""].join("\n"))
}

describe("hit policies", () => {
  it("answer as their meaning says, over the rows that asking each row of the text finds", () => {
    const seed = testSeed("hit policies")
    const { chance, integer, pick } = makeChoices(seed)
    const seen = new Map<HitPolicy, number>()
    for (let table = 0; table < 240; table += 1) {
      const hitPolicy = hitPolicies[table % hitPolicies.length] ?? "unique"
      const rows = Array.from({ length: integer(0, 40) }, (_, index) => {
        const low = integer(0, 6)
        const cells = [
          chance(0.4) ? "" : pick(["red", "red|blue", "not(red)"]),
          chance(0.4) ? "" : pick([`<${low}`, `>=${low}`, `[${low}..${low + 3})`, `not(${low})`]),
        ]
        return { cells, name: `row ${index}`, figure: pick(listed) }
      })
      const lines = rows.map(({ cells, figure, name }) => [...cells, figure, name].join(","))
      const { content, errors } = load(hitPolicy, lines)
      assert.deepStrictEqual(errors, [])
      for (let question = 0; question < 30; question += 1) {
        const facts = [pick(["red", "blue", "grey", null]), chance(0.1) ? null : integer(0, 9)]
        const matching = matchingRows(["words", "number"], rows, facts)
        const hits = rows.filter(({ name }) => matching.includes(name))
        const expected = plainAnswer(policies[hitPolicy].letter, hits, listed)
        const [colour = null, days = null] = facts
        const asked = { colour: colour as string | null, days: days as number | null }
        const { aggregate } = explain(content as unknown as Decision, asked, 100)
        const found = content.evaluate(asked).map(({ note }) => note)
        const hint = `seed ${seed}, ${hitPolicy}, ${JSON.stringify(asked)}\n${lines.join("\n")}`
        if (policies[hitPolicy].aggregate === undefined) {
          assert.deepStrictEqual(found, expected as ReadonlyArray<string>, hint)
          assert.isUndefined(aggregate)
        } else {
          assert.deepStrictEqual([...found].sort(), [...matching].sort(), hint)
          assert.strictEqual(aggregate, expected === null ? null : String(expected), hint)
        }
        if (hits.length > 1) seen.set(hitPolicy, (seen.get(hitPolicy) ?? 0) + 1)
      }
    }
    for (const hitPolicy of hitPolicies) assert.isAtLeast(seen.get(hitPolicy) ?? 0, 20, hitPolicy)
  })

  it("add up exactly, where doubles would not", () => {
    const definition = defineDecision({
      file: "table.csv",
      about,
      hitPolicy: "sum",
      inputs,
      outputs: { figure: Column.decimal({ about }) },
    })
    const { content } = loadDecision(definition, "colour,days,figure\n,,0.1\n,,0.2\nred,,0.3\n")
    assert.strictEqual(explain(content as unknown as Decision, {}).aggregate, "0.3")
  })

  it("refuse a table whose results they cannot go by", () => {
    const fault = (hitPolicy: HitPolicy, outputs: Record<string, Column.Column<unknown>>) => {
      const definition = defineDecision({ file: "table.csv", about, hitPolicy, inputs, outputs })
      const header = ["colour", "days", ...Object.keys(outputs)].join(",")
      return loadDecision(
        definition,
        `${header}\n,,1${",1".repeat(header.split(",").length - 3)}\n`,
      ).errors.map(({ expected }) => describeExpectation(expected))
    }
    const text = Column.text({ about })
    assert.deepStrictEqual(fault("priority", { figure: text }), [
      "a result whose values are listed, for the hit policy priority",
    ])
    const number = "one result, which is a number, for the hit policy sum"
    assert.deepStrictEqual(fault("sum", { figure: text }), [number])
    const figure = Column.integer({ about })
    assert.deepStrictEqual(fault("sum", { figure, other: figure }), [number])
    assert.deepStrictEqual(fault("sum", { figure, other: Column.note(figure) }), [])
    assert.deepStrictEqual(fault("count", { figure: text, other: text }), [])
  })
})
