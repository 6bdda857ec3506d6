import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as fc from "fast-check"
import { allocate } from "../../../core/money/allocate.ts"

const weights = fc
  .array(fc.oneof(fc.nat(1000), fc.double({ min: 0, max: 1e6, noNaN: true })), {
    minLength: 1,
    maxLength: 12,
  })
  .filter((some) => some.some((weight) => weight > 0))

const sumOf = (parts: ReadonlyArray<bigint>): bigint => parts.reduce((sum, part) => sum + part, 0n)

const magnitude = (value: bigint): bigint => (value < 0n ? -value : value)

describe("allocation", () => {
  it("sums to the amount exactly, each part less than a unit from its share", () => {
    fc.assert(
      fc.property(
        fc.bigInt(-(10n ** 24n), 10n ** 24n),
        fc.array(fc.bigInt(0n, 10n ** 9n), { minLength: 1, maxLength: 12 }),
        (amount, whole) => {
          fc.pre(sumOf(whole) > 0n)
          const parts = Result.getOrThrow(allocate(amount, whole))
          assert.strictEqual(parts.length, whole.length)
          assert.strictEqual(sumOf(parts), amount)
          const total = sumOf(whole)
          for (const [index, part] of parts.entries()) {
            const scaled = amount * (whole[index] ?? 0n)
            assert.isTrue(magnitude(part * total - scaled) < total)
            if (whole[index] === 0n) assert.strictEqual(part, 0n)
          }
        },
      ),
    )
  })

  it("takes fractions as they are written, and numbers as bigints", () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), weights, (amount, some) => {
        const parts = Result.getOrThrow(allocate(amount, some))
        assert.strictEqual(sumOf(parts.map(BigInt)), BigInt(amount))
        const big = Result.getOrThrow(allocate(BigInt(amount), some))
        assert.deepStrictEqual(parts.map(BigInt), [...big])
      }),
    )
  })

  it("depends on proportions alone, and gives a heavier weight no less", () => {
    fc.assert(
      fc.property(
        fc.nat(),
        fc.array(fc.nat(50), { minLength: 1, maxLength: 9 }),
        fc.integer({ min: 1, max: 9 }),
        (amount, some, times) => {
          fc.pre(some.some((weight) => weight > 0))
          const parts = Result.getOrThrow(allocate(amount, some))
          const again = Result.getOrThrow(
            allocate(
              amount,
              some.map((weight) => weight * times),
            ),
          )
          assert.deepStrictEqual(parts, again)
          for (const [left, weight] of some.entries()) {
            for (const [right, other] of some.entries()) {
              if (weight > other) assert.isAtLeast(parts[left] ?? -1, parts[right] ?? 0)
            }
          }
        },
      ),
    )
  })

  it("gives units that are left to the largest remainders, the earlier of equal ones", () => {
    assert.deepStrictEqual(Result.getOrThrow(allocate(10, [3, 3, 1])), [4, 4, 2])
    assert.deepStrictEqual(Result.getOrThrow(allocate(5, [1, 1])), [3, 2])
    assert.deepStrictEqual(Result.getOrThrow(allocate(-5, [1, 1])), [-3, -2])
    assert.deepStrictEqual(Result.getOrThrow(allocate(0, [1, 2])), [0, 0])
  })

  it("refuses what is no amount and no weights", () => {
    const why = (amount: number, some: ReadonlyArray<number>) =>
      Result.match(allocate(amount, some), {
        onSuccess: () => "parts",
        onFailure: ({ _tag }) => _tag,
      })
    assert.strictEqual(why(0.5, [1]), "NotWhole")
    assert.strictEqual(why(2 ** 53, [1]), "NotWhole")
    assert.strictEqual(why(1, [1, -1]), "BadWeight")
    assert.strictEqual(why(1, [Number.NaN]), "BadWeight")
    assert.strictEqual(why(1, [Infinity]), "BadWeight")
    assert.strictEqual(why(1, []), "NoWeight")
    assert.strictEqual(why(1, [0]), "NoWeight")
  })
})
