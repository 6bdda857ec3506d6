import { assert, describe, it } from "@effect/vitest"
import { askedFacts } from "./asked-facts.ts"
import { nearestFact, segmentAt } from "../../../core/explain/nearest-fact.ts"
import type { NamedFacts } from "../../../core/analysis/region.ts"
import { type WhyNot, whyNot } from "../../../core/explain/why-not.ts"
import * as Column from "../../../core/table/column.ts"
import { type Decision, defineDecision, loadDecision } from "../../../core/table/decision.ts"
import { hitPolicies, type HitPolicy, policies } from "../../../core/table/hit-policy.ts"
import * as Input from "../../../core/table/input.ts"
import { acceptsFact } from "../../support/interpreter.ts"
import { makeChoices, testSeed } from "../../support/random.ts"
import {
  everyCombination,
  factsOf,
  smallLines,
  smallTable,
  smallWordsOf,
} from "../../support/small-tables.ts"

const seed = testSeed("why not")
const choices = makeChoices(seed)
const about = "Generated."

const stayInputs = {
  colour: Input.enumeration(["red", "green", "blue"], { about }),
  days: Input.integer({ minimum: 1, maximum: 12, about }),
  nights: Input.integer({ minimum: 0, maximum: 11, about }),
  annual: Input.boolean({ about }),
}

/** Names in an order against that of the rows, for hit policies that go by outputs. */
const nameColumn = (hitPolicy: HitPolicy): Column.Column<string> => {
  const name = Column.text({ about })
  return policies[hitPolicy].order === "outputs"
    ? { ...name, words: ["f", "e", "d", "c", "b", "a"] }
    : name
}

/** A table that asks for two numbers, so that distances add up. */
const stays = (hitPolicy: HitPolicy, lines: ReadonlyArray<string>): Decision => {
  const outputs = { name: nameColumn(hitPolicy) }
  const definition = defineDecision({
    file: "stays.csv",
    about,
    hitPolicy,
    inputs: stayInputs,
    outputs,
  })
  const { content, errors } = loadDecision(
    definition,
    ["colour,days,nights,annual,name", ...lines, ""].join("\n"),
  )
  assert.deepStrictEqual(errors, [])
  return content as unknown as Decision
}

/** The policies that need no figure. */
const listing = ["unique", "any", "priority", "first", "output order", "collect", "count"] as const

const fires = (decision: Decision, facts: NamedFacts, row: number): boolean =>
  decision.evaluate(askedFacts(facts)).some(({ line }) => line === decision.rows[row]?.line)

const every = <Item>(
  lists: ReadonlyArray<ReadonlyArray<Item>>,
): ReadonlyArray<ReadonlyArray<Item>> =>
  lists.reduce<ReadonlyArray<ReadonlyArray<Item>>>(
    (found, list) => found.flatMap((items) => list.map((item) => [...items, item])),
    [[]],
  )

const stayFacts: ReadonlyArray<NamedFacts> = every<string | number | boolean>([
  ["red", "green", "blue"],
  Array.from({ length: 12 }, (_, index) => index + 1),
  Array.from({ length: 12 }, (_, index) => index),
  [true, false],
]).map(([colour = "", days = 0, nights = 0, annual = false]) => ({ colour, days, nights, annual }))

const changed = (from: NamedFacts, to: NamedFacts): ReadonlyArray<string> =>
  Object.keys(from).filter((name) => from[name] !== to[name])

const distance = (from: NamedFacts, to: NamedFacts): number =>
  ["days", "nights"].reduce((sum, name) => sum + Math.abs(Number(from[name]) - Number(to[name])), 0)

const changeIn = (answer: WhyNot) =>
  answer._tag === "Change"
    ? answer.changes.map(({ column, from, to }) => [column, from, to])
    : answer

const stay = { colour: "red", days: 3, nights: 2, annual: false }

describe("whyNot()", () => {
  it("changes the columns that fail, numbers by the least, words to the first of the table", () => {
    const decision = stays("collect", ["green|blue,[5..7]|>=10,,,a", ",,not([0..4]),true,b"])
    const failing = whyNot(decision, stay, 0, () => undefined)
    assert.deepStrictEqual(changeIn(failing), [
      ["colour", "red", "green"],
      ["days", 3, 5],
    ])
    assert.deepInclude(failing, { failed: ["colour", "days"], proven: true })
    assert.deepStrictEqual(changeIn(whyNot(decision, stay, 1, () => undefined)), [
      ["nights", 2, 5],
      ["annual", false, true],
    ])
    assert.deepStrictEqual(changeIn(whyNot(decision, { ...stay, days: 8 }, 0, () => undefined)), [
      ["colour", "red", "green"],
      ["days", 8, 7],
    ])
  })

  it("goes around earlier rows that would fire instead, where only the first row counts", () => {
    const lines = [",<=6,,,a", ",,>=8,,b", ",<=9,,,c"]
    const first = stays("first", lines)
    const answer = whyNot(first, stay, 2, () => undefined)
    assert.deepStrictEqual(changeIn(answer), [["days", 3, 7]])
    assert.deepInclude(answer, { failed: [], maskedBy: [2] })
    assert.deepStrictEqual(changeIn(whyNot(first, { ...stay, nights: 9 }, 2, () => undefined)), [
      ["days", 3, 7],
      ["nights", 9, 7],
    ])
    assert.strictEqual(whyNot(stays("collect", lines), stay, 2, () => undefined)._tag, "Fires")
  })

  it("proves that a row cannot fire, and names the rows that take all of it", () => {
    const decision = stays("first", [
      "blue,,,,spared",
      ",<=6,,,low",
      ",,,true,meets and is spared",
      ",>=5,,false,high",
      "red,,,true,rest",
      "red,,,,never",
    ])
    assert.deepStrictEqual(
      whyNot(decision, stay, 5, () => undefined),
      {
        _tag: "Covered",
        by: [3, 4, 5],
      },
    )
    const alone = stays("unique", [",<=6,,,half", "red,,,,whole", "red,>=7,,,part"])
    assert.deepStrictEqual(
      whyNot(alone, stay, 2, () => undefined),
      { _tag: "Covered", by: [3] },
    )
  })

  it("says which column allows nothing of what its cell accepts", () => {
    const decision = stays("collect", [",>12,,,a"])
    assert.deepStrictEqual(
      whyNot(decision, stay, 0, () => undefined),
      {
        _tag: "Impossible",
        column: "days",
      },
    )
  })

  it("says that it does not know when its budget ends first", () => {
    const decision = stays("first", [",<=6,,,a", ",,>=8,,b", ",<=9,,,c"])
    const answer = whyNot(decision, stay, 2, () => undefined, { left: 1 })
    assert.deepStrictEqual(answer, { _tag: "Unknown", failed: [] })
  })

  it("fills in facts that are missing, and replaces those that are not allowed", () => {
    const decision = stays("collect", ["green,[5..7],,,a"])
    const asked = { colour: "mauve", days: 6, annual: true }
    assert.deepStrictEqual(changeIn(whyNot(decision, asked, 0, () => undefined)), [
      ["colour", "mauve", "green"],
      ["nights", null, 0],
    ])
  })

  it("changes as few facts as any input that fires the row, and no farther than the nearest of those", () => {
    const seen = { Fires: 0, Change: 0, Impossible: 0, Covered: 0, Unknown: 0 }
    const bound = (): string => String(choices.integer(1, 11))
    const numberCell = (): string =>
      choices.chance(0.3)
        ? ""
        : choices.chance(0.5)
          ? `${choices.pick(["<", "<=", ">", ">="])}${bound()}`
          : choices.pick([bound(), `${bound()}|${bound()}`, `not(${bound()}|>${bound()})`])
    const line = (_: unknown, row: number): string =>
      [
        choices.pick(["", "", "red", "green|blue", "not(blue)"]),
        numberCell(),
        numberCell(),
        choices.pick(["", "", "true", "false"]),
        `row ${row}`,
      ].join(",")
    for (let table = 0; table < 60; table += 1) {
      const lines = Array.from({ length: choices.integer(1, 9) }, line)
      const decision = stays(choices.pick(listing), lines)
      const from = stayFacts[choices.integer(0, stayFacts.length - 1)] ?? {}
      for (const row of decision.rows.keys()) {
        const answer = whyNot(decision, from, row, () => undefined)
        seen[answer._tag] += 1
        const hint = `seed ${seed}\n${lines.join("\n")}\nrow ${row} ${JSON.stringify(from)}`
        const firing = stayFacts.filter((facts) => fires(decision, facts, row))
        if (answer._tag !== "Change") {
          assert.strictEqual(answer._tag === "Fires", fires(decision, from, row), hint)
          if (answer._tag !== "Fires") assert.deepStrictEqual(firing, [], hint)
          continue
        }
        assert.isTrue(answer.proven, hint)
        assert.isTrue(fires(decision, answer.facts, row), hint)
        const columns = answer.changes.map(({ column }) => column)
        assert.deepStrictEqual(columns, changed(from, answer.facts), hint)
        const fewest = Math.min(...firing.map((facts) => changed(from, facts).length))
        assert.strictEqual(columns.length, fewest, hint)
        const nearest = firing.filter((facts) => changed(from, facts).length === fewest)
        const least = Math.min(...nearest.map((facts) => distance(from, facts)))
        assert.strictEqual(distance(from, answer.facts), least, hint)
      }
    }
    assert.isAtLeast(seen.Change, 60)
    assert.isAtLeast(seen.Covered, 5)
    assert.strictEqual(seen.Unknown, 0)
  })

  it("is as small over optional facts and numbers that are not whole", () => {
    let changes = 0
    for (let table = 0; table < 15; table += 1) {
      const { decision, source, space } = smallTable(
        choices.pick(hitPolicies),
        smallLines(choices, 6),
      )
      const points = everyCombination(space)
      const from = factsOf(space, points[choices.integer(0, points.length - 1)] ?? [])
      for (const row of decision.rows.keys()) {
        const answer = whyNot(decision, from, row, smallWordsOf)
        const hint = `seed ${seed}\n${source}row ${row} ${JSON.stringify(from)}`
        const firing = points
          .map((point) => factsOf(space, point))
          .filter((facts) => fires(decision, facts, row))
        if (answer._tag !== "Change") {
          assert.strictEqual(answer._tag === "Fires", fires(decision, from, row), hint)
          continue
        }
        changes += 1
        assert.isTrue(fires(decision, answer.facts, row), hint)
        const fewest = Math.min(...firing.map((facts) => changed(from, facts).length))
        assert.strictEqual(answer.changes.length, fewest, hint)
      }
    }
    assert.isAtLeast(changes, 20)
  })
})

describe("nearestFact()", () => {
  const { space } = smallTable("first", [",,,(2..4),,,1,a", ",,,>=9.5,,,1,b"])
  const weight = space.dimensions[3]

  it("stays just inside of an open end, with as many decimals as end and fact have", () => {
    assert.isDefined(weight)
    const near = (cell: string, from: number) =>
      weight.segments
        .flatMap((_, segment) => nearestFact(weight, segment, from))
        .filter(({ fact }) => acceptsFact("number", cell, fact))
        .sort((left, right) => left.distance - right.distance)[0]?.fact
    assert.strictEqual(near("(2..4)", 1), 3)
    assert.strictEqual(near("(2..4)", 1.5), 2.1)
    assert.strictEqual(near("(2..4)", 7.25), 3.99)
    assert.strictEqual(near("(2..4)", 2.5), 2.5)
    assert.strictEqual(near(">=9.5", 4), 9.5)
    assert.strictEqual(near("<2", 30), 1)
  })

  it("knows the segment that holds a fact", () => {
    assert.isDefined(weight)
    const at = (fact: number | string | null) => {
      const index = segmentAt(weight, fact)
      return index === undefined ? undefined : weight.segments[index]
    }
    assert.deepStrictEqual(at(2), { _tag: "Point", value: 2 })
    assert.deepStrictEqual(at(2.5), { _tag: "Between", low: 2, high: 4 })
    assert.deepStrictEqual(at(null), { _tag: "Unknown" })
    assert.isUndefined(at("2"))
    const [colour] = space.dimensions
    assert.isDefined(colour)
    assert.strictEqual(segmentAt(colour, "mauve"), undefined)
  })
})
