import { assert, describe, it } from "@effect/vitest"
import { emptyBitset } from "../../../core/table/bitset.ts"
import { loadDecision } from "../../../core/table/decision.ts"
import { type Draws, makeDraws } from "../../../core/random/draws.ts"
import type { LawContext } from "../../../rules/price-laws/law-catalogue.ts"
import { prepareExceptions } from "../../../rules/price-laws/law-exceptions.ts"
import type { Range } from "../../../rules/price-laws/ranges.ts"
import type { Step, StepBox } from "../../../rules/price-laws/step-proof.ts"
import { priceExceptions } from "../../../rules/plausibility/plausibility-tables.ts"
import { times } from "../../support/long.ts"
import { testSeed } from "../../support/random.ts"

const csv = [
  "law,catalogue,intent,residence_zone,zone,days,travellers,youngest_age,oldest_age,oldest_age_before,price_told_before,annual,cancellation,extreme_sports,reason",
  ",,,,,>7,,,,,,,,,days",
  ",,,,,,>=3,,,,,,,,travellers",
  ",,,,,,,<12,,,,,,,youngest",
  ",,,,,,,,>=65,,,,,,oldest",
  ",,,,,,,,>=65,<65,,,,,turned",
  ",,,,,,,>=18,,[40..70),,,,,both",
  "day,,,,,,,,,,,,,,another law",
  "",
].join("\n")

const { content: table, errors } = loadDecision(priceExceptions, csv)
const { partsOf } = prepareExceptions({ priceExceptions: table }, "sandbox")

const context: LawContext = {
  kind: {
    intent: "forTourism",
    annual: false,
    residence: "FR",
    residenceZone: "europe",
    zone: "europe",
    domestic: false,
    atHome: false,
    excluded: false,
    allSchengen: true,
    cancellation: false,
    extremeSports: false,
  },
  destinations: ["ES"],
  priceKnown: false,
  rows: emptyBitset(0),
}

const step = (traveller: Step["traveller"], dayShift: Step["dayShift"]): Step => ({
  law: traveller === "ages" ? "age" : "traveller",
  before: context,
  after: context,
  traveller,
  dayShift,
})

const rangeIn = (draws: Draws, least: number, most: number): Range => {
  const from = draws.between(least, most)
  return { from, to: draws.between(from, most) }
}

const numbers = ({ from, to }: Range): ReadonlyArray<number> =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index)

/** A trip before a step: the ages of the others, and the age after it of the traveller that it changes. */
interface Pair {
  readonly days: number
  readonly others: ReadonlyArray<number>
  readonly changed: number | undefined
}

/** A trip of a box, drawn; undefined where the youngest would be older than the oldest. */
const drawnIn = (draws: Draws, { changed, days, oldest, others, youngest }: StepBox) => {
  const of = (range: Range): number => draws.between(range.from, range.to)
  const size = of(others)
  const last = of(oldest)
  const first = of(youngest ?? { from: 0, to: last })
  if (first > last || (size === 1 && first !== last)) return undefined
  const between = Array.from({ length: Math.max(0, size - 2) }, () => draws.between(first, last))
  const ages = size === 0 ? [] : size === 1 ? [last] : [first, last, ...between]
  return { days: of(days), others: ages, changed: changed === undefined ? undefined : of(changed) }
}

/** What speaks of a trip, asked of the table as of any other. */
const speaking = ({ dayShift, law, traveller }: Step, { changed, days, others }: Pair) => {
  const after = changed === undefined ? others : [...others, changed]
  const before = changed === undefined || traveller === "adds" ? others : [...others, changed - 1]
  return table
    .evaluate({
      ...context.kind,
      law,
      catalogue: "sandbox",
      days: days + dayShift,
      travellers: after.length,
      youngestAge: Math.min(...after),
      oldestAge: Math.max(...after),
      oldestAgeBefore: Math.max(0, ...before),
      priceToldBefore: false,
    })
    .map(({ reason }) => reason)
}

describe("the parts of a box that exceptions cut it into", () => {
  it("are excepted by the rows that speak of each of their trips, and no others", () => {
    assert.deepStrictEqual(errors, [])
    const draws = makeDraws(testSeed("price exceptions"))
    const seen = new Set<string>()
    for (let drawn = 0; drawn < times(200, 5_000); drawn += 1) {
      const traveller = (["adds", "ages", undefined] as const)[draws.below(3)]
      const isAlone = traveller !== undefined && draws.below(4) === 0
      const oldest = rangeIn(draws, 0, 90)
      const box: StepBox = {
        days: rangeIn(draws, 1, 12),
        // Boxes are of parties with others, or of the changed traveller alone.
        others: isAlone ? { from: 0, to: 0 } : rangeIn(draws, 1, 4),
        oldest,
        youngest: rangeIn(draws, 0, oldest.to),
        changed: traveller === undefined ? undefined : rangeIn(draws, 1, 90),
      }
      const asked = step(traveller, draws.below(2) === 0 ? 0 : 1)
      for (const { box: part, rows } of partsOf(asked, box)) {
        const reasons = rows.map(({ reason }) => reason)
        for (const reason of reasons) seen.add(reason)
        for (let tried = 0; tried < 3; tried += 1) {
          const trip = drawnIn(draws, part)
          if (trip === undefined) continue
          assert.deepStrictEqual(reasons, speaking(asked, trip), JSON.stringify({ asked, trip }))
        }
      }
    }
    assert.sameMembers([...seen], ["days", "travellers", "youngest", "oldest", "turned", "both"])
  })

  it("are the box again, each of its days and numbers of travellers in one", () => {
    const box: StepBox = {
      days: { from: 1, to: 12 },
      others: { from: 0, to: 0 },
      oldest: { from: 0, to: 0 },
      youngest: undefined,
      changed: { from: 1, to: 90 },
    }
    const parts = partsOf(step("ages", 0), box)
    const points = parts.flatMap(({ box: { changed, days } }) =>
      numbers(days).flatMap((day) =>
        changed === undefined ? [] : numbers(changed).map((age) => `${day} ${age}`),
      ),
    )
    assert.strictEqual(points.length, 12 * 90)
    assert.strictEqual(new Set(points).size, points.length)
  })
})
