import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { makeMeasureTexts, type Measure } from "../../../../rules/coach/printed-figures.ts"
import { shippedTables } from "../../../support/tables.ts"
import { plainSpaces } from "../support.ts"

const textIn = makeMeasureTexts()

const locales = shippedTables.coachMarkets.rows.map(({ locale }) => locale)
const measures: ReadonlyArray<Measure> = ["day", "year", "hour", "percent"]

describe("a measure in words", () => {
  it.each([
    ["fr-FR", 0, "day", "0 jour"],
    ["fr-FR", 1, "day", "1 jour"],
    ["fr-FR", 2, "day", "2 jours"],
    ["fr-FR", 90, "day", "90 jours"],
    ["fr-FR", 64, "year", "64 ans"],
    ["fr-FR", 1, "hour", "1 heure"],
    ["fr-FR", 4, "hour", "4 heures"],
    ["fr-FR", 75, "percent", "75 %"],
    ["en-US", 0, "day", "0 days"],
    ["en-US", 1, "day", "1 day"],
    ["en-US", 2, "day", "2 days"],
    ["en-CA", 64, "year", "64 years"],
    ["en-CA", 1, "year", "1 year"],
    ["en-SG", 12, "hour", "12 hours"],
    ["en-MY", 100, "percent", "100%"],
    ["en", 15, "day", "15 days"],
  ] as const)("in %s of %d %s is %s", (locale, amount, measure, text) => {
    expect(plainSpaces(textIn(locale)(amount, measure))).toBe(text)
  })

  it("shows its amount in every market, and never two measures alike", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...locales),
        fc.integer({ min: 2, max: 999 }),
        (locale, amount) => {
          const texts = measures.map((measure) => textIn(locale)(amount, measure))
          expect(new Set(texts).size).toBe(measures.length)
          for (const text of texts) expect(text.replace(/\D/g, "")).toBe(String(amount))
        },
      ),
    )
  })
})
