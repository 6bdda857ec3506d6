import { assert, describe, it } from "@effect/vitest"
import { nearestNumber } from "../../../../core/money/rational.ts"
import type { PrintedLanguage } from "../../../../rules/guarantees/printed/printed-vocabulary.ts"
import { makeNumberReader } from "../../../../rules/guarantees/printed/amount-finder.ts"
import { shippedTables } from "../../../support/tables.ts"

const readerOf = (language: PrintedLanguage) =>
  makeNumberReader(
    shippedTables.printedNumberFormats.rows.filter(
      (row) => row.language === null || row.language === language,
    ),
  )

const read: Readonly<Record<PrintedLanguage, ReadonlyArray<readonly [string, number]>>> = {
  fr: [
    ["1 500", 1500],
    ["1 500,5", 1500.5],
    ["10.000.000", 10_000_000],
    ["30.50", 30.5],
    ["1'500.50", 1500.5],
  ],
  en: [
    ["1,500", 1500],
    ["1,500.5", 1500.5],
    ["10 000.50", 10_000.5],
    ["1'000'000", 1_000_000],
  ],
  de: [
    ["1.500", 1500],
    ["1.500,50", 1500.5],
    ["10 000,5", 10_000.5],
    ["1'500.50", 1500.5],
    ["500.50", 500.5],
  ],
  es: [
    ["1.500", 1500],
    ["10 000", 10_000],
    ["0,5", 0.5],
  ],
  it: [
    ["1.500", 1500],
    ["1.000.000,00", 1_000_000],
    ["1'000", 1000],
  ],
}

const refused: Readonly<Record<PrintedLanguage, ReadonlyArray<string>>> = {
  fr: ["1,500", "1 500,123", "1.00.000", "1 500.000", "10 00", "1 500'000"],
  en: ["10.000", "1.000.000", "1,50,000", "1,00", "12,34", "1,500,00"],
  de: ["1,500", "1.50.000", "1.000.00", "1.0000", "1,000,000"],
  es: ["1,500", "150,000.00", "10.00 0", "1.0000"],
  it: ["1,500", "1.00 0", "150,000"],
}

describe("makeNumberReader() over the shipped formats", () => {
  for (const language of Object.keys(read) as ReadonlyArray<PrintedLanguage>) {
    it(`reads numbers as ${language} prints them`, () => {
      const reader = readerOf(language)
      for (const [digits, value] of [...read[language], ["0", 0], ["1000", 1000]] as const) {
        const number = reader(digits)
        assert.strictEqual(number && nearestNumber(number), value, digits)
      }
    })

    it(`refuses what is no number in ${language}`, () => {
      const reader = readerOf(language)
      const everywhere = ["", " ", "007", "0 500", "0.500", "1..5", ",5", "5,", "1-5", "1e5", "٣"]
      for (const digits of [...refused[language], ...everywhere]) {
        assert.isUndefined(reader(digits), digits)
      }
    })
  }

  it("reads 40 digits and refuses 41", () => {
    const reader = readerOf("fr")
    assert.deepStrictEqual(reader("9".repeat(40)), {
      numerator: 10n ** 40n - 1n,
      denominator: 1n,
    })
    assert.isUndefined(reader("9".repeat(41)))
  })
})

describe("makeNumberReader()", () => {
  const point = { language: null, thousands: "point", decimal: "comma", decimalsMax: 3 } as const
  const comma = { language: null, thousands: "comma", decimal: "point", decimalsMax: 3 } as const

  it("reads nothing that two formats read differently", () => {
    const both = makeNumberReader([point, comma])
    assert.isUndefined(both("1.000"))
    assert.isUndefined(both("1,000"))
    assert.deepStrictEqual(both("1.000.000"), { numerator: 1_000_000n, denominator: 1n })
    assert.deepStrictEqual(both("1.5"), { numerator: 3n, denominator: 2n })
  })

  it("reads decimals up to the most that a format has, and none where it has none", () => {
    const whole = makeNumberReader([{ ...comma, decimalsMax: 0 }])
    assert.isUndefined(whole("1.5"))
    assert.deepStrictEqual(whole("1,000"), { numerator: 1000n, denominator: 1n })
    const three = makeNumberReader([comma])
    assert.deepStrictEqual(three("0.125"), { numerator: 1n, denominator: 8n })
    assert.isUndefined(three("0.1250"))
  })

  it("reads nothing without formats", () => {
    assert.isUndefined(makeNumberReader([])("5"))
  })
})
