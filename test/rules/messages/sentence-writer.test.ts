import { assert, describe, it } from "@effect/vitest"
import { readTerms } from "../../../rules/messages/sentence-writer.ts"

const ageOf = (term: object): number | undefined =>
  readTerms([{ term: "age_limit", ...term }])[0]?.age

describe("a term that an answer tells", () => {
  it("has the age that it names, else the years of its limit", () => {
    assert.strictEqual(ageOf({ age: 70, limit: { value: 75, unit: "year" } }), 70)
    assert.strictEqual(ageOf({ limit: { value: 75, unit: "year" } }), 75)
  })

  it("has no age where its limit is of anything but years", () => {
    for (const limit of [
      { value: 90, unit: "day" },
      { value: 75, unit: "kilometre" },
      { value: 150_000, currency: "EUR" },
      "75",
      75,
      null,
      undefined,
    ]) {
      assert.isUndefined(ageOf({ limit }), JSON.stringify(limit))
    }
  })

  it("has the cover that it names, in a word", () => {
    const limit = { value: 90, unit: "day" }
    const term = { term: "day_limit", limit, age: undefined }
    const read = (cover: unknown) => readTerms([{ term: "day_limit", limit, cover }])
    assert.deepStrictEqual(read("baggage"), [{ ...term, cover: "baggage" }])
    for (const cover of [undefined, null, 7, {}]) {
      assert.deepStrictEqual(read(cover), [{ ...term, cover: undefined }])
    }
  })

  it("is none without a word of its own", () => {
    assert.deepStrictEqual(readTerms([7, "day_limit", null, {}, { term: 7 }]), [])
    assert.deepStrictEqual(readTerms({ term: "day_limit" }), [])
  })
})
