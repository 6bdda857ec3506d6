import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as fc from "fast-check"
import { parseDecimal } from "../../../core/money/rational.ts"
import {
  type ConversionPlan,
  conversionPlan,
  type ConvertibleCurrency,
  convertMinorOrNaN,
} from "../../../rules/currency/convert.ts"
import { echoedAmount, referenceAmount } from "../../../rules/currency/exchange-rates.ts"
import { testSeed } from "../../support/random.ts"
import { shippedTables } from "../../support/tables.ts"
import { conversionVectors, readConversionVectors, type VectorKind } from "./conversion-vectors.ts"
import {
  amountOfResult,
  isTie,
  type OracleCurrency,
  oracleConvert,
  reducedRatio,
  tieAmount,
} from "./oracle.ts"

const seed = testSeed("conversion")

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
    marginBps: fc.oneof(fc.constantFrom(0, 50, 100, 200), fc.integer({ min: 0, max: 2_000 })),
  })

const amountMinor = fc.oneof(
  fc.integer({ min: 0, max: 100_000 }),
  fc.integer({ min: -10_000_000, max: 10_000_000 }),
  fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 }),
  fc.maxSafeInteger(),
)

/** Undefined where there is no answer: NaN equals nothing, and would make comparisons true by mistake. */
const convertMinor = (plan: ConversionPlan, amountMinor: number): number | undefined => {
  const converted = convertMinorOrNaN(plan, amountMinor)
  return Number.isNaN(converted) ? undefined : converted
}

/** Results from here on are never estimated. */
const estimatedBelow = 2n ** 49n

/** Asserts without building a message each time: there are hundreds of thousands. */
const assertExact = (
  plan: ConversionPlan,
  source: OracleCurrency,
  target: OracleCurrency,
  amount: number,
): void => {
  const converted = convertMinor(plan, amount)
  const expected = expectedMinor(source, target, amount)
  if (converted === expected) return
  assert.fail(
    `${amount} ${JSON.stringify(source)} to ${JSON.stringify(target)}: ${converted}, not ${expected}`,
  )
}

const inverse = (value: bigint, modulus: bigint): bigint => {
  let [previous, current] = [0n, 1n]
  let [left, right] = [modulus, value % modulus]
  while (right !== 0n) {
    const quotient = left / right
    ;[left, right] = [right, left - quotient * right]
    ;[previous, current] = [current, previous - quotient * current]
  }
  return ((previous % modulus) + modulus) % modulus
}

/** The least amounts that leave the remainders just around half of a reduced ratio's denominator. */
const nearestToHalves = (source: OracleCurrency, target: OracleCurrency): ReadonlyArray<bigint> => {
  const { over, under } = reducedRatio(source, target)
  if (under < 3n) return []
  const undo = inverse(over, under)
  return [under / 2n - 1n, under / 2n, under / 2n + 1n].map((rest) => (rest * undo) % under)
}

describe(`conversion (seed ${seed})`, () => {
  it("agrees with the bigint oracle on 100,000 random cases, large amounts included", () => {
    const met = { everyday: 0, beyondEstimates: 0, negative: 0, noResult: 0 }
    fc.assert(
      fc.property(
        currency("XXA"),
        currency("XXB"),
        fc.array(amountMinor, { minLength: 10, maxLength: 10 }),
        (source, target, amounts) => {
          const plan = planBetween(source, target)
          for (const amount of amounts) {
            assertExact(plan, source, target, amount)
            const exact = oracleConvert(source, target, BigInt(amount))
            const magnitude = exact < 0n ? -exact : exact
            if (magnitude < 2n ** 40n) met.everyday += 1
            if (magnitude >= estimatedBelow) met.beyondEstimates += 1
            if (exact < 0n) met.negative += 1
            if (magnitude > BigInt(Number.MAX_SAFE_INTEGER)) met.noResult += 1
          }
        },
      ),
      { numRuns: 10_000, seed },
    )
    for (const [kind, count] of Object.entries(met)) assert.isAbove(count, 2_000, kind)
  })

  it("rounds 100,000 forced ties away from zero, and their neighbours to the nearest", () => {
    let ties = 0
    fc.assert(
      fc.property(
        currency("XXA"),
        currency("XXB"),
        fc.array(fc.integer({ min: 0, max: 500 }), { minLength: 25, maxLength: 25 }),
        (source, target, steps) => {
          const tie = tieAmount(source, target)
          fc.pre(tie !== undefined && 1001n * tie < BigInt(Number.MAX_SAFE_INTEGER))
          const plan = planBetween(source, target)
          for (const step of steps) {
            const amount = Number(tie) * (2 * step + 1)
            for (const near of [amount - 1, amount, amount + 1, -amount]) {
              assertExact(plan, source, target, near)
            }
            ties += 1
          }
        },
      ),
      { numRuns: 4_000, seed },
    )
    assert.isAtLeast(ties, 100_000)
  })

  it("agrees with the oracle on both sides of the results that are estimated", () => {
    let compared = 0
    fc.assert(
      fc.property(
        currency("XXA"),
        currency("XXB"),
        fc.integer({ min: 44, max: 53 }),
        fc.integer({ min: -3, max: 3 }),
        (source, target, power, offset) => {
          const amount = Number(amountOfResult(source, target, 2n ** BigInt(power))) + offset
          if (!Number.isSafeInteger(amount)) return
          compared += 1
          const plan = planBetween(source, target)
          assertExact(plan, source, target, amount)
          assertExact(plan, source, target, -amount)
        },
      ),
      { numRuns: 20_000, seed },
    )
    assert.isAbove(compared, 5_000)
  })

  /** Where estimates are the least sure: as near to a half as a fraction of these terms can be. */
  it("agrees with the oracle on amounts whose result lies as near to a half as can be", () => {
    let compared = 0
    fc.assert(
      fc.property(currency("XXA"), currency("XXB"), (source, target) => {
        const plan = planBetween(source, target)
        for (const amount of nearestToHalves(source, target)) {
          if (amount > BigInt(Number.MAX_SAFE_INTEGER)) continue
          compared += 1
          assertExact(plan, source, target, Number(amount))
          assertExact(plan, source, target, -Number(amount))
        }
      }),
      { numRuns: 10_000, seed },
    )
    assert.isAbove(compared, 10_000)
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

  it("estimate amounts of every insurer currency", () => {
    for (const source of ["EUR", "USD", "GBP", "CHF"]) {
      for (const target of shippedTables.currencies.rows) {
        const from = shippedTables.currencies.get(source)
        if (from === undefined || source === target.code) continue
        const near = conversionPlan(from, target)?.nearRatio
        assert.isAbove(near ?? Number.NaN, 0, `${source} to ${target.code}`)
      }
    }
  })

  it("refuse what is no safe integer, however small its result would be", () => {
    for (const [source, target] of [
      ["USD", "EUR"],
      ["KRW", "KRW"],
      ["KRW", "GBP"],
    ] as const) {
      const from = shippedTables.currencies.get(source)
      const to = shippedTables.currencies.get(target)
      assert(from !== undefined && to !== undefined)
      const plan = conversionPlan(from, to)
      assert.isDefined(plan)
      for (const amount of [0.5, -1.5, 1e15 + 0.5, Number.NaN, 2 ** 53, -(2 ** 53), 2 ** 60]) {
        assert.isUndefined(convertMinor(plan, amount), `${amount} ${source}`)
      }
      for (const amount of [Infinity, -Infinity, Number.MAX_VALUE, Number.MIN_VALUE]) {
        assert.isUndefined(convertMinor(plan, amount), `${amount} ${source}`)
      }
    }
  })

  it("never answer the negative zero", () => {
    const source = { code: "XXA", minorUnits: 2, eurRate: "3", marginBps: 0 }
    const plan = planBetween(source, { ...source, code: "XXB", eurRate: "1" })
    for (const amount of [-0, 0, -1]) assert.isTrue(Object.is(convertMinor(plan, amount), 0))
  })

  it("convert by bigints alone where the ratio's terms do not fit in doubles", () => {
    const source = { code: "XXA", minorUnits: 2, eurRate: "1.00000000000000000001", marginBps: 0 }
    const target = { code: "XXB", minorUnits: 2, eurRate: "3.00000000000000000007", marginBps: 150 }
    const plan = planBetween(source, target)
    assert.isNaN(plan.nearRatio)
    fc.assert(
      fc.property(amountMinor, (amount) => assertExact(plan, source, target, amount)),
      { numRuns: 1_000, seed },
    )
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

  const vectorsOf = (kind: VectorKind) => golden.vectors.filter((vector) => vector.kind === kind)
  const least: Readonly<Record<VectorKind, number>> = {
    zero: 180,
    one: 180,
    everyday: 180,
    negative: 180,
    large: 180,
    half: 80,
    just_under_half: 80,
    just_over_half: 80,
    negative_half: 80,
    result_near_2_49: 150,
    result_near_2_53: 90,
    amount_2_53: 120,
  }

  it("hold enough of each kind, and no other kind", () => {
    for (const [kind, count] of Object.entries(least)) {
      assert.isAtLeast(vectorsOf(kind as VectorKind).length, count, kind)
    }
    assert.sameMembers([...new Set(golden.vectors.map(({ kind }) => kind))], Object.keys(least))
  })

  it("have every one of their currencies as source and as target of everyday amounts", () => {
    const codes = golden.currencies.map(({ code }) => code)
    assert.isAtLeast(codes.length, 33)
    assert.includeMembers(
      shippedTables.currencies.rows.map(({ code }) => code),
      codes,
    )
    assert.sameMembers([...new Set(vectorsOf("everyday").map(({ target }) => target))], codes)
    assert.sameMembers([...new Set(vectorsOf("everyday").map(({ source }) => source))], codes)
  })

  it("have sources and targets without decimals, of everyday amounts and of halves", () => {
    const whole = new Set(
      golden.currencies.flatMap((row) => (row.minorUnits === 0 ? row.code : [])),
    )
    assert.strictEqual(whole.size, 3)
    for (const kind of ["everyday", "half"] as const) {
      assert.isAtLeast(vectorsOf(kind).filter(({ target }) => whole.has(target)).length, 7, kind)
      assert.isAtLeast(vectorsOf(kind).filter(({ source }) => whole.has(source)).length, 7, kind)
    }
  })

  it("are of the kind that they say", () => {
    const tied = ({ amountMinor, source, target }: (typeof golden.vectors)[number]) => {
      const [from, to] = [byCode.get(source), byCode.get(target)]
      assert(from !== undefined && to !== undefined)
      return isTie(from, to, BigInt(amountMinor))
    }
    for (const kind of ["half", "negative_half"] as const) assert(vectorsOf(kind).every(tied), kind)
    for (const kind of ["just_under_half", "just_over_half"] as const) {
      assert(!vectorsOf(kind).some(tied), kind)
    }
    for (const { expectedMinor: expected } of vectorsOf("result_near_2_49")) {
      assert.approximately(expected ?? 0, 2 ** 49, 3_000)
    }
    const limit = vectorsOf("result_near_2_53").map(({ expectedMinor: expected }) => expected)
    assert.isAtLeast(limit.filter((expected) => expected === null).length, 30)
    assert.isAtLeast(limit.filter((expected) => expected !== null).length, 30)
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
