import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { inOwnForm } from "../../../../../http/workbench/server/desk/desk-files.ts"
import {
  changed,
  pastEachOther,
  type TextChange,
  textChange,
} from "../../../../../http/workbench/server/desk/steps.ts"

const text = "abcdefghij"

const change: fc.Arbitrary<TextChange> = fc
  .tuple(fc.nat(10), fc.nat(4), fc.constantFrom("", "X", "YZ"))
  .map(([start, length, after]) => ({ start, before: text.slice(start, start + length), after }))

describe("changes of a text", () => {
  it("come to the same in either order, once each has passed the other", () => {
    fc.assert(
      fc.property(change, change, (one, other) => {
        const passed = pastEachOther(one, other)
        if (passed === undefined) return
        const [oneAfter, otherAfter] = passed
        const left = changed(changed(text, one) ?? "", otherAfter)
        const right = changed(changed(text, other) ?? "", oneAfter)
        assert.isDefined(left)
        assert.strictEqual(left, right)
      }),
    )
  })

  it("do not pass each other where they touch the same piece", () => {
    const one = textChange("abc", "aXc")
    assert.isUndefined(pastEachOther(one, textChange("abc", "aYc")))
    assert.isUndefined(pastEachOther(one, textChange("abc", "")))
  })
})

describe("a table in the form of its file", () => {
  it("keeps every byte that a change does not touch", () => {
    const before = "a,b\n1,2\n3,4\n"
    const after = "a,b\n1,2\nnew,5\n3,4\n"
    const mixed = "\uFEFFa,b\r\n1,2\n3,4\r\n"
    assert.strictEqual(inOwnForm(mixed, { before, after }), "\uFEFFa,b\r\n1,2\nnew,5\r\n3,4\r\n")
    assert.strictEqual(inOwnForm(before, { before, after }), after)
    const bare = { before: "a\n1", after: "a\n2" }
    assert.strictEqual(inOwnForm("a\r\n1", bare), "a\r\n2")
  })
})
