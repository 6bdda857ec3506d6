import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import * as Result from "effect/Result"
import { minorToNumber, minorToRational, numberToRational } from "../../../core/money/minor.ts"
import { compare, fromInteger, multiply } from "../../../core/money/rational.ts"
import { describeTripRefusal } from "../../../rules/trip/trip-refusal.ts"
import { readTrip } from "../../../rules/trip/request.ts"
import { limitOf } from "../../../rules/reference/limits.ts"
import { prepareTripVocabulary } from "../../../rules/trip/trip-vocabulary.ts"
import { sampleTrip } from "../../support/sample-trips.ts"
import { shippedTables } from "../../support/tables.ts"

const vocabulary = prepareTripVocabulary(shippedTables)
const { rows } = shippedTables.currencies
const eurosMax = limitOf(shippedTables, "insured_amount_max")

const outcome = (changes: Readonly<Record<string, unknown>>): string => {
  const read = readTrip({ trip: { ...sampleTrip, ...changes } }, vocabulary)
  return Result.isFailure(read)
    ? `${read.failure.code} ${describeTripRefusal(read.failure)}`
    : "read"
}

describe("the ceiling of an insured amount", () => {
  it("is 1,000,000 euros, a row of the table of limits", () => {
    assert.strictEqual(eurosMax, 1_000_000)
    const row = shippedTables.limits.get("insured_amount_max")
    assert.strictEqual(row?.unit, "EUR")
  })

  it.each([
    ["EUR", 1_000_000, 1_000_000.01, "at most 1000000 EUR"],
    ["USD", 1_136_072.02, 1_136_072.03, "at most 1136072.02 USD, which is 1000000 EUR"],
    ["JPY", 178_905_547, 178_905_548, "at most 178905547 JPY, which is 1000000 EUR"],
  ])(
    "lets its own amount pass and not one minor unit more: %s",
    (currency, passes, fails, rule) => {
      for (const name of ["tripPrice", "studiesAmount"]) {
        assert.strictEqual(outcome({ currency, [name]: passes }), "read")
        assert.strictEqual(outcome({ currency, [name]: fails }), `BAD_TRIP trip.${name}: ${rule}`)
        assert.strictEqual(outcome({ currency, [name]: 1e300 }), `BAD_TRIP trip.${name}: ${rule}`)
      }
    },
  )

  it("is in euros where no currency is sent", () => {
    assert.strictEqual(outcome({ tripPrice: 1_000_000 }), "read")
    assert.strictEqual(
      outcome({ tripPrice: 1_000_001, shouldCoverCancellation: true }),
      "BAD_TRIP trip.tripPrice: at most 1000000 EUR",
    )
  })

  it("is no hindrance to a currency that cannot be converted", () => {
    assert.strictEqual(outcome({ currency: "VND", tripPrice: 50_000_000 }), "read")
    assert.strictEqual(outcome({ currency: "XAF", studiesAmount: 1e300 }), "read")
  })

  it("is the last amount in minor units that is worth no more than it says, in every currency", () => {
    fc.assert(
      fc.property(fc.constantFrom(...rows), ({ code, eurRate, minorUnits }) => {
        const most = vocabulary.insuredCeiling(code)?.amountMax ?? 0
        const exact = multiply(fromInteger(BigInt(eurosMax)), eurRate)
        const sent = Result.getOrThrow(numberToRational(most))
        const oneMore = Math.round(most * 10 ** minorUnits) + 1
        assert.isAtMost(compare(sent, exact), 0)
        assert.strictEqual(compare(minorToRational(oneMore, minorUnits), exact), 1)
        assert.strictEqual(outcome({ currency: code, tripPrice: most }), "read")
        const beyond = minorToNumber(oneMore, minorUnits)
        assert.match(outcome({ currency: code, tripPrice: beyond }), /^BAD_TRIP trip.tripPrice: /)
      }),
    )
  })

  it("comes after the form of both amounts and of the currency, and before what follows them", () => {
    const over = { tripPrice: 2e6, studiesAmount: 3e6 }
    assert.match(outcome({ ...over, studiesAmount: -1 }), /studiesAmount: number >= 0$/)
    assert.match(outcome({ ...over, currency: "eur" }), /currency: three capital letters/)
    assert.match(outcome({ ...over, isAnnual: 1 }), /tripPrice: at most/)
  })
})
