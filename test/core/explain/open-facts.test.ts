import { hitPolicies } from "../../../core/table/hit-policy.ts"
import { assert, describe, it } from "@effect/vitest"
import { askedFacts } from "./asked-facts.ts"
import { explainOpen } from "../../../core/explain/open-facts.ts"
import { makeChoices, testSeed } from "../../support/random.ts"
import {
  everyCombination,
  factsOf,
  smallInputs,
  smallLines,
  smallTable,
  smallWordsOf,
} from "../../support/small-tables.ts"

const seed = testSeed("open facts")
const choices = makeChoices(seed)

const known = { colour: "red", zone: null, weight: null, annual: true, insured: null }

describe("explainOpen()", () => {
  it("says which rows fire anyway, which depend on what is open, and how many cannot fire", () => {
    const { decision } = smallTable("first", [
      "blue,,,,,,1,a",
      "red,,<=4,,,,1,b",
      "red,,<=6,,,,1,c",
      ",,<=4,,,,1,d",
      ",,,,true,,1,e",
      ",,,,,,1,f",
    ])
    assert.deepStrictEqual(explainOpen(decision, known, smallWordsOf), {
      file: "small.csv",
      open: ["days"],
      fires: [],
      depends: [
        { line: 3, on: ["days"] },
        { line: 4, on: ["days"] },
        { line: 6, on: ["days"] },
      ],
      cannot: 3,
      unknown: [],
      matter: ["days"],
    })
  })

  it("does not ask for what makes no difference any more", () => {
    const { decision } = smallTable("first", ["red,,,,,,1,a", ",,<=4,,,,1,b"])
    const answer = explainOpen(decision, known, smallWordsOf)
    assert.deepStrictEqual([answer.fires, answer.depends, answer.matter], [[2], [], []])
    const { days: _, ...rest } = { ...known, days: 0 }
    assert.deepStrictEqual(
      explainOpen(decision, { ...rest, colour: "blue" }, smallWordsOf).matter,
      ["days"],
    )
  })

  it("says of which rows it does not know when its budget ends first", () => {
    const { decision } = smallTable("first", [",,<=4,,,,1,b", ",,<=6,,true,,1,c"])
    const answer = explainOpen(decision, known, smallWordsOf, { left: 1 })
    assert.deepStrictEqual([answer.fires, answer.unknown, answer.cannot], [[], [2, 3], 0])
  })

  it("agrees with asking every combination of the open facts", () => {
    const columns = Object.keys(smallInputs)
    let matters = 0
    let idle = 0
    for (let table = 0; table < 25; table += 1) {
      const { decision, source, space } = smallTable(
        choices.pick(hitPolicies),
        smallLines(choices, 6),
      )
      const points = everyCombination(space).map((point) => factsOf(space, point))
      const asked = points[choices.integer(0, points.length - 1)] ?? {}
      const open = columns.filter(() => choices.chance(0.4))
      const given = Object.fromEntries(
        Object.entries(asked).filter(([name]) => !open.includes(name)),
      )
      const hint = `seed ${seed}\n${source}${JSON.stringify(given)}`
      const answers = points
        .filter((facts) => Object.entries(given).every(([name, fact]) => facts[name] === fact))
        .map((facts) => {
          const lines = decision.evaluate(askedFacts(facts)).map(({ line }) => line)
          return { facts, lines, key: lines.join(" ") }
        })
      const found = explainOpen(decision, given, smallWordsOf)
      const lines = decision.rows.map(({ line }) => line)
      const always = lines.filter((line) => answers.every((one) => one.lines.includes(line)))
      const ever = lines.filter((line) => answers.some((one) => one.lines.includes(line)))
      assert.deepStrictEqual(found.fires, always, hint)
      const sometimes = ever.filter((line) => !always.includes(line))
      assert.deepStrictEqual(
        found.depends.map(({ line }) => line),
        sometimes,
        hint,
      )
      assert.strictEqual(found.cannot, lines.length - ever.length, hint)
      const matter = open.filter((name) => {
        const others = open.filter((other) => other !== name)
        const groups = Map.groupBy(answers, ({ facts }) =>
          others.map((other) => String(facts[other])).join(" "),
        )
        return [...groups.values()].some((group) => new Set(group.map(({ key }) => key)).size > 1)
      })
      assert.deepStrictEqual(found.matter, matter, hint)
      matters += matter.length
      idle += open.length - matter.length
    }
    assert.isAtLeast(matters, 10)
    assert.isAtLeast(idle, 10)
  })
})
