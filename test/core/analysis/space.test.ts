import { assert, describe, it } from "@effect/vitest"
import { makeSpace } from "../../../core/analysis/space.ts"
import type { Inputs } from "../../../core/table/decision.ts"
import { readTest } from "../../../core/table/condition.ts"
import * as Input from "../../../core/table/input.ts"
import * as Result from "effect/Result"

const about = "Tried."

/** The dimension of one column with the given cells. */
const dimension = (input: Inputs[string], cells: ReadonlyArray<string>) => {
  const tests = cells.map((cell) => [Result.getOrThrow(readTest(input, cell))])
  const [only] = makeSpace({ column: input }, tests, () => ["north", "south"]).dimensions
  assert.isDefined(only)
  return only
}

const witnesses = (input: Inputs[string], cells: ReadonlyArray<string>) =>
  dimension(input, cells).witnesses

describe("makeSpace()", () => {
  it("leaves out stretches in which no whole number lies", () => {
    assert.deepStrictEqual(
      witnesses(Input.integer({ about }), ["<=8", "[9..31]"]),
      [0, 8, 9, 10, 31, 32],
    )
    assert.deepStrictEqual(
      witnesses(Input.number({ about }), ["<=8", "[9..31]"]),
      [7, 8, 8.5, 9, 20, 31, 32],
    )
  })

  it("stays within the bounds of the column, which belong to it", () => {
    const bounded = { about, minimum: 8, maximum: 10 }
    assert.deepStrictEqual(witnesses(Input.integer(bounded), ["<8", ">8"]), [8, 9])
    assert.deepStrictEqual(witnesses(Input.number(bounded), ["<8", ">9.5"]), [8, 8.75, 9.5, 10])
    assert.deepStrictEqual(witnesses(Input.integer(bounded), [">11"]), [8])
    assert.deepStrictEqual(witnesses(Input.number({ ...bounded, maximum: 8 }), [">8"]), [8])
  })

  it("has a segment for the words that no cell names only if there are such words", () => {
    const input = Input.enumeration(["a", "b", "c"], { about })
    assert.deepStrictEqual(witnesses(input, ["a", "not(b)"]), ["a", "b", "c"])
    assert.deepStrictEqual(dimension(input, ["a"]).otherWords, ["b", "c"])
    assert.deepStrictEqual(witnesses(input, ["a|b|c"]), ["a", "b", "c"])
  })

  it("takes the words of a reference from the column it refers to", () => {
    const input = Input.reference("zones.csv", "zone", { about })
    assert.deepStrictEqual(witnesses(input, ["north"]), ["north", "south"])
  })

  it("has a segment for what is unknown only where the fact may be unknown", () => {
    const input = Input.boolean({ about })
    assert.deepStrictEqual(witnesses(input, ["true"]), [false, true])
    assert.deepStrictEqual(witnesses(Input.optional(input), ["true"]), [false, true, null])
  })
})
