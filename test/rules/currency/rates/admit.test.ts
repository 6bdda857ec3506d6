import { describe, expect, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as fc from "fast-check"
import { parseDecimal } from "../../../../core/money/rational.ts"
import { type AdmissionFacts, admitDocument } from "../../../../rules/currency/rates/accepted.ts"
import { testSeed } from "../../../support/random.ts"
import { acceptedOf, documentOf, rowOf, type Texts } from "./samples.ts"

const rows = [
  rowOf("EUR", "1", "2026-11-18"),
  rowOf("USD", "1.10", "2026-11-18"),
  rowOf("JPY", "160", "2026-11-18"),
  rowOf("MAD", "11", "2026-11-18"),
]

const facts: AdmissionFacts = {
  rows,
  accepted: undefined,
  source: "a source",
  today: "2026-11-20",
  limits: { jumpMaxBps: 1_000, jumpDaysMax: 3 },
}

const admit = (texts: Texts, day: string, some: Partial<AdmissionFacts> = {}) => {
  const admitted = admitDocument(documentOf(texts, day), { ...facts, ...some })
  if (Result.isFailure(admitted)) return admitted.failure
  const { rates, source, day: taken } = admitted.success
  return {
    source,
    day: taken,
    ...Object.fromEntries([...rates].map(([code, { text }]) => [code, text])),
  }
}

const tagOf = (...parts: Parameters<typeof admit>) => {
  const admitted = admit(...parts)
  return "_tag" in admitted ? admitted._tag : "taken"
}

const sound: Texts = { USD: "1.11", JPY: "161" }
const accepted = acceptedOf(sound, "2026-11-19")

describe("a document of rates", () => {
  it("is taken with its rates of known currencies as they were written", () => {
    expect(admit({ ...sound, USD: "1.1100", XXX: "9999999999", EUR: "1.0" }, "2026-11-19")).toEqual(
      {
        source: "a source",
        day: "2026-11-19",
        USD: "1.1100",
        JPY: "161",
      },
    )
  })

  it.each<readonly [string, string]>([
    ["2026-11-19", "taken"],
    ["2026-11-20", "taken"],
    ["2026-11-21", "taken"],
    ["2026-11-22", "FutureDay"],
    ["9999-12-31", "FutureDay"],
  ])("of %s is %s on 2026-11-20", (day, tag) => {
    expect(tagOf(sound, day)).toBe(tag)
  })

  it.each<readonly [string, string]>([
    ["2026-11-18", "OlderThanInForce"],
    ["2026-11-19", "taken"],
    ["2026-11-20", "taken"],
  ])("of %s is %s over one of 2026-11-19, whoever published that", (day, tag) => {
    expect(tagOf(sound, day, { accepted })).toBe(tag)
    expect(tagOf(sound, day, { accepted: { ...accepted, source: "another" } })).toBe(tag)
  })

  it("is taken over older rows of a table, even when it is older than they are", () => {
    expect(tagOf(sound, "2026-11-01")).toBe("taken")
  })

  it("is refused when a currency has gone that the source had, and only then", () => {
    const missing = { _tag: "MissingCurrency", code: "JPY" }
    expect(admit({ USD: "1.11" }, "2026-11-20", { accepted })).toEqual(missing)
    expect(tagOf({ USD: "1.11" }, "2026-11-20")).toBe("taken")
    const another = { ...accepted, source: "another" }
    expect(tagOf({ USD: "1.11" }, "2026-11-20", { accepted: another })).toBe("taken")
    const fewer = rows.filter(({ code }) => code !== "JPY")
    expect(tagOf({ USD: "1.11" }, "2026-11-20", { accepted, rows: fewer })).toBe("taken")
  })

  it.each<readonly [string, string]>([
    ["0.0000009", "OutOfBounds"],
    ["0", "OutOfBounds"],
    ["-1.1", "OutOfBounds"],
    ["1000000.01", "OutOfBounds"],
    ["1e0", "Malformed"],
    ["1,11", "Malformed"],
    ["", "Malformed"],
    ["NaN", "Malformed"],
    [" 1.11", "Malformed"],
    ["+1.11", "Malformed"],
  ])("with the rate %s is refused: %s", (text, tag) => {
    expect(tagOf({ ...sound, USD: text }, "2026-11-20")).toBe(tag)
  })

  it.each<readonly [string, string]>([
    ["0.000001", "0.000001"],
    ["1000000", "1000000"],
  ])("with the rate %s, the bound itself, is taken", (text, before) => {
    const atBound = [rowOf("USD", before, "2026-11-18")]
    expect(tagOf({ USD: text }, "2026-11-20", { rows: atBound })).toBe("taken")
  })

  it("is refused when one euro is not one euro, or when it has nothing that is known", () => {
    expect(tagOf({ ...sound, EUR: "1.0001" }, "2026-11-20")).toBe("Malformed")
    expect(tagOf({ XXX: "1", EUR: "1" }, "2026-11-20")).toBe("Malformed")
  })

  it("that breaks several rules is refused for the first of them", () => {
    const steps: ReadonlyArray<readonly [Texts, string, string]> = [
      [{ JPY: "1e1" }, "2026-11-30", "FutureDay"],
      [{ JPY: "1e1" }, "2026-11-01", "OlderThanInForce"],
      [{ JPY: "1e1" }, "2026-11-20", "MissingCurrency"],
      [{ JPY: "0", USD: "9" }, "2026-11-20", "OutOfBounds"],
      [{ JPY: "160", USD: "9" }, "2026-11-20", "Jump"],
    ]
    for (const [texts, day, tag] of steps) expect(tagOf(texts, day, { accepted })).toBe(tag)
  })
})

describe("a rate that moves", () => {
  const over = [rowOf("USD", "1", "2026-11-10"), rowOf("JPY", "100", "2026-11-10")]
  const today = "2026-11-30"

  /** Day, most that may be, and the next more, of a rate that was 1. */
  it.each<readonly [string, string, string, string]>([
    ["before that day", "2026-11-09", "1.1", "1.1000000001"],
    ["on the same day", "2026-11-10", "1.1", "1.1000000001"],
    ["after 1 day", "2026-11-11", "1.1", "1.1000000001"],
    ["after 1 day, down", "2026-11-11", "0.9", "0.8999999999"],
    ["after 2 days", "2026-11-12", "1.2", "1.2000000001"],
    ["after 3 days", "2026-11-13", "1.3", "1.3000000001"],
    ["after 3 days, down", "2026-11-13", "0.7", "0.6999999999"],
    ["after 4 days", "2026-11-14", "1.3", "1.3000000001"],
    ["after 19 days", "2026-11-29", "1.3", "1.3000000001"],
  ])("%s may move to its bound and no further", (_, day, most, more) => {
    expect(tagOf({ USD: most }, day, { rows: over, today })).toBe("taken")
    expect(tagOf({ USD: more }, day, { rows: over, today })).toBe("Jump")
  })

  it("too far keeps the whole document from being taken, and says so in figures", () => {
    expect(admit({ USD: "1.01", JPY: "131" }, "2026-11-13", { rows: over, today })).toEqual({
      _tag: "Jump",
      code: "JPY",
      before: Result.getOrThrow(parseDecimal("100")),
      after: Result.getOrThrow(parseDecimal("131")),
      daysApart: 3,
      days: 3,
      boundBps: 1_000,
    })
  })

  it("is measured from the rate in force, be that the table's or the source's", () => {
    const taken = acceptedOf({ USD: "1.3" }, "2026-11-13")
    const inForce = { rows: over, today, accepted: taken }
    expect(tagOf({ USD: "1.43" }, "2026-11-14", inForce)).toBe("taken")
    expect(tagOf({ USD: "1" }, "2026-11-14", inForce)).toBe("Jump")
    const edited = [rowOf("USD", "2", "2026-11-14")]
    expect(tagOf({ USD: "2.1" }, "2026-11-14", { ...inForce, rows: edited })).toBe("taken")
    expect(tagOf({ USD: "1.3" }, "2026-11-14", { ...inForce, rows: edited })).toBe("Jump")
  })

  it("may not move at all under a bound of 0, for at least one day", () => {
    const limits = { jumpMaxBps: 0, jumpDaysMax: 0 }
    expect(tagOf({ USD: "1.00" }, "2026-11-11", { rows: over, today, limits })).toBe("taken")
    expect(tagOf({ USD: "1.000001" }, "2026-11-11", { rows: over, today, limits })).toBe("Jump")
    const daily = { jumpMaxBps: 1_000, jumpDaysMax: 0 }
    expect(tagOf({ USD: "1.1" }, "2026-11-20", { rows: over, today, limits: daily })).toBe("taken")
  })

  it("is refused exactly when it moves by more than the bound, in whole figures", () => {
    const seed = testSeed("rates that move")
    const micro = (rate: number) => (rate / 1e6).toFixed(6)
    let jumps = 0
    fc.assert(
      fc.property(
        fc.integer({ min: 1_000, max: 2_000_000_000 }),
        fc.integer({ min: 5_000, max: 15_000 }),
        fc.integer({ min: 0, max: 6 }),
        (before, share, days) => {
          const after = Math.floor((before * share) / 10_000)
          const allowed = before * 1_000 * Math.max(1, Math.min(3, days))
          const expected = Math.abs(after - before) * 10_000 <= allowed ? "taken" : "Jump"
          if (expected === "Jump") jumps += 1
          const one = [rowOf("USD", micro(before), "2026-11-10")]
          const day = `2026-11-${10 + days}`
          expect(tagOf({ USD: micro(after) }, day, { rows: one, today })).toBe(expected)
        },
      ),
      { seed, numRuns: 2_000 },
    )
    expect(jumps).toBeGreaterThan(100)
  })
})
