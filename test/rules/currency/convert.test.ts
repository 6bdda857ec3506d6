import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as fc from "fast-check"
import { parseDecimal } from "../../../core/money/rational.ts"
import {
  type ConversionPlan,
  conversionPlan,
  type ConvertibleCurrency,
  convertMinor,
} from "../../../rules/currency/convert.ts"
import { splitDivisor } from "../../../rules/currency/divisor-split.ts"
import { echoedAmount, referenceAmount } from "../../../rules/currency/reference-amount.ts"
import { shippedTables } from "../../support/tables.ts"
import { conversionVectors, readConversionVectors } from "./conversion-vectors.ts"
import { type OracleCurrency, oracleConvert, tieAmount } from "./oracle.ts"

const seed = Date.now() % 2 ** 31

const readCurrency = (currency: OracleCurrency): ConvertibleCurrency => ({
  ...currency,
  eurRate: Result.getOrThrow(parseDecimal(currency.eurRate)),
})

const planBetween = (source: OracleCurrency, target: OracleCurrency): ConversionPlan => {
  const plan = conversionPlan(readCurrency(source), readCurrency(target))
  assert.isDefined(plan)
  return plan
}

const expectedMinor = (source: OracleCurrency, target: OracleCurrency, amountMinor: number) => {
  const expected = Number(oracleConvert(source, target, BigInt(amountMinor)))
  return Number.isSafeInteger(expected) ? expected : undefined
}

const currency = (code: string): fc.Arbitrary<OracleCurrency> =>
  fc.record({
    code: fc.constant(code),
    minorUnits: fc.constantFrom(0, 2, 2, 3),
    eurRate: fc.oneof(
      fc.integer({ min: 1, max: 2_000_000_000 }).map((rate) => (rate / 1e6).toFixed(6)),
      fc.integer({ min: 1, max: 400_000_000 }).map((rate) => (rate / 1e8).toFixed(8)),
      fc.constantFrom("1", "0.5", "2", "1.25", "1.95583"),
    ),
    marginBps: fc.constantFrom(0, 50, 100, 200, 333, 1999),
  })

const amountMinor = fc.oneof(
  fc.integer({ min: 0, max: 100_000 }),
  fc.integer({ min: -10_000_000, max: 10_000_000 }),
  fc.maxSafeNat(),
  fc.maxSafeInteger(),
)

describe(`conversion (seed ${seed})`, () => {
  it("agrees with the bigint oracle on 100,000 random cases, large amounts included", () => {
    let fast = 0
    fc.assert(
      fc.property(currency("XXA"), currency("XXB"), amountMinor, (source, target, amount) => {
        const plan = planBetween(source, target)
        if (plan.split !== undefined && amount >= 0 && amount <= plan.split.amountMinorMax)
          fast += 1
        assert.strictEqual(convertMinor(plan, amount), expectedMinor(source, target, amount))
      }),
      { numRuns: 100_000, seed },
    )
    assert.isAbove(fast, 20_000, "the fast path must be what is tested")
  })

  it("rounds forced ties up, and their neighbours to the nearest", () => {
    let ties = 0
    fc.assert(
      fc.property(
        currency("XXA"),
        currency("XXB"),
        fc.integer({ min: 0, max: 50 }),
        (source, target, step) => {
          const tie = tieAmount(source, target)
          if (tie === undefined) return
          const amount = Number(tie * BigInt(2 * step + 1))
          if (!Number.isSafeInteger(amount + 1)) return
          ties += 1
          const plan = planBetween(source, target)
          for (const near of [amount - 1, amount, amount + 1, -amount]) {
            assert.strictEqual(convertMinor(plan, near), expectedMinor(source, target, near))
          }
        },
      ),
      { numRuns: 20_000, seed },
    )
    assert.isAbove(ties, 2_000)
  })

  it("agrees with the oracle on both sides of the fast path's bound", () => {
    fc.assert(
      fc.property(
        currency("XXA"),
        currency("XXB"),
        fc.integer({ min: -3, max: 3 }),
        (source, target, offset) => {
          const plan = planBetween(source, target)
          if (plan.split === undefined) return
          const amount = plan.split.amountMinorMax + offset
          if (amount < 0 || !Number.isSafeInteger(amount)) return
          assert.strictEqual(convertMinor(plan, amount), expectedMinor(source, target, amount))
        },
      ),
      { numRuns: 5_000, seed },
    )
  })

  it("never decreases when the amount grows", () => {
    fc.assert(
      fc.property(
        currency("XXA"),
        currency("XXB"),
        fc.integer({ min: 0, max: 10_000_000 }),
        (source, target, amount) => {
          const plan = planBetween(source, target)
          const less = convertMinor(plan, amount)
          const more = convertMinor(plan, amount + 1)
          if (more === undefined) return
          assert(less !== undefined && less <= more)
        },
      ),
      { seed },
    )
  })
})

describe("conversion plans", () => {
  it("leave an amount of the same currency as it is, without margin", () => {
    for (const row of shippedTables.currencies.rows) {
      const plan = conversionPlan(row, row)
      assert.isDefined(plan)
      assert.strictEqual(convertMinor(plan, 123_457), 123_457)
    }
  })

  it("take the fast path for everyday amounts of every insurer currency", () => {
    for (const source of ["EUR", "USD", "GBP", "CHF"]) {
      for (const target of shippedTables.currencies.rows) {
        const from = shippedTables.currencies.get(source)
        if (from === undefined || source === target.code) continue
        const bound = conversionPlan(from, target)?.split?.amountMinorMax
        assert.isAbove(bound ?? 0, 10_000_000, `${source} to ${target.code}`)
      }
    }
  })

  it("refuse what is no safe integer", () => {
    const [source, target] = shippedTables.currencies.rows
    assert(source !== undefined && target !== undefined)
    const plan = conversionPlan(source, target)
    assert.isDefined(plan)
    for (const amount of [0.5, Number.NaN, Infinity, 2 ** 53, -1.5]) {
      assert.isUndefined(convertMinor(plan, amount))
    }
  })

  it("have no plan from a currency whose rate is zero", () => {
    const [target] = shippedTables.currencies.rows
    assert.isDefined(target)
    const eurRate = { numerator: 0n, denominator: 1n }
    assert.isUndefined(
      conversionPlan({ code: "XXZ", minorUnits: 2, eurRate, marginBps: 0 }, target),
    )
  })
})

describe("golden conversions", () => {
  const golden = readConversionVectors()
  const byCode = new Map(golden.currencies.map((row) => [row.code, row]))

  it("are at least 200 over all 33 currencies, with ties and zero-decimal targets", () => {
    assert.isAtLeast(golden.vectors.length, 200)
    assert.strictEqual(new Set(golden.vectors.map(({ target }) => target)).size, 33)
    assert.strictEqual(new Set(golden.vectors.map(({ source }) => source)).size, 33)
  })

  it("are what the oracle gives for the rates in the file", () => {
    assert.deepStrictEqual(golden.vectors, conversionVectors(golden.currencies))
  })

  it("are what conversion gives", () => {
    for (const { amountMinor: amount, expectedMinor: expected, source, target } of golden.vectors) {
      const from = byCode.get(source)
      const to = byCode.get(target)
      assert(from !== undefined && to !== undefined)
      const converted = convertMinor(planBetween(from, to), amount)
      assert.strictEqual(converted ?? null, expected, `${amount} ${source} to ${target}`)
    }
  })
})

describe("splitDivisor()", () => {
  it("gives two factors of the divisor, the larger first", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 31 - 1 }), (value) => {
        const { lower, upper } = splitDivisor(value)
        assert.strictEqual(lower * upper, value)
        assert.isAtLeast(upper, lower)
      }),
      { numRuns: 300 },
    )
  })

  it("balances powers of ten", () => {
    assert.deepStrictEqual(splitDivisor(10 ** 12), { upper: 10 ** 6, lower: 10 ** 6 })
    assert.deepStrictEqual(splitDivisor(1), { upper: 1, lower: 1 })
  })
})

describe("amounts at the reference rates", () => {
  const { get } = shippedTables.currencies
  const euro = get("EUR")
  const yen = get("JPY")
  it("echo the very number in the same currency", () => {
    assert.isDefined(euro)
    assert.strictEqual(echoedAmount({ value: 1234.567, currency: "EUR" }, euro, get), 1234.567)
  })

  it("convert without margin, half up to the target's minor unit", () => {
    assert(euro !== undefined && yen !== undefined)
    assert.strictEqual(echoedAmount({ value: 100, currency: "EUR" }, yen, get), 17_891)
    assert.strictEqual(echoedAmount({ value: 17_891, currency: "JPY" }, euro, get), 100)
  })

  it("are unknown from an unsupported currency, and null beyond JSON's numbers", () => {
    assert(euro !== undefined && yen !== undefined)
    assert.isNull(echoedAmount({ value: 5, currency: "XAF" }, euro, get))
    assert.isUndefined(referenceAmount({ value: 5, currency: "XAF" }, euro, get))
    assert.isNull(echoedAmount({ value: Number.MAX_VALUE, currency: "EUR" }, yen, get))
  })
})
