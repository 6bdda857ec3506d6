import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { minorToRational } from "../../../../core/money/minor.ts"
import { guaranteeStates } from "../../../../core/vocabulary/guarantee.ts"
import { printedLanguages } from "../../../../rules/guarantees/printed/printed-vocabulary.ts"
import { prepareReadPrinted } from "../../../../rules/guarantees/printed/prepare.ts"
import { testSeed } from "../../../support/random.ts"
import { shippedTables } from "../../../support/tables.ts"
import { type AmountForm, noDecimals, phrasesOf, printAmount, signsOf } from "./printed-forms.ts"

const readPrinted = prepareReadPrinted(shippedTables)
const seed = testSeed("printed guarantees")
const parameters = { seed, numRuns: 4000 }

const language = fc.constantFrom(...printedLanguages)

const currency = fc.constantFrom(
  { code: "EUR", minorUnits: 2, signs: ["€", "EUR", "euros", "Euro"] },
  { code: "GBP", minorUnits: 2, signs: ["£", "GBP", "gbp"] },
  { code: "CHF", minorUnits: 2, signs: ["CHF", "Fr.", "SFr."] },
  { code: "USD", minorUnits: 2, signs: ["$", "US$", "USD"] },
  { code: "JPY", minorUnits: 0, signs: ["¥", "JPY"] },
)

const amountMinor = fc.oneof(
  fc.integer({ min: 1, max: 1e11 }),
  fc.integer({ min: 1, max: 9999 }).map((thousands) => thousands * 100_000),
  fc.integer({ min: 1, max: 999 }).map((millions) => millions * 100_000_000),
)

const formOf = (of: (typeof printedLanguages)[number]): fc.Arbitrary<AmountForm> =>
  fc
    .record({
      signs: fc.constantFrom(...signsOf[of]),
      noDecimals: fc.constantFrom(...noDecimals),
      currency: fc.option(
        fc.record({ before: fc.boolean(), gap: fc.constantFrom("", " ", "\u00a0", "\u202f") }),
        { nil: undefined },
      ),
      inWords: fc.boolean(),
    })
    .map(({ signs: [thousands, decimal], ...form }) => ({ ...form, thousands, decimal }))

const printing = language.chain((of) =>
  fc.record({
    language: fc.constant(of),
    currency,
    sign: fc.nat(),
    state: fc.constantFrom(...guaranteeStates),
    phrase: fc.nat(),
    amountMinor,
    form: formOf(of),
  }),
)

describe("printed guarantees", () => {
  it("read as what was printed, in every state, language and form of amounts", () => {
    const seen = new Set<string>()
    fc.assert(
      fc.property(printing, (given) => {
        const { code, minorUnits, signs } = given.currency
        const phrases = phrasesOf[given.language][given.state]
        const phrase = phrases[given.phrase % phrases.length] ?? phrases[0]
        const sign = signs[given.sign % signs.length] ?? code
        const amount = printAmount(given.amountMinor, minorUnits, sign, given.language, given.form)
        const printed = phrase.replace("#", amount)
        const holdsValue = given.state === "value" || given.state === "per_day"
        const value = holdsValue ? minorToRational(given.amountMinor, minorUnits) : null
        const context = { language: given.language, currency: code }
        const expected = { state: given.state, value, mapped: true }
        assert.deepStrictEqual(readPrinted(printed, context), expected, printed)
        seen.add(`${given.language} ${given.state}`)
      }),
      parameters,
    )
    assert.strictEqual(seen.size, printedLanguages.length * guaranteeStates.length)
  })

  const anything = fc.oneof(
    fc
      .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 400 })
      .map((codes) => String.fromCharCode(...codes)),
    fc.string({ unit: fc.constantFrom(..."0123456789.,' \u00a0€$£-–%/#()jourmaxMkbis") }),
    fc
      .tuple(fc.constantFrom(...shippedTables.corpusPrintedGuarantees.rows), fc.string(), fc.nat())
      .map(([{ printed }, text, at]) => {
        const place = at % (printed.length + 1)
        return `${printed.slice(0, place)}${text}${printed.slice(place)}`
      }),
  )
  const context = fc.record({ language, currency: currency.map(({ code }) => code) })

  it("never fail, and hold a value exactly when their state has one", () => {
    fc.assert(
      fc.property(anything, context, (printed, meant) => {
        const { mapped, state, value } = readPrinted(printed, meant)
        if (!mapped)
          assert.deepStrictEqual({ state, value }, { state: "not_available", value: null })
        assert.strictEqual(value !== null, state === "value" || state === "per_day", printed)
        if (value !== null) assert.isTrue(value.numerator > 0n, printed)
      }),
      parameters,
    )
  })

  it("read the same in any case and with any kind of spaces, if their letters have both cases", () => {
    const plain = anything.map((text) => text.replace(/[^\p{L}\p{N}\p{P}\p{S}\p{Zs}]/gu, ""))
    const latin = plain.map((text) => text.replace(/[^\u0020-\u024f\u2010-\u20bf]/gu, ""))
    fc.assert(
      fc.property(latin, context, (printed, meant) => {
        const read = readPrinted(printed, meant)
        for (const other of [
          printed.toUpperCase(),
          printed.toLowerCase(),
          printed.replace(/\p{Zs}/gu, "\u202f"),
          printed.replace(/\p{Zs}/gu, "\u3000"),
        ]) {
          // Some letters are two in capitals, and a line may grow beyond what is read.
          if (other.length <= 300 && printed.length <= 300) {
            assert.deepStrictEqual(readPrinted(other, meant), read, printed)
          }
        }
      }),
      parameters,
    )
  })
})
