import { describe, expect, it } from "@effect/vitest"
import { prepareTravellerTexts } from "../../../http/messages/traveller-texts.ts"
import {
  type TravellerLanguage,
  travellerLanguage,
  travellerLanguages,
} from "../../../rules/messages/travellers/languages.ts"
import { areStale } from "../../../rules/currency/rates/accepted.ts"
import { prepareExchangeRates } from "../../../rules/currency/exchange-rates.ts"
import {
  type NoticeFacts,
  type NoticeKind,
  prepareMeta,
  quoteNotice,
} from "../../../rules/pricing/notice.ts"
import { limitOf } from "../../../rules/reference/limits.ts"
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

const texts = prepareTravellerTexts(shippedTables)

const noticeOf = (facts: Partial<NoticeFacts>, language: TravellerLanguage = "en"): string =>
  quoteNotice(
    {
      kind: "live",
      ratesOf: "2026-09-29",
      today: "2026-11-24",
      staleDays: 7,
      isPast: false,
      ...facts,
    },
    texts(language),
  )

describe("a notice", () => {
  it.each(kinds)("of %s prices begins with where they come from, in its language", (kind) => {
    for (const language of travellerLanguages) {
      const plain = noticeOf({ kind, ratesOf: "2026-11-24" }, language)
      expect(noticeOf({ kind }, language).startsWith(`${plain} `)).toBe(true)
    }
  })

  it("is told in each of the languages that quotes may ask for", () => {
    const asked = shippedTables.languages.rows.map(({ language }) => language)
    expect(asked).toHaveLength(26)
    const told = asked.map((language) => noticeOf({}, travellerLanguage(language)))
    expect(new Set(told).size).toBe(26)
  })

  it("says how old the exchange rates are from one day after the limit on", () => {
    expect(noticeOf({ today: "2026-10-06" })).not.toContain("exchange rates")
    expect(noticeOf({ today: "2026-10-07" })).toContain(
      "exchange rates of 29 September 2026, 8 days old",
    )
    expect(noticeOf({})).toContain("56 days old")
    expect(noticeOf({}, "fr")).toContain("du 29 septembre 2026, vieux de 56 jours")
    expect(noticeOf({ ratesOf: "2026-11-02" }, "pl")).toContain("22 dni")
  })

  it("ends with a sentence of its own for a trip that has begun, in each language", () => {
    const said = travellerLanguages.map((language) => {
      const plain = noticeOf({}, language)
      const past = noticeOf({ isPast: true }, language)
      expect(past.startsWith(`${plain} `)).toBe(true)
      return past.slice(plain.length)
    })
    expect(new Set(said).size).toBe(26)
    expect(noticeOf({ isPast: true })).toContain("has passed: no insurance covers")
  })

  it("says nothing of rates of no day, of today and of tomorrow", () => {
    for (const ratesOf of ["", "2026-11-24", "2026-11-25"]) {
      expect(noticeOf({ ratesOf })).not.toContain("exchange rates")
    }
  })
})

it("what is said of answers is one frozen object as long as it is the same", () => {
  const metaIn = prepareMeta("live", 7, (language, notice) => ({ language, notice }))
  const metaOf = (today: string, isPast = false) =>
    metaIn(texts("en"), "en", { ratesOf: "2026-09-29", today, isPast })
  const meta = metaOf("2026-11-24")
  expect(metaOf("2026-11-24")).toBe(meta)
  expect(meta).toEqual({ language: "en", notice: noticeOf({}) })
  expect(Object.isFrozen(meta)).toBe(true)
  expect(metaOf("2026-11-25").notice).toContain("57 days")
  expect(metaOf("2026-11-24", true).notice).toBe(noticeOf({ isPast: true }))
})

it("tells of old rates from the day on from which the status calls them stale", () => {
  const staleDays = limitOf(shippedTables, "rates_stale_days")
  const days = Array.from(
    { length: 20 },
    (_, index) => `2026-11-${String(index + 1).padStart(2, "0")}`,
  )
  const ratesOf = "2026-11-01"
  const told = days.filter((today) =>
    /exchange rates/.test(noticeOf({ ratesOf, today, staleDays })),
  )
  const stale = days.filter((today) => areStale({ newest: ratesOf, today, staleDays }))
  expect(told).toEqual(stale)
  expect(told[0]).toBe("2026-11-07")
})
