import { assert, describe, it } from "@effect/vitest"
import { decimalRate, drawCases, shippedRatios } from "../../bench/conversion-cases.ts"
import { conversionRace } from "../../bench/conversion.ts"
import { targets } from "../../bench/targets.ts"
import { isTie } from "../rules/currency/oracle.ts"

const few = { anyKind: 5_000, exactHalves: 1_000 }

describe.each([
  { from: undefined, name: "any currency" },
  { from: "EUR", name: "the euro" },
])("the race of conversions from $name", ({ from }) => {
  const race = conversionRace(from, few)

  it("holds every answer of ours, halves too, and a sample of each peer's against the exact rational", () => {
    assert.deepStrictEqual(race.notes, [
      `${race.work.name}: 6,000 answers equal the exact rational`,
      ...race.peers.map(({ name }) => `${name}: 114 answers equal the exact rational`),
    ])
  })

  it("holds each library against its target", () => {
    const held = race.peers.flatMap(({ name, target }) =>
      target === targets.conversion ? [name] : [],
    )
    assert.deepStrictEqual(held, ["decimal.js", "bignumber.js", "dinero.js in bigints"])
  })

  it("times all contenders over the same cases", () => {
    for (const index of [0, 1, 99, 100, 12_345]) {
      const sum = race.work.answer(index)
      assert.isNumber(sum)
      for (const peer of race.peers) assert.strictEqual(peer.answer(index), sum, peer.name)
    }
    assert.strictEqual(race.work.answer(100), race.work.answer(0), "round and round")
    assert.notStrictEqual(race.work.answer(1), race.work.answer(0))
  })
})

describe("the cases of the race", () => {
  const ratios = shippedRatios()
  const { amountsMinor, places } = drawCases(ratios, few)

  it("are of every pair of two shipped currencies, or of all from one", () => {
    const others = shippedRatios("EUR").length
    assert.isAtLeast(others, 32)
    assert.strictEqual(ratios.length, (others + 1) * others)
    assert.isAbove(new Set(places).size, 900)
  })

  it("are the same for the same seed, a fifth of them negative", () => {
    assert.deepStrictEqual(drawCases(ratios, few), { ratios, amountsMinor, places })
    const negative = amountsMinor.filter((amountMinor) => amountMinor < 0).length
    assert.approximately(negative / amountsMinor.length, 0.2, 0.03)
  })

  it("end with exact halves, and with nothing else", () => {
    const tied = Array.from(amountsMinor, (amountMinor, index) => {
      const ratio = ratios[places[index] ?? 0]
      assert.isDefined(ratio)
      return isTie(ratio.source, ratio.target, BigInt(amountMinor))
    })
    assert.isTrue(tied.slice(few.anyKind).every(Boolean))
    assert.isFalse(tied.slice(0, few.anyKind).every(Boolean))
  })
})

describe("decimalRate()", () => {
  const [first] = shippedRatios("EUR")
  assert.isDefined(first)

  it("is the ratio as a decimal where it has an end", () => {
    const eighth = { ...first, numerator: 3n, denominator: 8n }
    assert.deepStrictEqual(decimalRate(eighth), { amount: 375n, scale: 3n })
    assert.deepStrictEqual(decimalRate({ ...first, denominator: 1n, numerator: 7n }), {
      amount: 7n,
      scale: 0n,
    })
  })

  it("is none where it has no end", () => {
    assert.isUndefined(decimalRate({ ...first, numerator: 1n, denominator: 3n }))
  })
})
