import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { jsonBytes } from "../../../core/json/byte-text.ts"
import { fillList } from "../../../core/json/fill-list.ts"
import { decoded } from "../../support/decoded.ts"
import { testSeed } from "../../support/random.ts"

/** Texts that look like the list that is to be filled. */
const treacherous = fc.oneof(
  fc.string(),
  fc.constantFrom('"list":[]', "list", "[]", "é", "\\", '"'),
)

describe("a list in JSON", () => {
  it("is, once filled, what is written of the same data with the items in it", () => {
    const holds = fc.property(
      fc.dictionary(treacherous, treacherous),
      fc.array(fc.jsonValue()),
      fc.jsonValue(),
      (before, list, after) => {
        const { list: _, ...others } = before
        const object = { others, ...others, list: [], after } as const
        const expected = JSON.stringify({ others, ...others, list, after })
        const filled = fillList(object, "list", list.map(jsonBytes))
        assert.strictEqual(decoded(filled), expected)
      },
    )
    fc.assert(holds, { seed: testSeed("lists in JSON"), numRuns: 1_000 })
  })
})
