import { assert, describe, it } from "@effect/vitest"
import { nearestNumber } from "../../../../core/money/rational.ts"
import {
  type PrintedLanguage,
  printedLanguages,
} from "../../../../rules/guarantees/printed/printed-vocabulary.ts"
import {
  prepareReadPrinted,
  printedLengthMax,
} from "../../../../rules/guarantees/printed/prepare.ts"
import { shippedTables } from "../../../support/tables.ts"

const readPrinted = prepareReadPrinted(shippedTables)

const textOf = (printed: string, language: PrintedLanguage = "fr", currency = "EUR"): string => {
  const { mapped, state, value } = readPrinted(printed, { language, currency })
  const amount = value === null ? "" : ` ${nearestNumber(value)}`
  return mapped ? `${state}${amount}` : `unmapped ${state}${amount}`
}

const unmapped = "unmapped not_available"

describe("prepareReadPrinted()", () => {
  it("reads what the issue names", () => {
    assert.strictEqual(textOf("Frais réels"), "actual_costs")
    assert.strictEqual(textOf("illimité"), "actual_costs")
    assert.strictEqual(textOf("150 000 €"), "value 150000")
    assert.strictEqual(textOf("30 €/jour"), "per_day 30")
    assert.strictEqual(textOf("Inclus"), "included")
    assert.strictEqual(textOf("billet retour"), "return_ticket")
    assert.strictEqual(textOf("N/A"), "not_available")
    assert.strictEqual(textOf("up to £5m", "en", "GBP"), "value 5000000")
    assert.strictEqual(textOf("10.000.000", "de"), "value 10000000")
    assert.strictEqual(textOf("CHF 1'000.–", "de", "CHF"), "value 1000")
    assert.strictEqual(textOf("as per trip cost", "en"), "trip_price")
    assert.strictEqual(textOf("frais de scolarité"), "studies_amount")
  })

  it("leaves alone what says nothing", () => {
    for (const printed of ["", " ", "\u00a0", ".", "\n", "…", "\u0000", "#", "jusqu'à #"]) {
      assert.strictEqual(textOf(printed), unmapped, JSON.stringify(printed))
    }
  })

  it("reads spaces around a line, and takes a line break for no part of a number", () => {
    assert.strictEqual(textOf(" \u00a0150 000 €\n"), "value 150000")
    assert.strictEqual(textOf("frais\nréels"), "actual_costs")
    assert.strictEqual(textOf("2\n500 €"), unmapped)
  })

  it("reads a line of the greatest length, and none that is longer", () => {
    const most = "inclus".padEnd(printedLengthMax)
    assert.strictEqual(textOf(most), "included")
    assert.strictEqual(textOf(`${most} `), unmapped)
  })

  it("reads amounts in minor units of the currency, and no finer ones", () => {
    assert.strictEqual(textOf("0,01 €"), "value 0.01")
    assert.strictEqual(textOf("1 ¥", "fr", "JPY"), "value 1")
    assert.strictEqual(textOf("1,00 ¥", "fr", "JPY"), "value 1")
    assert.strictEqual(textOf("1,01 ¥", "fr", "JPY"), unmapped)
  })

  it("reads amounts as long as their minor units are exact", () => {
    const most = String(Number.MAX_SAFE_INTEGER)
    assert.strictEqual(textOf(most, "fr", "JPY"), `value ${most}`)
    assert.strictEqual(textOf("9007199254740992", "fr", "JPY"), unmapped)
    assert.strictEqual(textOf("9".repeat(200)), unmapped)
  })

  it("reads no amount in a currency that is not in the tables, and no line at all", () => {
    assert.strictEqual(textOf("150 000", "fr", "XAF"), unmapped)
    assert.strictEqual(textOf("inclus", "fr", "constructor"), unmapped)
  })

  it("reads phrases in their own language only, and those of every language in each", () => {
    assert.strictEqual(textOf("illimité", "en"), unmapped)
    assert.strictEqual(textOf("unlimited", "fr"), unmapped)
    for (const language of printedLanguages) {
      assert.strictEqual(textOf("n/a", language), "not_available")
      assert.strictEqual(textOf("✓", language), "included")
    }
  })

  it("tells apart a share of the costs and all of them", () => {
    assert.strictEqual(textOf("100 % des frais réels"), "actual_costs")
    assert.strictEqual(textOf("80 % des frais réels"), unmapped)
    assert.strictEqual(textOf("100% of trip cost", "en"), "trip_price")
    assert.strictEqual(textOf("150% of trip cost", "en"), unmapped)
  })

  it("counts a short magnitude beside a currency only", () => {
    assert.strictEqual(textOf("5 M€"), "value 5000000")
    assert.strictEqual(textOf("5 m"), unmapped)
    assert.strictEqual(textOf("5 millions"), "value 5000000")
  })

  it("reads a sign of several currencies as that of the offer, if it is among them", () => {
    assert.strictEqual(textOf("$500", "en", "USD"), "value 500")
    assert.strictEqual(textOf("$500", "en", "CAD"), "value 500")
    assert.strictEqual(textOf("$500", "en", "EUR"), unmapped)
  })

  it("reads every currency's own code, before and behind", () => {
    for (const { code } of shippedTables.currencies.rows) {
      for (const printed of [`${code} 500`, `500 ${code}`, `${code}500`, `500${code}`]) {
        assert.strictEqual(textOf(printed, "en", code), "value 500", printed)
        assert.strictEqual(textOf(printed.toLowerCase(), "en", code), "value 500", printed)
      }
    }
    assert.isAbove(shippedTables.currencies.rows.length, 30)
  })

  it("reads every sign of a currency in that currency, and in no other without the sign", () => {
    for (const { currency, sign } of shippedTables.printedCurrencySigns.rows) {
      for (const printed of [`${sign} 500`, `500 ${sign}`, `${sign}500`]) {
        assert.strictEqual(textOf(printed, "de", currency), "value 500", `${printed} ${currency}`)
      }
      const others = shippedTables.printedCurrencySigns.rows.filter((row) => row.sign === sign)
      const other = currency === "BAM" || others.some((row) => row.currency === "BAM")
      assert.isFalse(other)
      assert.strictEqual(textOf(`500 ${sign}`, "de", "BAM"), unmapped, sign)
    }
  })

  it("reads every magnitude in its language, behind a number and before a currency", () => {
    for (const { language, needsCurrency, power, word } of shippedTables.printedMagnitudes.rows) {
      const value = `value ${5 * 10 ** power}`
      for (const of of language === null ? printedLanguages : [language]) {
        const space = /[a-z]$/i.test(word) ? " " : ""
        assert.strictEqual(textOf(`5 ${word}${space}EUR`, of), value, `${of} ${word}`)
        assert.strictEqual(textOf(`5 ${word}`, of), needsCurrency ? unmapped : value, word)
      }
    }
  })

  it("reads nothing but amounts in words where there are no magnitudes", () => {
    const none = { ...shippedTables.printedMagnitudes, rows: [], lines: [] }
    const read = prepareReadPrinted({ ...shippedTables, printedMagnitudes: none })
    const context = { language: "fr", currency: "EUR" } as const
    assert.isTrue(read("5 €", context).mapped)
    assert.isFalse(read("5 M€", context).mapped)
  })

  it("follows the tables: a state that no row gives is unmapped", () => {
    const states = { ...shippedTables.printedStates, evaluate: () => [] }
    const read = prepareReadPrinted({ ...shippedTables, printedStates: states })
    assert.isFalse(read("inclus", { language: "fr", currency: "EUR" }).mapped)
  })

  it("keeps reading right when more lines than it remembers have gone by", () => {
    for (let count = 1; count <= 5000; count += 1) {
      assert.strictEqual(textOf(`${count} €`), `value ${count}`)
    }
    assert.strictEqual(textOf("1 €"), "value 1")
  })
})
