import { describe, expect, it } from "vitest"
import { dayText, momentText } from "../../../../http/pages/front/standing-facts.ts"

describe("days of the front door", () => {
  it("count the first of a month in French, and no other", () => {
    expect(dayText("2026-01-01", "fr")).toBe("1er janvier 2026")
    expect(dayText("2026-01-11", "fr")).toBe("11 janvier 2026")
    expect(dayText("2026-01-01", "en")).toBe("1 January 2026")
    expect(momentText(Date.UTC(2026, 0, 1, 9, 5), "fr")).toMatch(/^1er janvier 2026/u)
    expect(dayText("some day", "fr")).toBe("some day")
  })
})
