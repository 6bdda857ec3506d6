import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as fc from "fast-check"
import { type ConditionTest, readTest } from "../../../core/table/condition.ts"
import * as Input from "../../../core/table/input.ts"
import { printTest } from "../../../core/table/print-test.ts"

const inputs = {
  words: Input.enumeration(["a", "b", "c"], { about: "Words." }),
  number: Input.number({ about: "A number." }),
  boolean: Input.boolean({ about: "Yes or no." }),
}

const bound = fc.integer({ min: -2_000, max: 2_000 }).map((value) => value / 8)

const interval = fc
  .tuple(bound, bound, fc.boolean(), fc.boolean(), fc.nat(3))
  .map(([one, other, lowClosed, highClosed, shape]) => {
    const [low, high] = [Math.min(one, other), Math.max(one, other)]
    if (shape === 0) return { low: Number.NEGATIVE_INFINITY, lowClosed: false, high, highClosed }
    if (shape === 1) return { low, lowClosed, high: Number.POSITIVE_INFINITY, highClosed: false }
    return low === high
      ? { low, lowClosed: true, high, highClosed: true }
      : { low, lowClosed, high, highClosed }
  })

const intervals = fc.array(interval, { minLength: 1, maxLength: 3 })
const words = fc.uniqueArray(fc.constantFrom("a", "b", "c"), { minLength: 1 })

const tests: fc.Arbitrary<readonly [keyof typeof inputs, ConditionTest]> = fc.oneof(
  words.map((some) => ["words", { _tag: "AnyOf", words: some }] as const),
  words.map((some) => ["words", { _tag: "NoneOf", words: some }] as const),
  intervals.map((some) => ["number", { _tag: "Within", intervals: some }] as const),
  intervals.map((some) => ["number", { _tag: "Outside", intervals: some }] as const),
  fc.boolean().map((value) => ["boolean", { _tag: "Is", value }] as const),
  fc.constantFrom("words", "number", "boolean").map((kind) => [kind, { _tag: "Any" }] as const),
)

describe("a condition as it is written", () => {
  it("is read back as it was", () => {
    fc.assert(
      fc.property(tests, ([kind, test]) => {
        assert.deepStrictEqual(Result.getOrThrow(readTest(inputs[kind], printTest(test))), test)
      }),
    )
  })
})
