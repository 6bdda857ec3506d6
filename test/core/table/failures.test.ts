import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { type Bitset, fullBitset, hasRow, rowsOf } from "../../../core/table/bitset.ts"
import { findFailures } from "../../../core/table/evaluate.ts"
import { testSeed } from "../../support/random.ts"

interface Asked {
  readonly rowCount: number
  readonly accepted: ReadonlyArray<Bitset>
  readonly relaxed: ReadonlyArray<number>
}

const word = fc.oneof(fc.constantFrom(0, -1, 1, -2_147_483_648), fc.integer())

const anyAsked: fc.Arbitrary<Asked> = fc.integer({ min: 0, max: 100 }).chain((rowCount) => {
  const width = fullBitset(rowCount).length
  const set = fc
    .array(word, { minLength: width, maxLength: width })
    .map((words) => Int32Array.from(words))
  return fc
    .array(set, { maxLength: 6, size: "max" })
    .chain((accepted) =>
      fc
        .subarray(accepted.map((_, index) => index))
        .map((relaxed) => ({ rowCount, accepted, relaxed })),
    )
})

/** The sets of what is found, read row by row. */
const expected = ({ accepted, relaxed, rowCount }: Asked): ReadonlyArray<ReadonlyArray<number>> => {
  const rows = Array.from({ length: rowCount }, (_, row) => row)
  const failedBy = rows.map((row) =>
    accepted.flatMap((set, index) => (hasRow(set, row) ? [] : index)),
  )
  const failingJust = (...failed: ReadonlyArray<number>) =>
    rows.filter((row) => failedBy[row]?.join() === failed.join())
  return [failingJust(), ...relaxed.map((index) => failingJust(index))]
}

describe("findFailures()", () => {
  it("finds what counting the failed conditions of each row finds, whatever stood there before", () => {
    let near = 0
    const holds = fc.property(anyAsked, word, (asked, before) => {
      const every = fullBitset(asked.rowCount)
      const found = new Int32Array((1 + asked.relaxed.length) * every.length).fill(before)
      findFailures(asked.accepted, every, asked.relaxed, found)
      const sets = Array.from({ length: 1 + asked.relaxed.length }, (_, place) =>
        rowsOf(found.subarray(place * every.length, (place + 1) * every.length)),
      )
      assert.deepStrictEqual(sets, expected(asked))
      near += sets.slice(1).flat().length
    })
    fc.assert(holds, { numRuns: 500, seed: testSeed("failures") })
    assert.isAbove(near, 100)
  })

  it("finds every row where no condition is asked", () => {
    const found = new Int32Array(1)
    findFailures([], fullBitset(3), [], found)
    assert.deepStrictEqual(rowsOf(found), [0, 1, 2])
  })
})
