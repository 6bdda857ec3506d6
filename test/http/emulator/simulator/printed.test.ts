import { describe, expect, it } from "@effect/vitest"
import { simulatedLines } from "../../../../http/emulator/simulator/answer.ts"
import { prepareReadPrinted } from "../../../../rules/guarantees/printed/prepare.ts"
import { printedLanguages } from "../../../../rules/guarantees/printed/printed-vocabulary.ts"
import { shippedTables } from "../../../support/tables.ts"

const readPrinted = prepareReadPrinted(shippedTables)

describe("the guarantees that the simulator prints", () => {
  it.each(printedLanguages)("are understood in %s", (language) => {
    const readings = simulatedLines(language, false).map(({ printed, slug }) => {
      const { mapped, state, value } = readPrinted(printed, { language, currency: "USD" })
      return [slug, mapped, state, value === null ? null : Number(value.numerator)]
    })
    expect(readings).toEqual([
      ["hospitalFeesAbroad", true, "value", 150_000],
      ["rapatriationAssistance", true, "actual_costs", null],
      ["directBilling", true, "included", null],
      ["suitcaseInsurance", true, "value", 1_500],
      ["skiInsurance", true, "not_available", null],
    ])
  })

  it.each(printedLanguages)("mean nothing in %s where they are to", (language) => {
    for (const { printed } of simulatedLines(language, true)) {
      expect(readPrinted(printed, { language, currency: "USD" }).mapped).toBe(false)
    }
  })
})
