import { assert, describe, it } from "@effect/vitest"
import { closingRow } from "../../../core/check/check-rows.ts"
import { gapsMax, prepareDecision } from "../../../core/check/decision-ground.ts"
import { findGaps, gapCells } from "../../../core/check/gaps.ts"
import { rowRegion, witnessOf } from "../../../core/analysis/region.ts"
import type { Space } from "../../../core/analysis/space.ts"
import { hasRow, rowsOf } from "../../../core/table/bitset.ts"
import * as Column from "../../../core/table/column.ts"
import { type Decision, defineDecision, loadDecision } from "../../../core/table/decision.ts"
import * as Input from "../../../core/table/input.ts"
import { makeChoices, testSeed } from "../../support/random.ts"
import {
  everyCombination,
  factsOf,
  smallInputs,
  smallLines,
  smallTable,
  smallWordsOf,
  widened,
} from "../../support/small-tables.ts"

const seed = testSeed("gaps")
const choices = makeChoices(seed)
const budget = () => ({ left: 20_000_000 })

const conditions = Object.keys(smallInputs)
/** Columns that are always known: cells say everything about them. */
const isTold = new Set(["colour", "zone", "days"])
const header = [...conditions, "score", "remark"]

const groundOf = (decision: Decision) => prepareDecision(decision, [], smallWordsOf)

const covered = (space: Space, rows: number, point: ReadonlyArray<number>): boolean =>
  Array.from({ length: rows }, (_, row) => row).some((row) =>
    point.every((segment, index) => {
      const set = space.dimensions[index]?.rows[segment]
      return set !== undefined && hasRow(set, row)
    }),
  )

const isIn = (
  region: ReadonlyArray<ReadonlyArray<number>>,
  point: ReadonlyArray<number>,
): boolean => point.every((segment, index) => region[index]?.includes(segment) === true)

/** The rows that close gaps, as lines of the file; undefined for a gap that no row closes. */
const closing = (decision: Decision): ReadonlyArray<string | undefined> => {
  const ground = groundOf(decision)
  return findGaps(ground, budget()).gaps.map((gap) => {
    const cells = gapCells(ground.space, gap)
    return cells && closingRow(header, conditions, { ...cells, score: "7", remark: "closes" })
  })
}

describe("findGaps()", () => {
  it("finds what lies between numbers that are too far apart to have a distance", () => {
    const figure = `15${"0".repeat(307)}`
    const definition = defineDecision({
      file: "far.csv",
      about: "Numbers far apart.",
      hitPolicy: "unique",
      inputs: { size: Input.number({ about: "A number." }) },
      outputs: { note: Column.text({ about: "A text." }) },
    })
    const rows = [`size,note`, `<=-${figure},a`, `>=${figure},b`, ""].join("\n")
    const { content, errors } = loadDecision(definition, rows)
    assert.deepEqual(errors, [])
    const ground = prepareDecision(content as unknown as Decision, [], () => undefined)
    const { gaps } = findGaps(ground, budget())
    assert.deepEqual(
      gaps.map((gap) => witnessOf(ground.space, gap)),
      [{ size: 0 }],
    )
  })

  it("finds every combination without a row, each in one region, and nothing else", () => {
    let open = 0
    let whole = 0
    for (let table = 0; table < 60; table += 1) {
      const { decision, fired, source } = smallTable("first", smallLines(choices, 12))
      const ground = groundOf(decision)
      const { gaps, more } = findGaps(ground, budget())
      assert.isDefined(more, source)
      if (more === false) whole += 1
      else assert.strictEqual(gaps.length, gapsMax)
      for (const point of everyCombination(ground.space)) {
        const count = gaps.filter((gap) => isIn(gap, point)).length
        const isOpen = !covered(ground.space, decision.rows.length, point)
        if (count > 0) assert.isTrue(isOpen, source)
        if (more === false) assert.strictEqual(count, isOpen ? 1 : 0, `seed ${seed}\n${source}`)
        if (isOpen && choices.chance(0.02)) {
          assert.deepStrictEqual(fired(factsOf(ground.space, point)), [], source)
        }
        if (isOpen) open += 1
      }
    }
    assert.isAtLeast(open, 1_000)
    assert.isAtLeast(whole, 10)
  })

  it("suggests rows that close the gaps when they are appended, and overlap nothing", () => {
    let closed = 0
    for (let table = 0; table < 200; table += 1) {
      const lines = widened(choices, smallLines(choices, 4), (column) => !isTold.has(column))
      const before = smallTable("unique", lines)
      const suggested = closing(before.decision)
      const rows = suggested.filter((row) => row !== undefined)
      if (suggested.length === 0 || suggested.length === gapsMax) continue
      const after = smallTable("unique", [...lines, ...rows])
      const ground = groundOf(after.decision)
      for (const step of rows.keys()) {
        const row = lines.length + step
        assert.isDefined(rowRegion(ground.space, row), after.source)
        assert.deepStrictEqual(rowsOf(ground.regions.meeting(row)), [row], after.source)
      }
      if (rows.length === suggested.length) {
        assert.deepStrictEqual(findGaps(ground, budget()), { gaps: [], more: false }, after.source)
        closed += 1
      }
    }
    assert.isAtLeast(closed, 10)
  })

  it("makes a gap as large as it is, in the words of the table", () => {
    const { decision } = smallTable("unique", [
      "red|green,,,,,,1,all of them",
      "blue,north|south,<=6,,,,2,short",
      "blue,,>=9,,,,3,long",
    ])
    assert.deepStrictEqual(closing(decision), [
      "blue,not(north|south),<=8,,,,7,closes",
      "blue,north|south,[7..8],,,,7,closes",
    ])
  })

  it("says what is known where a number may be unknown, and closes nothing for unknown alone", () => {
    const { decision } = smallTable("unique", [",,,>=2,,,1,heavy", ",,,<2,,,1,light"])
    assert.deepStrictEqual(closing(decision), [undefined])
    const { decision: light } = smallTable("unique", ["red,,,,,,1,red", ",,,,true,false,1,a"])
    assert.includeMembers([...closing(light)], ["not(red),,,,false,,7,closes"])
  })

  it("finds none in a table that takes everything", () => {
    const { decision } = smallTable("first", ["red,,,,,,1,a", ",,,,,,2,else"])
    assert.deepStrictEqual(findGaps(groundOf(decision), budget()), { gaps: [], more: false })
  })

  it("says that it does not know when its budget ends first", () => {
    const { decision } = smallTable("first", smallLines(choices, 12))
    assert.deepStrictEqual(findGaps(groundOf(decision), { left: 1 }).more, undefined)
  })

  it("counts no more than it lists, and says that there are more", () => {
    const days = Array.from({ length: 12 }, (_, day) => `${day + 1}`)
    const lines = days.flatMap((day, index) => [
      `red,,${day},${index % 2 === 0 ? "<=3" : ">3"},,,1,a`,
      `green,,${day},${index % 2 === 0 ? "<=3" : ">3"},,,1,b`,
    ])
    const { gaps, more } = findGaps(groundOf(smallTable("first", lines).decision), budget())
    assert.isAtMost(gaps.length, gapsMax)
    assert.isDefined(more)
  })
})
