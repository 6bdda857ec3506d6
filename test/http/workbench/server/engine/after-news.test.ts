import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { afterNews, newsBetween } from "../../../../../http/workbench/server/engine/versions.ts"

const sources = fc
  .dictionary(fc.constantFrom("fees.csv", "currencies.csv", "countries.csv"), fc.string())
  .map((texts) => new Map(Object.entries(texts)))

describe("news of the tables", () => {
  it("leads from any state to any other", () => {
    fc.assert(
      fc.property(sources, sources, (known, now) => {
        const news = newsBetween(known, { revision: 7, sources: now })
        const versions = { revision: 3, before: new Map(), after: known }
        const next = news === undefined ? versions : afterNews(versions, news)
        assert.deepStrictEqual(
          [...next.after].sort(([left], [right]) => (left < right ? -1 : 1)),
          [...now].sort(([left], [right]) => (left < right ? -1 : 1)),
        )
        assert.strictEqual(next.revision, news === undefined ? 3 : 7)
      }),
    )
  })

  it("names the files alone whose texts have changed", () => {
    const known = new Map([
      ["fees.csv", "a"],
      ["countries.csv", "b"],
    ])
    const now = new Map([
      ["fees.csv", "a"],
      ["currencies.csv", "c"],
    ])
    const news = newsBetween(known, { revision: 1, sources: now })
    assert.deepStrictEqual(
      [...(news?.texts ?? [])],
      [
        ["countries.csv", undefined],
        ["currencies.csv", "c"],
      ],
    )
    assert.isUndefined(newsBetween(known, { revision: 1, sources: known }))
  })
})
