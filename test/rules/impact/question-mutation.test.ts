import { assert, describe, it } from "@effect/vitest"
import type { NamedFacts } from "../../../core/analysis/region.ts"
import { decisionMutants } from "../../../core/mutation/mutants.ts"
import { definitionOf, type PortableTable } from "../../../core/portable/portable-table.ts"
import { loadDecision } from "../../../core/table/decision.ts"
import { prepareSlipJudge, scoreSlips } from "../../../rules/impact/question-mutation.ts"
import { portableFares } from "../../support/portable-fares.ts"

const table = portableFares as PortableTable
const file = "fares.csv"
const source = "age,zone,fare\n<18,city,0.10\n>=18,city,2.50\n,sea,9.75\n"

const { content: decision, errors } = loadDecision(definitionOf(table, file), source)
assert.deepStrictEqual(errors, [])

const slips = decisionMutants(decision, source)

const judged = (questions: ReadonlyArray<NamedFacts>) => {
  const judge = prepareSlipJudge({ table, file, source, decision }, questions)
  return slips.map((mutant) => ({ mutant, verdict: judge(mutant) }))
}

describe("slips in an imported table", () => {
  it("are noticed by questions whose answer they change, fares that are no whole numbers too", () => {
    const asked = judged([
      { age: 17, zone: "city" },
      { age: 18, zone: "city" },
      { age: 40, zone: "sea" },
    ])
    const { by, noticed } = scoreSlips(asked)
    assert.isAbove(by.questions, 0)
    assert.isAbove(noticed, scoreSlips(judged([])).noticed)
  })

  it("that survive have facts that would notice them, as questions", () => {
    const survivors = scoreSlips(judged([])).survivors
    assert.isNotEmpty(survivors)
    for (const { facts, mutant } of survivors) {
      if (facts === null) continue
      const [verdict] = judged([facts]).flatMap((each) =>
        each.mutant === mutant ? [each.verdict.by] : [],
      )
      assert.strictEqual(verdict, "questions", JSON.stringify(facts))
    }
  })

  it("are counted once each", () => {
    const { by, counted, noticed, survivors } = scoreSlips(judged([{ age: 17, zone: "city" }]))
    const { check, equivalent, loading, questions } = by
    assert.strictEqual(loading + check + questions, noticed)
    assert.strictEqual(noticed + survivors.length, counted)
    assert.strictEqual(counted + equivalent, slips.length)
  })
})
