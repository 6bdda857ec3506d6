import { describe, expect, it } from "@effect/vitest"
import { areStale, rateDays } from "../../../../rules/currency/rates/accepted.ts"
import { describeRatesRefusal } from "../../../../rules/currency/rates/rates-refusal.ts"
import { rowOf } from "./samples.ts"

describe("the age of rates", () => {
  it("is that of the oldest and the newest, the euro's aside", () => {
    const rows = [
      rowOf("EUR", "1", "2020-01-01"),
      rowOf("USD", "1.1", "2026-11-18"),
      rowOf("JPY", "160", "2026-11-20"),
      rowOf("GBP", "0.8", "2026-11-19"),
    ]
    expect(rateDays(rows)).toEqual({ oldest: "2026-11-18", newest: "2026-11-20" })
    expect(rateDays(rows.slice(0, 1))).toEqual({ oldest: "", newest: "" })
  })

  it.each<readonly [string, boolean]>([
    ["2026-11-22", false],
    ["2026-11-20", false],
    ["2026-11-16", false],
    ["2026-11-15", false],
    ["2026-11-14", true],
    ["2026-11-13", true],
    ["", true],
  ])("of %s is stale after 5 days on 2026-11-20: %s", (newest, stale) => {
    expect(areStale({ newest, today: "2026-11-20", staleDays: 5 })).toBe(stale)
  })
})

describe("the sentence of a refusal", () => {
  it("shows what a source wrote in part, and without anything that breaks a line", () => {
    const text = `20\n26\u001b[31m${"x".repeat(100)}`
    const sentence = describeRatesRefusal({ _tag: "NotADay", text })
    expect(sentence).toMatch(/^"20 26 \[31mx{30}" is no day of the form YYYY-MM-DD$/)
  })

  it("tells what a jump was and may be", () => {
    const whole = (numerator: bigint) => ({ numerator, denominator: 1n })
    const jump = { _tag: "Jump", code: "TRY", before: whole(50n), after: whole(90n) } as const
    const bound = (daysApart: number, days: number): string =>
      describeRatesRefusal({ ...jump, daysApart, days, boundBps: 1_000 })
    expect(bound(1, 1)).toBe("TRY jumps from 50 to 90, more than 1000 basis points a day in 1 day")
    expect(bound(3, 3)).toContain("more than 1000 basis points a day in 3 days")
    for (const daysApart of [0, -4]) {
      expect(bound(daysApart, 1)).toContain("1000 basis points without a day between them")
    }
    expect(bound(4, 3)).toContain("points a day over 4 days, of which at most 3 count")
    expect(bound(52, 1)).toContain("points a day over 52 days, of which at most 1 counts")
  })
})
