import { assert, describe, it } from "@effect/vitest"
import { makeDraws } from "../../../core/random/draws.ts"
import { testSeed } from "../../support/random.ts"

describe("draws", () => {
  it("are mulberry32 of their seed", () => {
    // Computed from the published C with arithmetic on large integers, for the seed 12345.
    const draws = makeDraws(12_345)
    const drawn = Array.from({ length: 5 }, draws.next)
    assert.deepStrictEqual(
      drawn,
      [4_207_900_869, 1_317_490_944, 2_079_646_450, 3_513_001_552, 2_187_978_186],
    )
  })

  it("are the same for seeds that are equal as 32 bits", () => {
    const from = (seed: number) => Array.from({ length: 20 }, makeDraws(seed).next)
    assert.deepStrictEqual(from(-1), from(4_294_967_295))
    assert.notDeepEqual(from(1), from(2))
  })

  it("below a bound reach every number from 0 to the bound less one, about equally often", () => {
    const draws = makeDraws(testSeed("draws below"))
    for (const bound of [1, 2, 6, 7]) {
      const counts = Array.from({ length: bound }, () => 0)
      for (let draw = 0; draw < 7_000; draw += 1) {
        const drawn = draws.below(bound)
        counts[drawn] = (counts[drawn] ?? 0) + 1
      }
      assert.strictEqual(counts.length, bound)
      const expected = 7_000 / bound
      for (const count of counts) assert.approximately(count, expected, 6 * Math.sqrt(expected) + 1)
    }
  })

  it("below 2^32 are the 32 bits themselves, and below 3 x 2^30 none is favoured", () => {
    assert.strictEqual(makeDraws(5).below(4_294_967_296), makeDraws(5).next())
    const draws = makeDraws(testSeed("draws below a large bound"))
    let low = 0
    for (let draw = 0; draw < 9_000; draw += 1)
      if (draws.below(3_221_225_472) < 1_073_741_824) low += 1
    assert.approximately(low, 3_000, 6 * Math.sqrt(2_000))
  })

  it("between two numbers include both", () => {
    const draws = makeDraws(3)
    const drawn = new Set(Array.from({ length: 200 }, () => draws.between(-1, 1)))
    assert.deepStrictEqual(
      [...drawn].sort((left, right) => left - right),
      [-1, 0, 1],
    )
    assert.strictEqual(draws.between(9, 9), 9)
  })
})
