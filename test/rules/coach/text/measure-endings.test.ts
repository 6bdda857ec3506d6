import { assert, describe, it } from "@effect/vitest"
import {
  makeMeasureTexts,
  type Measure,
  measureEndings,
} from "../../../../rules/coach/printed-figures.ts"

const measures: ReadonlyArray<Measure> = ["day", "year", "hour", "percent", "kilometer"]

describe("measures in the locales of markets", () => {
  it.each(Object.keys(measureEndings))("are those of Intl in %s", (locale) => {
    const textIn = makeMeasureTexts()(locale)
    for (const unit of measures) {
      const unitDisplay = unit === "percent" || unit === "kilometer" ? "short" : "long"
      const format = new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay })
      for (let amount = -1; amount < 1_100; amount += 1) {
        assert.strictEqual(textIn(amount, unit), format.format(amount))
      }
      assert.strictEqual(textIn(2.5, unit), format.format(2.5))
    }
  })
})
