import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { amountForms, makeAmountTexts } from "../../../../rules/coach/printed-figures.ts"
import { shippedTables } from "../../../support/tables.ts"

describe("amounts in text", () => {
  it("are those of Intl in each market, whatever their size", () => {
    const textFor = makeAmountTexts()
    const own = shippedTables.coachMarkets.rows.map(
      ({ currency, locale }) => [locale, currency] as const,
    )
    assert.includeMembers(
      own.map((pair) => pair.join(" ")),
      Object.keys(amountForms),
    )
    const amounts = fc.oneof(fc.maxSafeInteger(), fc.nat(), fc.double())
    for (const [locale, currency] of [...own, ["fr-FR", "USD"], ["en", "JPY"]] as const) {
      const format = new Intl.NumberFormat(locale, {
        style: "currency",
        currency,
        maximumFractionDigits: 0,
      })
      fc.assert(
        fc.property(amounts, (amount) => {
          assert.strictEqual(textFor(locale, currency)(amount), format.format(amount))
        }),
      )
    }
  })
})
