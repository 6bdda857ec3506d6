import { assert, describe, it } from "@effect/vitest"
import { fileURLToPath } from "node:url"
import { compare, type Race } from "../../bench/compare.ts"
import type { Exactness } from "../../bench/part.ts"
import { decimalRate, drawCases, shippedRatios } from "../../bench/conversion-cases.ts"
import { conversionRace } from "../../bench/conversion.ts"
import { runProcess } from "../support/run-process.ts"
import { isTie } from "../rules/currency/oracle.ts"

const few = { anyKind: 5_000, exactHalves: 1_000 }

const shortTurns = { rounds: 1, roundNs: 1_000_000n }

/** What may differ: numbers overflow there in silence. */
const inexact = "dinero.js in numbers"

const exactnessOf = ({ exactness = [] }: Race): ReadonlyArray<Exactness> => exactness

describe.each([
  { from: undefined, name: "any currency" },
  { from: "EUR", name: "the euro" },
])("the race of conversions from $name", ({ from }) => {
  const race = conversionRace(from, few)

  it("holds every answer of ours against the exact rational, halves too, without one difference", () => {
    const ours = exactnessOf(race).find(({ name }) => name === race.work.name)
    assert.deepStrictEqual(ours, { name: race.work.name, cases: 6_000, differences: 0 })
  })

  it("tries every peer, and finds none to differ but the one that overflows", () => {
    for (const { name } of race.peers) {
      const held = exactnessOf(race).find((exactness) => exactness.name === name)
      assert.isDefined(held, name)
      assert.isAtLeast(held.cases, 100, name)
      if (name !== inexact) assert.strictEqual(held.differences, 0, name)
    }
  })

  it("aims at 80 times each library that gives exact answers", () => {
    const aims = race.peers.flatMap(({ name, target }) => (target?.ratio === 80 ? [name] : []))
    const libraries = ["decimal.js", "big.js", "bignumber.js", "dinero.js in bigints"]
    assert.includeMembers(aims, libraries)
  })

  it("times all contenders over the same cases", () => {
    const peers = race.peers.filter(({ name }) => name !== inexact)
    for (const index of [0, 1, 99, 100, 12_345]) {
      const sum = race.work.answer(index)
      assert.isNumber(sum)
      for (const peer of peers) assert.strictEqual(peer.answer(index), sum, peer.name)
    }
    assert.strictEqual(race.work.answer(100), race.work.answer(0), "round and round")
    assert.notStrictEqual(race.work.answer(1), race.work.answer(0))
  })

  it("comes to a figure for each peer, for one case rather than for one call", async () => {
    const figures = await compare(race, shortTurns)
    assert.deepStrictEqual(
      figures.map(({ against, target, work }) => ({ against, target, work })),
      race.peers.map(({ name, target = null }) => ({
        against: name,
        target,
        work: race.work.name,
      })),
    )
    const shared = await compare({ ...race, inputsPerAnswer: Infinity }, shortTurns)
    for (const { peerShown, workShown } of shared) {
      assert.deepStrictEqual([peerShown, workShown], ["0 ns", "0 ns"])
    }
    for (const { ratio } of figures) assert.isAbove(ratio, 0)
  })
})

it("npm run bench knows the race", async () => {
  const cwd = fileURLToPath(new URL("../..", import.meta.url))
  const { status, stderr } = await runProcess("node", ["bench/run.ts", "--only", "none"], { cwd })
  assert.strictEqual(status, 2)
  assert.match(stderr, /\bconversion\b/)
})

describe("the cases of the race", () => {
  const ratios = shippedRatios()
  const { amountsMinor, places } = drawCases(ratios, few)

  it("are of every pair of two shipped currencies, or of all from one", () => {
    assert.strictEqual(ratios.length, 33 * 32)
    assert.strictEqual(shippedRatios("EUR").length, 32)
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
