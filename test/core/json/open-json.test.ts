import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { byteText, fillJson, openJson, quotedText } from "../../../core/json/byte-text.ts"
import { decoded } from "../../support/decoded.ts"
import { testSeed } from "../../support/random.ts"

const keys = ["name", "place"] as const

const openings = keys.map((key) => ({ key }))

const filled = (json: string, texts: Readonly<Record<(typeof keys)[number], string>>): string => {
  const quoted = { name: quotedText(texts.name), place: quotedText(texts.place) }
  return decoded(fillJson(openJson(byteText(json), openings), quoted))
}

/** Texts and keys that are easily taken for something else. */
const treacherous = fc.oneof(
  fc.string(),
  fc.constantFrom("name", '"name":""', ',"name":""', 'x"name', "é", "\\", '{"place":"', ""),
)

/** The same data with other texts under the keys, at any depth. */
const withTexts = (value: unknown, texts: Readonly<Record<string, string>>): unknown => {
  if (Array.isArray(value)) return value.map((item) => withTexts(item, texts))
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      member === "" && Object.hasOwn(texts, key) ? texts[key] : withTexts(member, texts),
    ]),
  )
}

describe("open JSON", () => {
  it("is, once filled, what is written of the same data with the texts in it", () => {
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        treacherous,
        fc.constantFrom(0, null, true),
        fc.array(tie("tree"), { maxLength: 4 }),
        fc.dictionary(fc.oneof(treacherous, fc.constantFrom(...keys)), tie("tree"), { maxKeys: 5 }),
        fc.record({ name: fc.constant(""), place: fc.constant(""), other: tie("tree") }),
      ),
    }))
    const texts = fc.record({ name: treacherous, place: treacherous })
    const holds = fc.property(tree, texts, (value, given) => {
      const expected = JSON.stringify(withTexts(value, given))
      assert.strictEqual(filled(JSON.stringify(value), given), expected)
    })
    fc.assert(holds, { numRuns: 2_000, seed: testSeed("open JSON") })
  })

  it("is not open at a key that ends like one after a quote", () => {
    const json = byteText(JSON.stringify({ 'x"name': "", ',"place': "", 'name"': "" }))
    assert.deepStrictEqual(openJson(json, openings), [json])
  })

  it("is closed where none of the keys has an empty text", () => {
    const json = byteText('{"name":"x","note":""}')
    assert.deepStrictEqual(openJson(json, openings), [json])
  })
})
