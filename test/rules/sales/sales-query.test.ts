import * as fc from "fast-check"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { readSalesQuery, saleDates, salesCursorText } from "../../../rules/sales/sales-query.ts"

const page = { usual: 100, max: 500 }

const read = (query: string) => {
  const parameters = new URLSearchParams(query)
  return readSalesQuery((name) => parameters.get(name) ?? undefined, page)
}

const asked = (query: string) => Result.getOrThrow(read(query))

const refusedBecause = (query: string) => {
  const result = read(query)
  return Result.isFailure(result) ? `${result.failure.parameter}: ${result.failure.rule}` : "taken"
}

describe("a query of sales", () => {
  it("asks for the first hundred by the day of booking, unless told otherwise", () => {
    expect(asked("")).toEqual({
      status: null,
      by: "booked",
      fromMs: null,
      untilMs: null,
      after: null,
      limit: 100,
      isNewestFirst: false,
    })
    expect(asked("utm_source=x")).toEqual(asked(""))
  })

  it("reads days and instants in UTC, to the millisecond", () => {
    const from = (text: string) => asked(`from=${text}`).fromMs
    expect(from("1970-01-01")).toBe(0)
    expect(from("2026-11-01")).toBe(Date.parse("2026-11-01T00:00:00Z"))
    expect(from("2026-11-01T23:59:59Z")).toBe(Date.parse("2026-11-01T23:59:59Z"))
    expect(from("2026-11-01T08:00:00.5Z")).toBe(Date.parse("2026-11-01T08:00:00.500Z"))
  })

  it.each([
    // As Python's isoformat, its str, Go's RFC3339Nano, Java's OffsetDateTime and PHP's DATE_ATOM write it.
    "2026-11-01T07:30:00.123456%2B00:00",
    "2026-11-01 07:30:00.123456%2B00:00",
    "2026-11-01T08:30:00.123456789%2B01:00",
    "2026-11-01T02:00:00.123-05:30",
    "2026-11-01t07:30:00.1239z",
    "2026-11-01T07:30:00.123-00:00",
    // A plus that nobody encoded.
    "2026-11-01T08:30:00.123+01:00",
    "2026-10-31T08:30:00.123-23:00",
  ])("reads %s, an instant with its offset", (text) => {
    expect(asked(`from=${text}`).fromMs).toBe(Date.parse("2026-11-01T07:30:00.123Z"))
  })

  it("reads an instant as the same, whatever offset it is written with", () => {
    const last = Date.parse("2200-01-01T00:00:00Z")
    const minuteMax = 23 * 60 + 59
    fc.assert(
      fc.property(
        fc.integer({ min: Date.parse("1971-01-01T00:00:00Z"), max: last }),
        fc.integer({ min: -minuteMax, max: minuteMax }),
        (atMs, aheadMinutes) => {
          const local = new Date(atMs + aheadMinutes * 60_000).toISOString().slice(0, -1)
          const ahead = new Date(Math.abs(aheadMinutes) * 60_000).toISOString().slice(11, 16)
          const text = `${local}${aheadMinutes < 0 ? "-" : "+"}${ahead}`
          expect(asked(`from=${encodeURIComponent(text)}`).fromMs).toBe(atMs)
          expect(asked(`until=${text}`).untilMs).toBe(atMs)
        },
      ),
    )
  })

  it.each([
    "from=2026-02-29",
    "from=2026-11-01T24:00:00Z",
    "from=2026-11-01T08:00:00",
    "from=2026-11-01T08:00:00%2B24:00",
    "from=2026-11-01T08:00:00%2B0100",
    "from=2026-11-01T08:00:00Z%2B01:00",
    "from=2026-11-01%2B01:00",
    "from=yesterday",
    "from=",
  ])("refuses %s, which is no day and no instant", (query) => {
    expect(refusedBecause(query)).toMatch(/^from: a day YYYY-MM-DD, in UTC, or an instant/)
  })

  it("takes an end only behind the beginning", () => {
    expect(refusedBecause("from=2026-11-01&until=2026-11-01")).toBe("until: later than from")
    expect(refusedBecause("from=2026-11-01&until=2026-11-01T00:00:00.001Z")).toBe("taken")
  })

  it("takes pages of 1 to 500 sales", () => {
    expect(refusedBecause("limit=0")).toBe("limit: a whole number from 1 to 500")
    expect([asked("limit=1").limit, asked("limit=500").limit]).toEqual([1, 500])
    for (const limit of ["501", "-1", "1.5", "1e2", "", "9999999"]) {
      expect(refusedBecause(`limit=${limit}`)).toMatch(/^limit/)
    }
  })

  it("knows the words of status and date", () => {
    expect(refusedBecause("status=paid")).toBe("status: one of pending, validated, cancelled")
    expect(refusedBecause("by=order")).toBe("by: one of booked, changed, validates")
  })

  it("takes a cursor of the same date back, and no other", () => {
    expect(refusedBecause("cursor=booked.1.2")).toBe("taken")
    expect(refusedBecause("by=changed&cursor=booked.1.2")).toMatch(/^cursor: .* by changed$/)
    for (const cursor of ["", "x", "booked.1", "booked.-1.2", "booked.1.2'; drop table sale"]) {
      expect(refusedBecause(`cursor=${encodeURIComponent(cursor)}`)).toMatch(/^cursor/)
    }
  })

  it("reads every cursor that it writes", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...saleDates),
        fc.nat(8_640_000_000_000),
        fc.bigInt({ min: 0n, max: 10n ** 17n }),
        (by, atMs, id) => {
          const cursor = salesCursorText(by, { atMs, id })
          expect(asked(`by=${by}&cursor=${cursor}`).after).toEqual({ atMs, id })
        },
      ),
    )
  })
})
