import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { keepTexts } from "../../../../rules/coach/text/kept-texts.ts"

describe("texts of numbers that are kept", () => {
  it("are those of the format, the first time and each time after", () => {
    const format = new Intl.NumberFormat("fr-FR", { style: "currency", currency: "EUR" })
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 9 })), (amounts) => {
        const print = keepTexts(format)
        for (const amount of amounts) expect(print(amount)).toBe(format.format(amount))
      }),
    )
  })

  it("are printed once for each number", () => {
    const printed: Array<number | bigint> = []
    const format = new Intl.NumberFormat("en-US")
    const counting = Object.create(format, {
      format: {
        value: (amount: number) => {
          printed.push(amount)
          return format.format(amount)
        },
      },
    }) as Intl.NumberFormat
    const print = keepTexts(counting)
    expect([print(1_500), print(0), print(1_500), print(0)]).toEqual(["1,500", "0", "1,500", "0"])
    expect(printed).toEqual([1_500, 0])
  })
})
