import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { alignRows } from "../../../core/difference/merge-tables.ts"

const fares = [
  ["europe", "<18", "5.00", "1.10"],
  ["europe", "[18..64]", "8.00", "1.60"],
  ["europe", "[65..74]", "12.00", "2.40"],
  ["europe", ">=75", "20.00", "4.00"],
]

const dearer = ([zone = "", age = "", fare = "", day = ""]: ReadonlyArray<string>) => [
  zone,
  age,
  `${fare}5`,
  `${day}5`,
]

describe("rows of two versions", () => {
  it("keep to their own where a row is gone and its neighbours are edited", () => {
    const after = fares.filter((_, index) => index !== 1).map(dearer)
    assert.deepStrictEqual(alignRows(fares, after), [
      { before: 0, after: 0 },
      { before: 1, after: undefined },
      { before: 2, after: 1 },
      { before: 3, after: 2 },
    ])
  })

  it("keep to their own where a row is new and its neighbours are edited", () => {
    const edited = fares.map(dearer)
    const after = [...edited.slice(0, 3), ["world", "any", "1", "1"], ...edited.slice(3)]
    assert.deepStrictEqual(alignRows(fares, after), [
      { before: 0, after: 0 },
      { before: 1, after: 1 },
      { before: 2, after: 2 },
      { before: undefined, after: 3 },
      { before: 3, after: 4 },
    ])
  })

  it("are one in long stretches, too, where each is edited", () => {
    const many = Array.from({ length: 400 }, (_, index) => [`zone ${index}`, "any", "5", "1"])
    const after = many.map(dearer)
    const aligned = alignRows(many, after)
    assert.isTrue(aligned.every((row) => row.before === row.after))
  })

  it("stand once each, in the order of both", () => {
    const cell = fc.constantFrom("a", "b", "")
    const rows = fc.array(fc.tuple(cell, cell, cell), { maxLength: 9 })
    fc.assert(
      fc.property(rows, rows, (before, after) => {
        const aligned = alignRows(before, after)
        const [left, right] = [aligned.map((row) => row.before), aligned.map((row) => row.after)]
        const there = (places: ReadonlyArray<number | undefined>) =>
          places.filter((place) => place !== undefined)
        assert.deepStrictEqual(there(left), [...before.keys()])
        assert.deepStrictEqual(there(right), [...after.keys()])
      }),
    )
  })
})
