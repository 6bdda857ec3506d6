import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { cellFor, describeSegments } from "../../../core/analysis/region-cells.ts"
import { rowRegion, rowsCovering, rowsMeeting } from "../../../core/analysis/region.ts"
import { makeSpace } from "../../../core/analysis/space.ts"
import { hasRow } from "../../../core/table/bitset.ts"
import { readTest } from "../../../core/table/condition.ts"
import * as Input from "../../../core/table/input.ts"
import { acceptsFact } from "../../support/interpreter.ts"
import { makeChoices, testSeed } from "../../support/random.ts"
import {
  everyCombination,
  smallLines,
  smallTable,
  smallWordsOf,
} from "../../support/small-tables.ts"

const seed = testSeed("regions")
const choices = makeChoices(seed)

const small = (rowsMax: number) => smallTable("collect", smallLines(choices, rowsMax))

const someOf = (count: number): ReadonlyArray<number> => {
  const chosen = Array.from({ length: count }, (_, index) => index).filter(() =>
    choices.chance(0.5),
  )
  return chosen.length === 0 ? [choices.integer(0, count - 1)] : chosen
}

const within = (region: ReadonlyArray<ReadonlyArray<number>>, point: ReadonlyArray<number>) =>
  point.every((segment, index) => region[index]?.includes(segment) === true)

describe("cellFor()", () => {
  it("gives a cell that accepts the chosen segments and no other", () => {
    let cells = 0
    for (let table = 0; table < 200; table += 1) {
      for (const dimension of small(4).space.dimensions) {
        const chosen = someOf(dimension.segments.length)
        const cell = cellFor(dimension, chosen)
        if (cell === undefined) continue
        assert.isTrue(Result.isSuccess(readTest(dimension.input, cell)), cell)
        for (const [segment, witness] of dimension.witnesses.entries()) {
          assert.strictEqual(
            acceptsFact(dimension.input.kind, cell, witness),
            chosen.includes(segment),
            `seed ${seed}, ${dimension.name} ${cell} for ${String(witness)}`,
          )
        }
        cells += 1
      }
    }
    assert.isAtLeast(cells, 800)
  })

  it("gives none where only an empty cell would accept what is unknown", () => {
    const input = Input.optional(Input.boolean({ about: "Tried." }))
    const test = Result.getOrThrow(readTest(input, "true"))
    const [dimension] = makeSpace({ flag: input }, [[test]], smallWordsOf).dimensions
    assert.isDefined(dimension)
    assert.isUndefined(cellFor(dimension, [0, 1]))
    assert.isUndefined(cellFor(dimension, [2]))
    assert.strictEqual(describeSegments(dimension, [0, 1]), "anything known")
    assert.strictEqual(describeSegments(dimension, [2]), "unknown")
    assert.strictEqual(describeSegments(dimension, [0, 2]), "false or unknown")
    assert.strictEqual(describeSegments(dimension, [0, 1, 2]), "anything")
  })
})

describe("regions", () => {
  it("know the rows that accept some and all of their combinations", () => {
    let points = 0
    for (let table = 0; table < 60; table += 1) {
      const { space } = small(6)
      const region = space.dimensions.map(({ segments }) => someOf(segments.length))
      const inside = everyCombination(space).filter((point) => within(region, point))
      const meeting = rowsMeeting(space, region)
      const covering = rowsCovering(space, region)
      for (let row = 0; row < space.rowCount; row += 1) {
        const own = rowRegion(space, row)
        const taken = inside.filter((point) => own !== undefined && within(own, point)).length
        assert.strictEqual(hasRow(meeting, row), taken > 0, `seed ${seed}`)
        assert.strictEqual(hasRow(covering, row), taken === inside.length, `seed ${seed}`)
      }
      points += inside.length
    }
    assert.isAtLeast(points, 1_000)
  })
})
