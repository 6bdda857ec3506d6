import { assert, describe, it } from "@effect/vitest"
import {
  isOlderThan,
  isUnsourced,
  lastDayOf,
  monthsBefore,
  pageOf,
} from "../../../../rules/coach/sources/row-source.ts"

describe("what a row rests on", () => {
  it("is a page only by http or https", () => {
    assert.strictEqual(pageOf("http://a.example/x, 2024"), "http://a.example/x")
    for (const source of ["", "ftp://a.example", "data:text/html,x", "javascript:alert(1)"]) {
      assert.strictEqual(pageOf(source), undefined, source)
    }
  })

  it("is nothing where the source says so", () => {
    assert.deepStrictEqual(
      ["", "unsourced", "recalled", "house policy (unsourced)", "https://a.example"].map(
        isUnsourced,
      ),
      [true, true, true, true, false],
    )
  })

  it("is old when no day that its date can mean lies within the limit", () => {
    const limit = monthsBefore("2026-11-26", 12)
    assert.strictEqual(limit, "2025-11-26")
    assert.deepStrictEqual(
      ["2025", "2024", "2025-11", "2025-10", "2025-11-25", "2025-11-26", "", "soon"].map((asOf) =>
        isOlderThan(asOf, limit),
      ),
      [false, true, false, true, true, false, false, false],
    )
    assert.strictEqual(lastDayOf("2023-12"), "2023-12-31")
    assert.strictEqual(monthsBefore("2026-01-31", 11), "2025-02-28")
  })
})
