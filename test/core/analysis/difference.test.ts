import { assert, describe, it } from "@effect/vitest"
import {
  compareDecisions,
  type DecisionDifference,
  type DifferingRegion,
} from "../../../core/analysis/difference.ts"
import type { NamedFacts, Region } from "../../../core/analysis/region.ts"
import type { Space } from "../../../core/analysis/space.ts"
import type { Fact } from "../../../core/table/condition.ts"
import type { Decision, HitPolicy } from "../../../core/table/decision.ts"
import { camelCase } from "../../../core/table/names.ts"
import { type Choices, makeChoices, testSeed } from "../../support/random.ts"
import {
  decisionOf,
  drawEdit,
  drawRow,
  type TextRow,
  wordsOfPairs,
} from "../../support/table-pairs.ts"

const hitPolicies = ["unique", "first", "collect"] as const

const generous = { regionsMax: 5_000, budget: 2_000_000_000 }

const compare = (before: Decision, after: Decision): DecisionDifference =>
  compareDecisions(before, after, wordsOfPairs, generous)

/** What a table really answers, without lines and notes. */
const answers = ({ evaluate }: Decision, facts: NamedFacts): ReadonlyArray<string> => {
  const asked = Object.entries(facts).map(([name, fact]) => [camelCase(name), fact] as const)
  return evaluate(Object.fromEntries(asked)).map((hit) => {
    const { label, price } = hit as unknown as Readonly<
      Record<string, string | { readonly numerator: bigint; readonly denominator: bigint }>
    >
    return typeof price === "object" ? `${price.numerator}/${price.denominator} ${label}` : ""
  })
}

const differAt = (before: Decision, after: Decision, facts: NamedFacts): boolean =>
  answers(before, facts).join(";") !== answers(after, facts).join(";")

/** Every combination of segments, with facts that lie in it. */
const pointsOf = ({ dimensions }: Space) => {
  let points: ReadonlyArray<{ readonly at: ReadonlyArray<number>; readonly facts: NamedFacts }> = [
    { at: [], facts: {} },
  ]
  for (const { name, witnesses } of dimensions) {
    points = points.flatMap(({ at, facts }) =>
      witnesses.map((witness, segment) => ({
        at: [...at, segment],
        facts: { ...facts, [name]: witness },
      })),
    )
  }
  return points
}

const holds = (region: Region, at: ReadonlyArray<number>): boolean =>
  region.every((segments, index) => segments.includes(at[index] ?? -1))

/** The way in which two lists differ: for one row both; for several what is gone and what has come. */
const wayOf = (
  hitPolicy: HitPolicy,
  before: ReadonlyArray<string>,
  after: ReadonlyArray<string>,
): string => {
  if (hitPolicy !== "collect") return `${before.join(";")} -> ${after.join(";")}`
  const come = [...after]
  const gone = before.filter((outcome) => {
    const place = come.indexOf(outcome)
    if (place < 0) return true
    come.splice(place, 1)
    return false
  })
  return `${gone.sort().join(";")} -> ${come.sort().join(";")}`
}

const drawPair = (choices: Choices) => {
  const hitPolicy = choices.pick(hitPolicies)
  const rows = Array.from({ length: choices.integer(0, 7) }, () => drawRow(choices))
  const edited = choices.chance(0.15)
    ? Array.from({ length: choices.integer(0, 5) }, () => drawRow(choices))
    : drawEdit(choices, rows)
  return {
    hitPolicy,
    before: decisionOf(hitPolicy, rows),
    after: decisionOf(hitPolicy, edited),
    shown: JSON.stringify({ hitPolicy, rows, edited }),
  }
}

const checkRegions = (
  pair: ReturnType<typeof drawPair>,
  difference: DecisionDifference,
): number => {
  const { after, before, hitPolicy, shown } = pair
  const ways = new Map<DifferingRegion, Set<string>>()
  let differing = 0
  for (const { at, facts } of pointsOf(difference.space)) {
    const expected = differAt(before, after, facts)
    const inside = difference.regions.filter(({ region }) => holds(region, at))
    assert.strictEqual(inside.length > 0, expected, `${shown} at ${JSON.stringify(facts)}`)
    for (const region of inside) {
      const way = wayOf(hitPolicy, answers(before, facts), answers(after, facts))
      ways.set(region, (ways.get(region) ?? new Set()).add(way))
    }
    if (expected) differing += 1
  }
  for (const set of ways.values()) assert.strictEqual(set.size, 1, `${shown}: ${[...set].join()}`)
  return differing
}

const checkWitness = (
  { after, before, shown }: ReturnType<typeof drawPair>,
  difference: DifferingRegion,
): void => {
  const { witness } = difference
  assert.isTrue(differAt(before, after, witness), `${shown} at ${JSON.stringify(witness)}`)
  const linesAt = ({ evaluate }: Decision): ReadonlyArray<number> => {
    const asked = Object.entries(witness).map(([name, fact]) => [camelCase(name), fact] as const)
    return evaluate(Object.fromEntries<Fact>(asked)).map(({ line }) => line)
  }
  const lines = ({ rows }: Decision, places: ReadonlyArray<number>) =>
    places.map((place) => rows[place]?.line)
  assert.deepStrictEqual(lines(before, difference.before), [...linesAt(before)])
  assert.deepStrictEqual(lines(after, difference.after), [...linesAt(after)])
}

describe("compareDecisions()", () => {
  it("reports exactly the facts that two versions answer differently, each region in one way", () => {
    const seed = testSeed("differences")
    const choices = makeChoices(seed)
    let differing = 0
    let regions = 0
    let equivalent = 0
    for (let pair = 0; pair < 400; pair += 1) {
      const drawn = drawPair(choices)
      const difference = compare(drawn.before, drawn.after)
      assert.strictEqual(difference.beyond, "nothing", drawn.shown)
      differing += checkRegions(drawn, difference)
      for (const region of difference.regions) checkWitness(drawn, region)
      regions += difference.regions.length
      if (difference.regions.length === 0) equivalent += 1
    }
    assert.isAbove(differing, 1_000)
    assert.isAbove(regions, 400)
    assert.isAbove(equivalent, 20)
  })

  it("mirrors the comparison the other way round", () => {
    const choices = makeChoices(testSeed("mirrored differences"))
    let points = 0
    for (let pair = 0; pair < 150; pair += 1) {
      const { after, before, shown } = drawPair(choices)
      const forth = compare(before, after)
      const back = compare(after, before)
      assert.strictEqual(forth.regions.length === 0, back.regions.length === 0, shown)
      const listed = (difference: DecisionDifference): ReadonlyArray<string> =>
        pointsOf(difference.space)
          .filter(({ at }) => difference.regions.some(({ region }) => holds(region, at)))
          .map(({ facts }) => JSON.stringify(Object.values(facts)))
          .sort()
      assert.deepStrictEqual(listed(forth), listed(back), shown)
      points += listed(forth).length
    }
    assert.isAbove(points, 300)
  })

  it("proves a table equivalent to itself", () => {
    const choices = makeChoices(testSeed("a table and itself"))
    let tables = 0
    for (; tables < 100; tables += 1) {
      const rows = Array.from({ length: choices.integer(0, 40) }, () => drawRow(choices))
      const decision = decisionOf(choices.pick(hitPolicies), rows)
      const { beyond, regions } = compare(decision, decision)
      assert.deepStrictEqual({ beyond, regions }, { beyond: "nothing", regions: [] })
    }
    assert.strictEqual(tables, 100)
  })
})

const equivalent = (
  hitPolicy: HitPolicy,
  before: ReadonlyArray<TextRow>,
  after: ReadonlyArray<TextRow>,
): void => {
  const { beyond, regions } = compareDecisions(
    decisionOf(hitPolicy, before),
    decisionOf(hitPolicy, after),
    wordsOfPairs,
  )
  assert.deepStrictEqual({ beyond, regions }, { beyond: "nothing", regions: [] })
}

describe("a refactoring is proven equivalent", () => {
  const red: TextRow = ["red", "<5", "", "", "1", "a", "s"]
  const green: TextRow = ["green", "", "", "", "2", "a", "s"]
  const late: TextRow = ["red", ">=5", "", "", "3", "a", "s"]

  it("when disjoint rows change places", () => {
    for (const hitPolicy of hitPolicies) {
      equivalent(hitPolicy, [red, green, late], [late, green, red])
    }
  })
  it("when an interval is split", () => {
    const parts: ReadonlyArray<TextRow> = [
      ["green", "<4", "", "", "2", "a", "s"],
      ["green", "4", "", "", "2", "a", "s"],
      ["green", ">4", "", "", "2", "a", "s"],
    ]
    for (const hitPolicy of hitPolicies) equivalent(hitPolicy, [red, green], [red, ...parts])
  })
  it("when what is not said becomes the other words", () => {
    for (const hitPolicy of hitPolicies) {
      equivalent(
        hitPolicy,
        [["not(red|green)", "", "", "", "1", "a", "s"]],
        [["blue|grey", "", "", "", "1", "a", "s"]],
      )
    }
  })
  it("when rows that say the same are merged", () => {
    const parts: ReadonlyArray<TextRow> = [
      ["red", "[0..5]", "true", "", "1", "a", "s"],
      ["blue", "[0..5]", "true", "", "1", "a", "s"],
      ["red|blue", "<=5", "false", "", "1", "a", "s"],
    ]
    for (const hitPolicy of hitPolicies) {
      equivalent(hitPolicy, parts, [["blue|red", "<6", "", "", "1", "a", "s"]])
    }
  })
  it("when a figure is written otherwise, or only a note is", () => {
    equivalent(
      "unique",
      [["red", "[0..12]", "", "", "1.4", "a", "here"]],
      [["red", "", "", "", "1.400", "a", "there"]],
    )
  })
  it("when a row that an earlier one hides is taken out or changed, under first only", () => {
    const hidden: TextRow = ["red", "<3", "true", "", "9", "b", "s"]
    equivalent("first", [red, hidden, green], [red, green])
    equivalent("first", [red, hidden, green], [red, ["red", "2", "", "", "7", "b", "s"], green])
    const collected = compare(
      decisionOf("collect", [red, hidden, green]),
      decisionOf("collect", [red, green]),
    )
    assert.strictEqual(collected.regions.length, 1)
  })
})
