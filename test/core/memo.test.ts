import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { memo } from "../../core/memory.ts"

describe("a function that remembers its answers", () => {
  it("gives what it is made of gives, the first time and each time after", () => {
    const format = new Intl.NumberFormat("fr-FR", { style: "currency", currency: "EUR" })
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 9 })), (amounts) => {
        const print = memo((amount: number) => format.format(amount))
        for (const amount of amounts) expect(print(amount)).toBe(format.format(amount))
      }),
    )
  })

  it("computes each answer once, also where that is undefined", () => {
    const asked: Array<number> = []
    const print = memo((amount: number) => {
      asked.push(amount)
      return amount === 0 ? undefined : String(amount)
    })
    const answers = [print(1_500), print(0), print(1_500), print(0)]
    expect(answers).toEqual(["1500", undefined, "1500", undefined])
    expect(asked).toEqual([1_500, 0])
  })
})
