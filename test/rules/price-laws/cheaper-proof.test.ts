import { assert, describe, it } from "@effect/vitest"
import { type Draws, makeDraws } from "../../../core/random/draws.ts"
import {
  type Box,
  type BoxPoint,
  type PriceComparison,
  type PremiumForm,
  proveNeverCheaper,
} from "../../../rules/price-laws/cheaper-proof.ts"
import { times } from "../../support/long.ts"
import { testSeed } from "../../support/random.ts"

const classes = 2
const firstDay = 3

const amount = (draws: Draws): bigint => BigInt(draws.between(-3, 6))

const formOf = (draws: Draws, offerId: number): PremiumForm => ({
  offerId,
  minimum: BigInt(draws.between(0, 25)),
  form: {
    constant: BigInt(draws.between(-5, 20)),
    perDay: BigInt(draws.between(-2, 2)),
    heads: Array.from({ length: classes }, () => amount(draws)),
    headsPerDay: Array.from({ length: classes }, () => BigInt(draws.between(-1, 2))),
    share: BigInt(draws.between(0, 2)),
  },
  unrated: draws.below(6) === 0 ? [draws.below(classes)] : [],
})

const boxOf = (draws: Draws): Box => {
  const low = Array.from({ length: classes }, () => draws.below(2))
  const least = low.reduce((sum, each) => sum + each, 0)
  const from = least + draws.below(2)
  return {
    low,
    high: low.map((each) => each + draws.below(4)),
    travellers: { from, to: from + draws.below(3) },
    days: { from: firstDay, to: firstDay + draws.below(4) },
    price: { from: 0, to: draws.below(4) },
  }
}

const numbers = (from: number, to: number): ReadonlyArray<number> =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)

/** Every trip of a box. */
const pointsIn = ({ days, high, low, price, travellers }: Box): ReadonlyArray<BoxPoint> =>
  numbers(low[0] ?? 0, high[0] ?? 0).flatMap((first) =>
    numbers(low[1] ?? 0, high[1] ?? 0)
      .filter((second) => first + second >= travellers.from && first + second <= travellers.to)
      .flatMap((second) =>
        numbers(days.from, days.to).flatMap((day) =>
          numbers(price.from, price.to).map((paid) => ({
            counts: [first, second],
            days: day,
            price: paid,
          })),
        ),
      ),
  )

/** A premium, summed up in the plainest way; undefined where somebody has no rate. */
const premiumAt = (
  { form, minimum, unrated }: PremiumForm,
  point: BoxPoint,
): bigint | undefined => {
  if (unrated.some((index) => (point.counts[index] ?? 0) > 0)) return undefined
  const days = BigInt(point.days - firstDay)
  let sum = form.constant + form.perDay * days + form.share * BigInt(point.price)
  for (const [index, count] of point.counts.entries()) {
    sum += BigInt(count) * ((form.heads[index] ?? 0n) + (form.headsPerDay[index] ?? 0n) * days)
  }
  return sum > minimum ? sum : minimum
}

const isCheaper = (
  after: PremiumForm,
  before: ReadonlyArray<PremiumForm>,
  point: BoxPoint,
): boolean => {
  const paid = premiumAt(after, point) ?? 0n
  const cheapest = before.flatMap((one) => premiumAt(one, point) ?? [])
  return cheapest.length > 0 && cheapest.every((price) => price > paid)
}

describe("proveNeverCheaper()", () => {
  it("says what every trip of a box says, one by one", () => {
    const draws = makeDraws(testSeed("cheaper proof"))
    const said = { Proven: 0, Refuted: 0, Undecided: 0 }
    for (let drawn = 0; drawn < times(3_000, 100_000); drawn++) {
      const after = { ...formOf(draws, 0), unrated: [] }
      const before = numbers(1, 1 + draws.below(3)).map((id) => formOf(draws, id))
      const box = boxOf(draws)
      const breaks = (point: BoxPoint) => isCheaper(after, before, point)
      const comparison: PriceComparison = {
        firstDay,
        after,
        before: before.map((one) => () => one),
        unit: 1n,
        slackOf: () => 0n,
        breaks,
        boxesMax: 5_000,
      }
      const verdict = proveNeverCheaper(comparison, box)
      said[verdict._tag] += 1
      const broken = pointsIn(box).filter(breaks)
      const shown = JSON.stringify({ after, before, box }, (_, value: unknown) =>
        typeof value === "bigint" ? Number(value) : value,
      )
      if (verdict._tag === "Proven") assert.deepStrictEqual(broken, [], shown)
      if (verdict._tag === "Refuted") assert.isTrue(breaks(verdict.point), shown)
      // Between two whole prices lie others, on which whoever is cheaper may change.
      if (verdict._tag === "Undecided") assert.isAbove(box.price.to, 0, shown)
    }
    // Both are met, so that neither is proven by saying always the same.
    assert.isAbove(said.Proven, times(300, 10_000))
    assert.isAbove(said.Refuted, times(300, 10_000))
    assert.isBelow(said.Undecided, times(300, 10_000))
  })

  it.each(["days", "travellers", "price"] as const)(
    "finds what is cheaper neither at the first nor at the last, but between them: %s",
    (what) => {
      const most = 16
      const form = (offerId: number, constant: bigint, slope: bigint): PremiumForm => ({
        offerId,
        minimum: 0n,
        form: {
          constant,
          perDay: what === "days" ? slope : 0n,
          heads: [what === "travellers" ? slope : 0n, 0n],
          headsPerDay: [0n, 0n],
          share: what === "price" ? slope : 0n,
        },
        unrated: [],
      })
      const upTo = (name: typeof what, from: number) => ({
        from,
        to: what === name ? from + most : from,
      })
      const travellers = upTo("travellers", 1)
      const box: Box = {
        low: [1, 0],
        high: [travellers.to, 0],
        travellers,
        days: upTo("days", firstDay),
        price: upTo("price", 0),
      }
      const after = form(0, 100n, 2n)
      const [rising, steady] = [form(1, 90n, 4n), form(2, 125n, 0n)]
      const comparison = { firstDay, after, unit: 1n, slackOf: () => 0n, boxesMax: 1_000 }
      const proven = (before: ReadonlyArray<PremiumForm>) =>
        proveNeverCheaper(
          {
            ...comparison,
            before: before.map((one) => () => one),
            breaks: (point) => isCheaper(after, before, point),
          },
          box,
        )._tag
      assert.strictEqual(proven([rising, steady]), "Refuted")
      // A third that is never dearer between them keeps the law.
      assert.strictEqual(proven([rising, steady, form(3, 100n, 2n)]), "Proven")
    },
  )

  it("leaves open what it may not cut so often", () => {
    const flat = { heads: [1n, 1n], headsPerDay: [0n, 0n], perDay: 0n, share: 0n }
    const form = (offerId: number, constant: bigint, share: bigint): PremiumForm => ({
      offerId,
      minimum: 0n,
      form: { ...flat, constant, share },
      unrated: [],
    })
    const box: Box = {
      low: [1, 0],
      high: [1, 0],
      travellers: { from: 1, to: 1 },
      days: { from: firstDay, to: firstDay },
      price: { from: 0, to: 1_000 },
    }
    const after = form(0, 100n, 1n)
    const before = [form(1, 100n, 0n), form(2, 600n, 0n)]
    const comparison = {
      firstDay,
      after,
      before: before.map((one) => () => one),
      unit: 1n,
      slackOf: () => 0n,
    }
    assert.strictEqual(proveNeverCheaper({ ...comparison, boxesMax: 100 }, box)._tag, "Proven")
    const steeper = [form(1, 100n, 2n)]
    const open = { ...comparison, before: steeper.map((one) => () => one), boxesMax: 3 }
    assert.strictEqual(proveNeverCheaper(open, box)._tag, "Undecided")
  })
})
