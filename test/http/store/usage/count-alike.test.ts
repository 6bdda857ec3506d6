import { type KeyId } from "../../../../rules/accounts/key-text.ts"
import { describe, expect, it } from "@effect/vitest"
import * as fc from "fast-check"
import { totalOf } from "../../../../http/store/batches/regular-writes.ts"
import { countAlike } from "../../../../http/store/usage/record-calls.ts"

const dayMs = 86_400_000

const calls = fc.array(
  fc.record({
    keyId: fc.constantFrom("ak_test_1" as KeyId, "ak_test_2" as KeyId),
    atMs: fc.constantFrom(0, dayMs - 1, dayMs, 20_000 * dayMs),
    endpoint: fc.constantFrom("quotes", "meta"),
    refused: fc.constantFrom(undefined, { code: "BAD_TRIP", detail: "so" }),
  }),
)

describe("calls that came out alike", () => {
  it("are counted by key, day, endpoint and code, each once", () => {
    const quote = {
      keyId: "ak_test_1" as KeyId,
      atMs: dayMs - 1,
      endpoint: "quotes",
      refused: undefined,
    }
    const refused = { ...quote, refused: { code: "BAD_TRIP", detail: "so" } }
    const other = { ...refused, refused: { code: "BAD_TRIP", detail: "otherwise" } }
    expect(countAlike([quote, refused, { ...quote, atMs: dayMs }, other, quote])).toEqual([
      { keyId: "ak_test_1", day: 0, endpoint: "quotes", code: "", count: 2 },
      { keyId: "ak_test_1", day: 0, endpoint: "quotes", code: "BAD_TRIP", count: 2 },
      { keyId: "ak_test_1", day: 1, endpoint: "quotes", code: "", count: 1 },
    ])
  })

  it("are all there, and no two groups of one kind", () => {
    fc.assert(
      fc.property(calls, (made) => {
        const groups = countAlike(made)
        expect(totalOf(groups)).toBe(made.length)
        const names = groups.map((group) => JSON.stringify({ ...group, count: 0 }))
        expect(new Set(names).size).toBe(names.length)
      }),
    )
  })
})
