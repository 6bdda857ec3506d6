import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { type Bitset, rowsOf } from "../../../core/table/bitset.ts"
import { shareAnswers } from "../../../core/table/shared-answers.ts"
import { testSeed } from "../../support/random.ts"

/** As many answers as are shared at most. */
const sharedMost = 2_048

describe("shareAnswers()", () => {
  it("gives each set of rows what is made of it, and the same answer when it comes again", () => {
    const word = fc.oneof(fc.constantFrom(0, 1, -1, -2_147_483_648), fc.integer())
    const cases = fc.integer({ min: 1, max: 8 }).chain((width) =>
      fc.array(
        fc.array(word, { minLength: width, maxLength: width }).map((set) => Int32Array.from(set)),
        { minLength: 1, maxLength: 300, size: "max" },
      ),
    )
    const holds = fc.property(cases, (sets) => {
      const answerOf = shareAnswers(sets[0]?.length ?? 1, rowsOf)
      const asked = new Int32Array(sets[0]?.length ?? 1)
      const first = new Map<string, ReadonlyArray<number>>()
      for (const set of [...sets, ...sets]) {
        asked.set(set)
        const answer = answerOf(asked)
        assert.deepStrictEqual(answer, rowsOf(set))
        assert.isFrozen(answer)
        assert.strictEqual(answer, first.get(set.join()) ?? answer)
        first.set(set.join(), answer)
      }
    })
    fc.assert(holds, { numRuns: 100, seed: testSeed("shared answers") })
  })

  it("shares 2,048 answers, and makes all others each time", () => {
    let made = 0
    const answerOf = shareAnswers(2, (set: Bitset) => {
      made += 1
      return rowsOf(set)
    })
    const sets = Array.from({ length: sharedMost + 2 }, (_, index) => Int32Array.of(index, -index))
    for (const set of sets) assert.deepStrictEqual(answerOf(set), rowsOf(set))
    assert.strictEqual(made, sets.length)
    for (const set of sets) assert.deepStrictEqual(answerOf(set), rowsOf(set))
    assert.strictEqual(made, sets.length + 2)
  })
})
