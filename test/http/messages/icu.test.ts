import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { describeExpectation } from "../../../core/table/expectation.ts"
import { compileText, readText } from "../../../http/messages/icu.ts"

const problem = (text: string) => {
  const { expected, offset } = Result.getOrThrow(Result.flip(readText(text)))
  return { offset, expected: describeExpectation(expected) }
}

const placeholders = (text: string) => Result.getOrThrow(readText(text))

describe("reading a text", () => {
  it("gives every value with its use and place, those inside of choices too", () => {
    assert.deepStrictEqual(placeholders("{a} of {b, number}"), [
      { name: "a", offset: 0, use: "text", words: [] },
      { name: "b", offset: 7, use: "number", words: [] },
    ])
    assert.deepStrictEqual(placeholders("{c, select, x {{a}} other {{d, date}}}"), [
      { name: "c", offset: 0, use: "choice", words: ["x"] },
      { name: "a", offset: 15, use: "text", words: [] },
      { name: "d", offset: 27, use: "date", words: [] },
    ])
    assert.deepStrictEqual(placeholders("{n, plural, one {# day} other {# days}}"), [
      { name: "n", offset: 0, use: "number", words: [], forms: ["one", "other"] },
    ])
    assert.deepStrictEqual(placeholders("{n, plural, =0 {none} other {# days}}"), [
      { name: "n", offset: 0, use: "number", words: [], forms: ["other"] },
    ])
  })

  it("says where a text breaks and what is expected there", () => {
    assert.deepStrictEqual(problem("to {a"), {
      offset: 3,
      expected: "a value in braces that close",
    })
    assert.deepStrictEqual(problem("{a, select, x {y}}"), {
      offset: 17,
      expected: "an option other {text}, for whatever the words leave",
    })
    assert.deepStrictEqual(problem("up} to"), {
      offset: 2,
      expected: "a brace { that this one closes",
    })
    assert.match(problem("{a, choice, 1#x}").expected, /^number, select, plural/)
    assert.strictEqual(problem("{}").offset, 0)
  })

  it("names in words what the parser refuses, whatever it is", () => {
    const broken = ["{a,}", "{a b}", "{a, select}", "{a, select, {x}}", "{a, plural, x}"]
    for (const text of broken) assert.notInclude(problem(text).expected, "_", text)
  })
})

describe("filling in a text", () => {
  it("chooses plurals by the rules of its language", () => {
    const text = "{n, plural, one {# item} other {# items}}"
    assert.strictEqual(compileText(text, "fr")({ n: 0 }), "0 item")
    assert.strictEqual(compileText(text, "en")({ n: 0 }), "0 items")
  })

  it("gives nothing where a value is missing, but in a part of a choice that is not taken", () => {
    const fill = compileText("{c, select, x {{a}} other {}}", "en")
    assert.isUndefined(fill({ c: "x" }))
    assert.isUndefined(fill({ a: "5" }))
    assert.strictEqual(fill({ c: "y" }), "")
    assert.strictEqual(fill({ c: "x", a: "5" }), "5")
    assert.isUndefined(compileText("{a} of {b}", "en")({ a: "5" }))
    assert.isUndefined(compileText("{n, plural, one {#} other {#}}", "en")({}))
  })

  it("gives nothing for a text that cannot be read, and for a value of the wrong kind", () => {
    assert.isUndefined(compileText("{a", "en")({ a: "1" }))
    assert.isUndefined(compileText("{a, date}", "en")({ a: "soon" }))
  })

  it("takes no part of a text or a value for markup", () => {
    const fill = compileText("<b>{a}</b> < 5 & more", "fr")
    assert.strictEqual(fill({ a: "<i>x</i>{y}" }), "<b><i>x</i>{y}</b> < 5 & more")
  })
})
