import { describe, expect, it } from "@effect/vitest"
import { prepareExchangeRates } from "../../../rules/currency/exchange-rates.ts"
import { type NoticeKind, prepareMeta, quoteNotice } from "../../../rules/pricing/notice.ts"
import { shippedTables } from "../../support/tables.ts"
import { rowOf } from "../currency/rates/samples.ts"

const rates = prepareExchangeRates([
  rowOf("EUR", "1", "2020-01-01"),
  rowOf("USD", "1.1", "2026-11-20"),
  rowOf("MAD", "11", "2026-09-29"),
  rowOf("BGN", "1.95583", "2026-01-01"),
])

describe("the day of a quote's exchange rates", () => {
  it.each([
    ["EUR", "2026-11-20"],
    ["USD", "2026-11-20"],
    ["BGN", "2026-11-20"],
    ["MAD", "2026-09-29"],
    ["XXX", "2026-11-20"],
  ])(
    "is the newest rate's, or the currency's own where that is older and not fixed: %s",
    (currency, day) => {
      expect(rates.dayOf(currency)).toBe(day)
    },
  )

  it("is none where no currency has one", () => {
    expect(prepareExchangeRates([rowOf("EUR", "1", "2020-01-01")]).dayOf("EUR")).toBe("")
  })
})

const kinds: ReadonlyArray<NoticeKind> = ["sandbox", "live", "tables"]

const noticeOf = (facts: Partial<Parameters<typeof quoteNotice>[0]>): string =>
  quoteNotice({
    kind: "live",
    language: "en",
    ratesOf: "2026-09-29",
    today: "2026-11-24",
    noticeDays: 7,
    ...facts,
  })

describe("a notice", () => {
  it.each(kinds)("of %s prices begins with where they come from, in its language", (kind) => {
    for (const language of ["en", "fr"]) {
      const plain = noticeOf({ kind, language, ratesOf: "2026-11-24" })
      expect(noticeOf({ kind, language }).startsWith(`${plain} `)).toBe(true)
    }
    expect(noticeOf({ kind, language: "fr" })).not.toBe(noticeOf({ kind }))
  })

  it("is in English where its language has no texts", () => {
    const others = shippedTables.languages.rows.map(({ language }) => language)
    expect(others).toHaveLength(26)
    for (const language of others.filter((each) => each !== "fr")) {
      expect(noticeOf({ language })).toBe(noticeOf({}))
    }
  })

  it("says how old the exchange rates are from one day after the limit on", () => {
    expect(noticeOf({ today: "2026-10-06" })).not.toContain("exchange rates")
    expect(noticeOf({ today: "2026-10-07" })).toContain("exchange rates of 2026-09-29, 8 days old")
    expect(noticeOf({})).toContain("56 days old")
    expect(noticeOf({ language: "fr" })).toContain("du 2026-09-29, vieux de 56 jours")
  })

  it("says nothing of rates of no day, of today and of tomorrow", () => {
    for (const ratesOf of ["", "2026-11-24", "2026-11-25"]) {
      expect(noticeOf({ ratesOf })).not.toContain("exchange rates")
    }
  })
})

it("what is said of answers is one frozen object as long as it is the same", () => {
  const metaOf = prepareMeta("live", 7, (language, notice) => ({ language, notice }))
  const meta = metaOf("en", "2026-09-29", "2026-11-24")
  expect(metaOf("en", "2026-09-29", "2026-11-24")).toBe(meta)
  expect(meta).toEqual({ language: "en", notice: noticeOf({}) })
  expect(Object.isFrozen(meta)).toBe(true)
  expect(metaOf("en", "2026-09-29", "2026-11-25").notice).toContain("57 days")
})
