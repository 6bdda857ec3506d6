import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import {
  type CaseOutcomes,
  describeOutcomeChange,
  outcomeChanges,
  outcomesText,
  withReason,
  withReasonsOf,
} from "../../../rules/changes/case-outcomes.ts"
import { shippedTables as tables } from "../../support/tables.ts"
import { caseOutcomes } from "../../../http/tables/case-outcomes.ts"

const file = new URL("../../../data/corpus/case_outcomes.json", import.meta.url)
const accepted = readFileSync(file, "utf8")
const outcomes = caseOutcomes(tables)

const described = (before: CaseOutcomes, after: CaseOutcomes) =>
  outcomeChanges(before, after).map(describeOutcomeChange)

describe("the analysts' cases", () => {
  it("come to what is accepted; viatica tables accept prints and records what changes", () => {
    const changes = described(JSON.parse(accepted) as CaseOutcomes, outcomes)
    assert.deepStrictEqual(changes, [])
    assert.strictEqual(
      outcomesText(withReasonsOf(JSON.parse(accepted) as CaseOutcomes, outcomes)),
      accepted,
    )
    assert.isAtLeast(Object.keys(outcomes).length, 200)
  })

  it("say card, target and prices in a few lines", () => {
    const outcome = outcomes["Paris couple to New York"]
    assert.isDefined(outcome)
    assert.strictEqual(outcome["card"], "exact 4")
    assert.match(outcome["offers"] ?? "", /^\d+ \d+(, \d+ \d+)*$/)
    assert.match(outcome["everything"] ?? "", /^[0-9a-f]{12}$/)
    assert.deepInclude(outcomes["Rehearsal of a refusal"], { offers: "refused refused" })
  })
})

describe("the reasons of accepted outcomes", () => {
  const accepted = {
    one: withReason({ everything: "a" }, "the tariff of May"),
    two: { everything: "b" },
  }

  it("are no change, and stay as long as the outcome does", () => {
    assert.deepStrictEqual(
      described(accepted, { one: { everything: "a" }, two: { everything: "b" } }),
      [],
    )
    assert.deepStrictEqual(withReasonsOf(accepted, { one: { everything: "a" } }), {
      one: accepted.one,
    })
    const other = { one: { everything: "c" } }
    assert.deepStrictEqual(withReasonsOf(accepted, other), other)
  })
})

describe("outcomeChanges()", () => {
  const before = { one: { target: "5", everything: "a" }, two: { everything: "b" } }

  it("names what changed, cases that are new and cases that are gone", () => {
    const after = { one: { target: "6", everything: "c" }, three: { everything: "d" } }
    assert.deepStrictEqual(described(before, after), [
      "one: target: 5 -> 6",
      "two: is gone",
      "three: is new",
    ])
    assert.deepStrictEqual(described(before, before), [])
  })

  it("says so where only what the summary leaves out changed", () => {
    const after = { ...before, two: { everything: "e" } }
    assert.deepStrictEqual(described(before, after), [
      "two: changes in what the summary leaves out",
    ])
  })
})
