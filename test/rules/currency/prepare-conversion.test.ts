import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as fc from "fast-check"
import { prepareConversion } from "../../../rules/currency/prepare-conversion.ts"

const euro = { code: "EUR", minorUnits: 2, rate: "1" }

describe("a conversion of one's own", () => {
  it("is the exact quotient with the target's margin, rounded half up once", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }),
        fc.integer({ min: 1, max: 999_999 }),
        fc.integer({ min: 0, max: 1_000 }),
        (amount, rate, marginBps) => {
          const code = "XYZ"
          const text = `${Math.floor(rate / 1000)}.${String(rate % 1000).padStart(3, "0")}`
          const convert = Result.getOrThrow(
            prepareConversion(euro, { code, minorUnits: 3, rate: text, marginBps }),
          )
          const numerator =
            BigInt(Math.abs(amount)) * 10n * BigInt(rate) * BigInt(10_000 + marginBps)
          const denominator = 1_000n * 10_000n
          const exact = (2n * numerator + denominator) / (2n * denominator)
          assert.strictEqual(BigInt(convert(amount)), amount < 0 ? -exact : exact)
        },
      ),
    )
  })

  it("names what is wrong with a currency, on either side, the source's first", () => {
    const fine = { code: "USD", minorUnits: 2, rate: "1.1" }
    const failure = (...[source, target]: Parameters<typeof prepareConversion>) =>
      Result.match(prepareConversion(source, target), {
        onSuccess: () => "conversion",
        onFailure: ({ _tag, code }) => `${_tag} ${code}`,
      })
    assert.strictEqual(failure(euro, fine), "conversion")
    for (const [over, tag] of [
      [{ rate: "0" }, "BadRate"],
      [{ rate: "-1" }, "BadRate"],
      [{ rate: "1e3" }, "BadRate"],
      [{ minorUnits: 1.5 }, "BadMinorUnits"],
      [{ marginBps: -1 }, "BadMargin"],
    ] as const) {
      assert.strictEqual(failure(euro, { ...fine, ...over }), `${tag} USD`)
      assert.strictEqual(failure({ ...fine, ...over }, euro), `${tag} USD`)
      assert.strictEqual(failure({ ...fine, ...over }, { ...euro, rate: "" }), `${tag} USD`)
    }
  })
})
