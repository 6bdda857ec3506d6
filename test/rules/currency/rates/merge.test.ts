import { describe, expect, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as fc from "fast-check"
import { parseDecimal } from "../../../../core/money/rational.ts"
import {
  admitDocument,
  mergeRates,
  readRate,
  sameRates,
} from "../../../../rules/currency/rates/accepted.ts"
import { testSeed } from "../../../support/random.ts"
import { shippedTables } from "../../../support/tables.ts"
import { acceptedOf, documentOf, rowOf } from "./samples.ts"

const decimal = (text: string) => Result.getOrThrow(parseDecimal(text))

describe("rates of a source over the table", () => {
  const rows = [
    rowOf("EUR", "1", "2026-01-01"),
    rowOf("USD", "1.10", "2026-11-18"),
    rowOf("JPY", "160", "2026-11-20"),
    rowOf("MAD", "11", "2026-11-01"),
  ]

  it.each<readonly [string, string, string]>([
    ["2026-11-17", "1.10", "160"],
    ["2026-11-18", "1.15", "160"],
    ["2026-11-19", "1.15", "160"],
    ["2026-11-20", "1.15", "165"],
    ["2026-11-21", "1.15", "165"],
  ])("of %s are in force where they are as new as the table's", (day, usd, jpy) => {
    const merged = mergeRates(rows, acceptedOf({ USD: "1.15", JPY: "165" }, day))
    expect(merged.map(({ eurRate }) => eurRate)).toEqual(["1", usd, jpy, "11"].map(decimal))
  })

  it("come with their day and source, and leave everything else of a row", () => {
    const [, usd] = mergeRates(rows, acceptedOf({ USD: "1.15" }, "2026-11-20", "a bank"))
    const eurRate = decimal("1.15")
    expect(usd).toEqual({ ...rows[1], eurRate, rateDate: "2026-11-20", source: "a bank" })
  })

  it("leave the very rows when they change nothing", () => {
    expect(mergeRates(rows, undefined)).toBe(rows)
    expect(mergeRates(rows, acceptedOf({ USD: "1.15" }, "2026-11-17"))).toBe(rows)
    expect(mergeRates(rows, acceptedOf({ GBP: "0.8", EUR: "2" }, "2026-11-20"))).toBe(rows)
  })
})

describe("merging and judging", () => {
  const { rows } = shippedTables.currencies
  const seed = testSeed("merging rates")
  const anyDay = fc
    .integer({ min: 0, max: 400 })
    .map((days) => new Date(Date.UTC(2026, 0, 1) + days * 86_400_000).toISOString().slice(0, 10))
  const anyTexts = fc.dictionary(
    fc.constantFrom("XXX", ...rows.map(({ code }) => code)),
    fc.oneof(
      fc.integer({ min: 1, max: 2_000_000_000 }).map((rate) => (rate / 1e6).toFixed(6)),
      fc.constantFrom("0", "1", "junk", "1e3", "1000001"),
    ),
    { maxKeys: 40 },
  )
  const readable = (texts: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(texts).filter(([code, text]) => Result.isSuccess(readRate(code, text))),
    )

  it("never changes the euro, a currency that is not published, or anything but rate, day and source", () => {
    fc.assert(
      fc.property(anyTexts, anyDay, (texts, day) => {
        const published = readable(texts)
        const merged = mergeRates(rows, acceptedOf(published, day))
        expect(merged).toHaveLength(rows.length)
        for (const [index, row] of merged.entries()) {
          const before = rows[index]
          const { eurRate, rateDate, source } = row
          expect({ ...before, eurRate, rateDate, source }).toEqual(row)
          const newer = published[row.code] !== undefined && day >= (before?.rateDate ?? "")
          if (row.code === "EUR" || !newer) expect(row).toBe(before)
          else expect(eurRate).toEqual(decimal(published[row.code] ?? ""))
        }
      }),
      { seed, numRuns: 500 },
    )
  })

  it("takes a document with all its known rates or not at all", () => {
    let taken = 0
    let refused = 0
    const limits = { jumpMaxBps: 1_000_000_000, jumpDaysMax: 3 }
    fc.assert(
      fc.property(anyTexts, anyDay, (texts, day) => {
        const facts = { rows, accepted: undefined, source: "s", today: "2027-12-31", limits }
        const admitted = admitDocument(documentOf(texts, day), facts)
        const known = rows.filter(({ code }) => code !== "EUR" && texts[code] !== undefined)
        if (Result.isSuccess(admitted)) {
          taken += 1
          expect([...admitted.success.rates.keys()]).toEqual(known.map(({ code }) => code))
        } else {
          refused += 1
        }
      }),
      { seed, numRuns: 2_000 },
    )
    expect(taken).toBeGreaterThan(20)
    expect(refused).toBeGreaterThan(20)
  })
})

describe("two documents", () => {
  const one = acceptedOf({ USD: "1.10", JPY: "160" }, "2026-11-18")

  it("are the same when their day and rates are, whoever published them", () => {
    expect(sameRates(one, acceptedOf({ JPY: "160", USD: "1.10" }, "2026-11-18", "b"))).toBe(true)
  })

  it.each([
    ["day", acceptedOf({ USD: "1.10", JPY: "160" }, "2026-11-19")],
    ["rate", acceptedOf({ USD: "1.11", JPY: "160" }, "2026-11-18")],
    ["currency less", acceptedOf({ USD: "1.10" }, "2026-11-18")],
    ["currency more", acceptedOf({ USD: "1.10", JPY: "160", GBP: "1" }, "2026-11-18")],
    ["other currency", acceptedOf({ USD: "1.10", GBP: "160" }, "2026-11-18")],
  ])("are not the same with another %s", (_, other) => {
    expect(sameRates(one, other)).toBe(false)
  })
})
