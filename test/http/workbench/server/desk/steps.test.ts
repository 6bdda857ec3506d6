import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { changed, reversed, textChange } from "../../../../../http/workbench/server/desk/steps.ts"

/** Texts that share much, as two versions of a table do. */
const pairs = fc.tuple(
  fc.string({ unit: fc.constantFrom("a", "b", ",", "\n"), maxLength: 40 }),
  fc.string({ unit: fc.constantFrom("a", "b", ",", "\n"), maxLength: 40 }),
)

describe("a change of a text", () => {
  it("turns one text into the other, and back", () => {
    fc.assert(
      fc.property(pairs, ([before, after]) => {
        const change = textChange(before, after)
        assert.strictEqual(changed(before, change), after)
        assert.strictEqual(changed(after, reversed(change)), before)
      }),
    )
  })

  it("holds no more than what differs", () => {
    assert.deepStrictEqual(textChange("a,1\nb,2\n", "a,1\nb,2\n"), {
      start: 8,
      before: "",
      after: "",
    })
    assert.deepStrictEqual(textChange("a,1\nb,2\n", "a,1\nc,3\nb,2\n"), {
      start: 4,
      before: "",
      after: "c,3\n",
    })
    assert.deepStrictEqual(textChange("aa", "a"), { start: 1, before: "a", after: "" })
  })

  it("is not made in a text that does not hold what it replaces", () => {
    assert.strictEqual(changed("a,9\n", textChange("a,1\n", "a,2\n")), undefined)
    assert.strictEqual(changed("", textChange("a,1\n", "a,2\n")), undefined)
  })
})
