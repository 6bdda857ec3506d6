import { assert, describe, it } from "@effect/vitest"
import { dayStartMs, daysInclusive, isCalendarDay, plusDays } from "../../../core/vocabulary/day.ts"
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

/** Whether the machine's calendar has a day of this name: it turns 30 February into a day of March. */
const isOfMachine = (text: string): boolean => {
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === text
}

describe("a day that is read", () => {
  it("is one of the machine's calendar: each date of leap years and centuries", () => {
    const years = [0, 4, 100, 400, 1600, 1700, 1900, 1999, 2000, 2023, 2024, 2100, 2400, 9996, 9999]
    const number = (value: number, digits: number): string => String(value).padStart(digits, "0")
    let read = 0
    for (const year of years) {
      for (let month = 0; month <= 13; month += 1) {
        for (let day = 0; day <= 32; day += 1) {
          const text = `${number(year, 4)}-${number(month, 2)}-${number(day, 2)}`
          assert.strictEqual(isCalendarDay(text), isOfMachine(text), text)
          assert.strictEqual(!Number.isNaN(daysInclusive(text, text)), isOfMachine(text), text)
          if (isOfMachine(text)) assert.strictEqual(dayStartMs(text), Date.parse(text), text)
          read += isOfMachine(text) ? 1 : 0
        }
      }
    }
    const leap = [0, 4, 400, 1600, 2000, 2024, 2400, 9996]
    assert.strictEqual(read, 365 * years.length + leap.length)
  })

  it("counts the leap days between, also of 2000 and not of 1900", () => {
    assert.strictEqual(daysInclusive("2000-02-29", "2000-03-01"), 2)
    assert.strictEqual(daysInclusive("2000-01-01", "2000-12-31"), 366)
    assert.strictEqual(daysInclusive("1900-01-01", "1900-12-31"), 365)
    assert.isNaN(daysInclusive("1900-02-29", "1900-03-01"))
  })

  it.each([
    "",
    "2024-2-9",
    "2024-02-9a",
    "2024/02/09",
    "2024-02-09 ",
    "+024-02-09",
    "２０２４-02-09",
  ])("is not %j", (text) => {
    assert.isFalse(isCalendarDay(text))
    assert.isUndefined(plusDays(text, 1))
  })
})
