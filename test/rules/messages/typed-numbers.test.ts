import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { amountMinorMax } from "../../../core/money/decimal-literal.ts"
import { minorToNumber } from "../../../core/money/minor.ts"
import type { TypedAmount } from "../../../core/money/typed-amount.ts"
import { isCalendarDay } from "../../../core/vocabulary/day.ts"
import { readCsv } from "../../../core/table/csv.ts"
import {
  dayHabits,
  numberHabits,
  prepareReadAmount,
  prepareReadDay,
  readTypedCount,
  readTypedPercent,
} from "../../../rules/messages/typed-numbers.ts"
import { travellerLanguages } from "../../../rules/messages/travellers/languages.ts"
import { makeTravellerPrint } from "../../../rules/messages/travellers/traveller-print.ts"
import { makeChoices, testSeed } from "../../support/random.ts"
import { shippedTables } from "../../support/tables.ts"

/** Those that prices convert to, and one with three decimals. */
const units = [
  ...shippedTables.currencies.rows.map(({ code, minorUnits }) => ({ code, minorUnits })),
  { code: "KWD", minorUnits: 3 },
]

const seed = testSeed("typed numbers")

const localeOf = (language: string): string =>
  shippedTables.travellerSpeech.rows.find((row) => row.language === language)?.locale ?? language

/** What was read, in minor units: `320000`, `320000 or 320`, or why it was refused. */
const told = (typed: TypedAmount): string => {
  switch (typed._tag) {
    case "Amount":
      return String(typed.minor)
    case "Ambiguous":
      return typed.readings.map(({ minor }) => minor).join(" or ")
    case "Refused":
      return typed.reason
  }
}

const readIn = (language: string, text: string, currency = "EUR"): string =>
  told(prepareReadAmount(localeOf(language), units)(text, currency))

const rowsOf = (file: string): ReadonlyArray<ReadonlyArray<string>> =>
  Result.getOrThrow(readCsv(readFileSync(new URL(`fixture/${file}`, import.meta.url), "utf8")))
    .slice(1)
    .map(({ fields }) => fields.map(({ text }) => text))

/** The currency that a case asks for, where it is not the euro. */
const askedFor: Readonly<Record<string, string>> = {
  T14: "GBP",
  T27: "BRL",
  T29: "PLN",
  T30: "HUF",
  T31: "HUF",
  T32: "SEK",
  T33: "SEK",
  T34: "DKK",
  T35: "TRY",
  T36: "BGN",
}

/**
 * Cases that the facts would ask about: a separator before three digits that is not the language's
 * decimal sign parts thousands, and the amount is echoed.
 */
const echoed = new Set(["T06", "T31"])

const cents = (value: string): string => String(Math.round(Number(value) * 100))

describe("what people type", () => {
  it.each(rowsOf("number-tests.csv"))(
    "%s: a %s in %s, %j",
    (id = "", kind, language = "", text = "", _codes, right = "", ambiguous, other = "") => {
      if (kind === "date") {
        const read = prepareReadDay(localeOf(language))(text, "2026-11-28")
        if (read._tag === "Refused") return assert.strictEqual(right, "refuse")
        if (read._tag === "Day") return assert.strictEqual(read.day, right)
        assert.strictEqual(ambiguous, "yes")
        for (const day of read.days) assert.include(`${right} ${other}`, day)
        return
      }
      const read = readIn(language, text, askedFor[id])
      if (right === "refuse") return assert.match(read, /^[a-z ]+$/)
      const isAsked = ambiguous === "yes" && !echoed.has(id)
      // A reading of thousands stands first.
      const [less, more] = [right, other].toSorted((one, two) => Number(one) - Number(two))
      assert.strictEqual(
        read,
        isAsked ? `${cents(more ?? "")} or ${cents(less ?? "")}` : cents(right),
      )
    },
  )

  it("has the signs and orders of CLDR", () => {
    const rows = rowsOf("number-habits.csv")
    assert.strictEqual(rows.length, travellerLanguages.length)
    for (const [language = "", decimal, order] of rows) {
      const sign = numberHabits(localeOf(language)).decimal
      assert.strictEqual(sign, decimal === "comma" ? "," : ".", language)
      const orders = { DMY: "day first", YMD: "year first", MDY: "either" } as const
      const expected = orders[order as keyof typeof orders]
      assert.strictEqual(dayHabits(localeOf(language)).order, expected, language)
    }
  })
})

/** Ways to type three thousand two hundred in a language. */
const ways: Readonly<Record<string, ReadonlyArray<string>>> = {
  en: ["3200", "3,200", "3,200.00", "€3,200", "3 200", "EUR 3,200.-", "３，２００", "3200 euros"],
  fr: ["3 200", "3\u202f200", "3\u00a0200,00", "3.200", "3 200 €", "3200 euros", "3 200,- €"],
  de: ["3.200", "3.200,00", "3'200", "3’200.00", "3200 €", "3.200,- €", "3200 Euro", "3200,0"],
  es: ["3.200", "3.200,00 €", "3 200", "3200 euros", "EUR 3200", "€ 3.200"],
  it: ["3.200", "3.200,00", "€ 3.200", "3 200", "3'200", "3200,00 euro"],
  pl: ["3 200", "3\u00a0200,00", "3.200", "3200 EUR", "3 200,00 €", "3200 euro"],
  sv: ["3 200", "3 200:00", "3.200", "3200 €", "€3 200", "3200 euro"],
  tr: ["3.200", "3.200,00", "€3.200", "٣٢٠٠", "३२००", "۳٬۲۰۰", "3200 Euro"],
}

describe("three thousand two hundred", () => {
  const rows = Object.entries(ways).flatMap(([language, texts]) =>
    texts.map((text) => [language, text] as const),
  )
  it("is typed in more than forty ways in eight languages", () => {
    assert.isAtLeast(rows.length, 40)
    assert.strictEqual(Object.keys(ways).length, 8)
  })

  it.each(rows)("in %s: %j", (language, text) => {
    assert.strictEqual(readIn(language, text), "320000")
  })

  it.each([
    ["en", "3.200", "320000 or 320"],
    ["fr", "3,200", "320000 or 320"],
    ["de", "3,200", "320000 or 320"],
    ["mt", "3.200", "320000 or 320"],
    // Thirds of a cent are no reading.
    ["fr", "3,215", "321500"],
    ["en", "0.500", "50"],
    ["en", "1,00,000", "10000000"],
    ["en", "3,20,0", "bad groups"],
    ["en", "3200.005", "too fine"],
    ["en", "10 000 000 000 000.00", "too large"],
    ["en", "-3200", "negative"],
    ["en", "(3200)", "negative"],
    ["en", "3k", "unreadable"],
    ["en", "1e9", "unreadable"],
    ["en", "3200 or so", "unreadable"],
    ["en", "", "empty"],
    ["en", "$3200", "other unit"],
    ["en", "US$3200", "320000 or 320000"],
    ["en", "US$3200 £", "other unit"],
  ])("otherwise in %s: %j is %s", (language, text, expected) => {
    assert.strictEqual(readIn(language, text), expected)
  })

  it.each([
    ["JPY", "3.200", "3200"],
    ["JPY", "3200.5", "too fine"],
    ["JPY", "¥3,200", "3200"],
    ["JPY", "￥３，２００", "3200"],
    ["KWD", "3.200", "3200"],
  ])("of %s: %j", (currency, text, expected) => {
    assert.strictEqual(readIn("en", text, currency), expected)
  })
})

describe("an amount that a page prints", () => {
  it.each(travellerLanguages)("reads back as the same minor units in %s", (language) => {
    const print = makeTravellerPrint(localeOf(language))
    const read = prepareReadAmount(localeOf(language), units)
    const draws = makeChoices(seed)
    for (const { code, minorUnits } of units) {
      const drawn = Array.from({ length: 40 }, () => draws.integer(0, 10 ** draws.integer(1, 11)))
      for (const minor of [0, 1, 99, 100, 1_500, 99_999, 100_000, 320_000, 320_050, ...drawn]) {
        for (const how of [print.money, print.ceiling]) {
          const printed = how(minorToNumber(minor, minorUnits), code)
          assert.strictEqual(told(read(printed, code)), String(minor), `${printed} (${code})`)
        }
      }
    }
  })
})

describe("whatever is typed", () => {
  it("is read without a throw, and an amount has the digits that were typed", () => {
    const draws = makeChoices(seed)
    const signs: ReadonlyArray<string> = [
      ..."0123456789",
      ..."0123456789",
      ..." .,'-:٫٬€$kE３４٣३",
      "\u00a0",
      "\u202f",
      "EUR",
    ]
    const read = prepareReadAmount("de", units)
    for (let turn = 0; turn < 20_000; turn += 1) {
      const text = Array.from(
        { length: draws.integer(0, 12) },
        () => signs[draws.integer(0, signs.length - 1)] ?? "",
      ).join("")
      const typed = read(text, "EUR")
      if (typed._tag !== "Amount") continue
      assert.isTrue(Number.isSafeInteger(typed.minor) && typed.minor >= 0, text)
      assert.isAtMost(typed.minor, amountMinorMax, text)
      const digits = text
        .replaceAll("３", "3")
        .replaceAll("４", "4")
        .replaceAll(/[٣३]/gu, "3")
        .replaceAll(/\D/gu, "")
      const bare = (all: string): string => all.replaceAll(/^0+|0+$/gu, "")
      assert.strictEqual(bare(String(typed.minor)), bare(digits), text)
    }
  })
})

describe("a day", () => {
  it.each(travellerLanguages)("that a page prints reads back in %s", (language) => {
    const print = makeTravellerPrint(localeOf(language))
    const read = prepareReadDay(localeOf(language))
    for (const day of ["2026-11-28", "2027-01-01", "2027-03-09", "2027-05-31", "2028-02-29"]) {
      assert.deepStrictEqual(read(print.date(day), "2026-11-28"), { _tag: "Day", day })
    }
  })

  it("of whatever is typed is one of the calendar, or none", () => {
    const draws = makeChoices(seed)
    const signs = [
      "märz",
      ..."0123456789",
      ..."0123",
      ..."/.- ３٣",
      "2027",
      "ja",
      "°",
    ] as const satisfies ReadonlyArray<string>
    const read = prepareReadDay("de")
    for (let turn = 0; turn < 20_000; turn += 1) {
      const text = Array.from({ length: draws.integer(0, 9) }, () =>
        draws.pick<string>(signs),
      ).join("")
      const typed = read(text, "2026-11-28")
      const days = typed._tag === "Day" ? [typed.day] : typed._tag === "Ambiguous" ? typed.days : []
      assert.isTrue(days.every(isCalendarDay), text)
    }
  })
})

describe("counts and shares", () => {
  it.each([
    ["12000", 12_000],
    ["12 000", 12_000],
    ["12.000", 12_000],
    ["12,000", 12_000],
    ["12’000", 12_000],
    ["1.5", undefined],
    ["12 00", undefined],
    ["12 €", undefined],
    ["", undefined],
  ])("a count: %j is %s", (text, expected) => {
    assert.strictEqual(readTypedCount(text, "en-GB"), expected)
    assert.strictEqual(readTypedCount(text, "fr-FR"), expected)
  })

  it.each([
    ["15", 1_500],
    ["12,5 %", 1_250],
    ["12.5%", 1_250],
    ["1e1", undefined],
    ["12 €", undefined],
  ])("a share: %j is %s", (text, expected) => {
    assert.strictEqual(readTypedPercent(text, "en-GB"), expected)
    assert.strictEqual(readTypedPercent(text, "fr-FR"), expected)
  })
})
