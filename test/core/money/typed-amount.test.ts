import { assert, describe, it } from "@effect/vitest"
import { readTypedAmount } from "../../../core/money/typed-amount.ts"

const unit = { code: "SEK", minorUnits: 2 }

const read = (text: string, hasColon = true) =>
  readTypedAmount(text, { habits: { decimal: ",", hasColon }, unit, unitsOf: () => [] })

const refused = (text: string, hasColon = true): boolean => read(text, hasColon)._tag === "Refused"

describe("a colon in an amount", () => {
  it("stands before two decimals where the language has it so", () => {
    assert.deepStrictEqual(read("15:50"), { _tag: "Amount", minor: 1_550, unit })
    assert.deepStrictEqual(read("1 515:50"), { _tag: "Amount", minor: 151_550, unit })
  })

  it("is refused anywhere else: it may be a time, or two amounts", () => {
    assert.isTrue(refused("15:50", false))
    for (const text of [
      "15:5",
      "15:500",
      "1:15:50",
      "1:15,50",
      "15:",
      ":",
      "15,50:00",
      "15.50:00",
    ]) {
      assert.isTrue(refused(text), text)
    }
  })
})
