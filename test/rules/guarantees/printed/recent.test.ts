import { assert, describe, it } from "@effect/vitest"
import { remembering } from "../../../../rules/guarantees/printed/prepare.ts"

describe("remembering()", () => {
  it("makes an answer once, undefined too, and again only after it was forgotten", () => {
    const made: Array<string> = []
    const upper = remembering(2, (text) => {
      made.push(text)
      return text === "none" ? undefined : text.toUpperCase()
    })
    assert.strictEqual(upper("a"), "A")
    assert.strictEqual(upper("a"), "A")
    assert.isUndefined(upper("none"))
    assert.isUndefined(upper("none"))
    assert.deepStrictEqual(made, ["a", "none"])
    upper("b")
    upper("none")
    assert.deepStrictEqual(made, ["a", "none", "b"])
    upper("a")
    assert.deepStrictEqual(made, ["a", "none", "b", "a"])
  })
})
