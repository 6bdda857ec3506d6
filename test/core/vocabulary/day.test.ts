import { assert, describe, it } from "@effect/vitest"
import { daysInclusive, plusDays } from "../../../core/vocabulary/day.ts"
import { makeChoices, testSeed } from "../../support/random.ts"

describe("plusDays()", () => {
  it("agrees with the calendar of the machine over 150 years", () => {
    let checked = 0
    for (let days = 0; days < 55_000; days += 1, checked += 1) {
      const expected = new Date(Date.UTC(1890, 0, 1 + days)).toISOString().slice(0, 10)
      if (plusDays("1890-01-01", days) !== expected)
        assert.strictEqual(plusDays("1890-01-01", days), expected)
    }
    assert.strictEqual(checked, 55_000)
  })

  it("undoes daysInclusive, in both directions and in any century", () => {
    const choices = makeChoices(testSeed("plusDays"))
    for (let run = 0; run < 2_000; run += 1) {
      const start = plusDays("0000-01-01", choices.integer(0, 3_000_000)) ?? ""
      const days = choices.integer(-600_000, 600_000)
      const end = plusDays(start, days)
      if (end === undefined) continue
      assert.strictEqual(daysInclusive(start, end), days + 1)
      assert.strictEqual(plusDays(end, -days), start)
    }
  })

  it("ends at the first and the last day that a text can hold", () => {
    assert.strictEqual(plusDays("0000-01-01", 0), "0000-01-01")
    assert.isUndefined(plusDays("0000-01-01", -1))
    assert.strictEqual(plusDays("9999-12-30", 1), "9999-12-31")
    assert.isUndefined(plusDays("9999-12-31", 1))
    assert.isUndefined(plusDays("2023-02-29", 1))
  })
})
