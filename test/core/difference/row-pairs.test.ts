import { assert, describe, it } from "@effect/vitest"
import { pairInOrder } from "../../../core/difference/merge-tables.ts"
import { makeChoices, testSeed } from "../../support/random.ts"

/** The length of a longest common subsequence, by the book. */
const longestCommon = (left: ReadonlyArray<string>, right: ReadonlyArray<string>): number => {
  let above = right.map(() => 0)
  for (const own of left) {
    const line: Array<number> = []
    for (const [place, other] of right.entries()) {
      const diagonal = (above[place - 1] ?? 0) + 1
      line.push(own === other ? diagonal : Math.max(above[place] ?? 0, line[place - 1] ?? 0))
    }
    above = line
  }
  return above.at(-1) ?? 0
}

describe("pairInOrder()", () => {
  it("pairs equal entries in rising places, as many as there can be where none repeats", () => {
    const choices = makeChoices(testSeed("pairs in order"))
    let paired = 0
    for (let round = 0; round < 300; round += 1) {
      const repeats = choices.chance(0.4)
      const draw = (): ReadonlyArray<string> => {
        const keys = Array.from({ length: choices.integer(0, 12) }, () =>
          String(choices.integer(0, repeats ? 4 : 40)),
        )
        return repeats ? keys : [...new Set(keys)]
      }
      const [left, right] = [draw(), draw()]
      const pairs = pairInOrder(left, right)
      let [before, after] = [-1, -1]
      for (const [first, second] of pairs) {
        assert.strictEqual(left[first], right[second])
        assert.isAbove(first, before)
        assert.isAbove(second, after)
        ;[before, after] = [first, second]
      }
      if (!repeats) assert.strictEqual(pairs.length, longestCommon(left, right))
      paired += pairs.length
    }
    assert.isAbove(paired, 200)
  })
})
