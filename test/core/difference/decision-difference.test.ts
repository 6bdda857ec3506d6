import { assert, describe, it } from "@effect/vitest"
import {
  compareDecisions,
  type DecisionDifference,
  type DifferingRegion,
} from "../../../core/difference/decision-difference.ts"
import { describeSegments } from "../../../core/analysis/region-cells.ts"
import type { NamedFacts, Region } from "../../../core/analysis/region.ts"
import type { Space } from "../../../core/analysis/space.ts"
import type { Fact } from "../../../core/table/condition.ts"
import type { Decision } from "../../../core/table/decision.ts"
import {
  answersOne,
  hitPolicies,
  type HitPolicy,
  policies,
} from "../../../core/table/hit-policy.ts"
import { camelCase } from "../../../core/table/names.ts"
import { acceptsFact, type ConditionKind, plainAnswer } from "../../support/interpreter.ts"
import { type Choices, makeChoices, testSeed } from "../../support/random.ts"
import {
  colours,
  decisionOf,
  drawEdit,
  drawRow,
  type TextRow,
  wordsOfPairs,
} from "../../support/table-pairs.ts"

const generous = { regionsMax: 5_000, budget: 2_000_000_000 }

const compare = (before: Decision, after: Decision): DecisionDifference =>
  compareDecisions(before, after, wordsOfPairs, generous)

/** What a table really answers, without lines and notes. */
const answers = ({ definition, evaluate }: Decision, facts: NamedFacts): ReadonlyArray<string> => {
  const asked = Object.entries(facts).map(([name, fact]) => [camelCase(name), fact] as const)
  const hits = evaluate(Object.fromEntries(asked))
  const { aggregate, letter } = policies[definition.hitPolicy]
  if (aggregate !== undefined) {
    // In tenths, as every price has one decimal at most.
    const figures = hits.map((hit) => {
      const { denominator, numerator } = hit["price"] as unknown as Readonly<
        Record<"numerator" | "denominator", bigint>
      >
      return { name: "", figure: Number((numerator * 10n) / denominator) }
    })
    const figure = plainAnswer(letter, figures, [])
    return figure === null ? [] : [String(figure)]
  }
  return hits.map((hit) => {
    const { label, price } = hit as unknown as Readonly<
      Record<string, string | { readonly numerator: bigint; readonly denominator: bigint }>
    >
    return typeof price === "object" ? `${price.numerator}/${price.denominator} ${label}` : ""
  })
}

const differ = (before: ReadonlyArray<string>, after: ReadonlyArray<string>): boolean =>
  before.join(";") !== after.join(";")

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
  const adds = hitPolicy === "sum" || hitPolicy === "count"
  if (adds && before.length > 0 && after.length > 0) return `${Number(after) - Number(before)}`
  if (answersOne(hitPolicy) || policies[hitPolicy].aggregate !== undefined)
    return `${before.join(";")} -> ${after.join(";")}`
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
    const [older, newer] = [answers(before, facts), answers(after, facts)]
    const expected = differ(older, newer)
    const inside = difference.regions.filter(({ region }) => holds(region, at))
    if (inside.length > 0 !== expected) {
      assert.fail(`${shown}: ${expected ? "missed" : "wrong"} at ${JSON.stringify(facts)}`)
    }
    for (const region of inside) {
      const way = wayOf(hitPolicy, older, newer)
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
  assert.isTrue(differ(answers(before, witness), answers(after, witness)), shown)
  const linesAt = ({ evaluate }: Decision): ReadonlyArray<number> => {
    const asked = Object.entries(witness).map(([name, fact]) => [camelCase(name), fact] as const)
    return evaluate(Object.fromEntries<Fact>(asked)).map(({ line }) => line)
  }
  const lines = ({ rows }: Decision, places: ReadonlyArray<number>) =>
    places.map((place) => rows[place]?.line)
  assert.deepStrictEqual(lines(before, difference.before), [...linesAt(before)])
  assert.deepStrictEqual(lines(after, difference.after), [...linesAt(after)])
}

const kinds = ["words", "number", "boolean", "number"] as const

const drawFacts = ({ chance, integer, pick }: Choices): NamedFacts => ({
  colour: pick(colours),
  days: integer(0, 12),
  annual: chance(0.5),
  age_years: chance(0.2) ? null : integer(0, 14) + pick([0, 0, 0.25, 0.5]),
})

/** Whether what is printed of a column holds a fact: a cell, or words where no cell says it. */
const acceptsPrinted = (kind: ConditionKind, text: string, fact: Fact): boolean => {
  if (text === "anything") return true
  if (text === "anything known") return fact !== null
  if (text === "unknown") return fact === null
  const cell = text.replace(/ or unknown$/, "")
  return (fact === null && cell !== text) || acceptsFact(kind, cell, fact)
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

  it("prints regions so that facts lie in one exactly where two versions answer differently", () => {
    const choices = makeChoices(testSeed("printed regions"))
    let [inside, outside] = [0, 0]
    for (let pair = 0; pair < 200; pair += 1) {
      const { after, before, shown } = drawPair(choices)
      const { regions, space } = compare(before, after)
      const printed = regions.map(({ region }) =>
        space.dimensions.map((dimension, index) =>
          describeSegments(dimension, region[index] ?? []),
        ),
      )
      for (let question = 0; question < 40; question += 1) {
        const facts = drawFacts(choices)
        const values = Object.values(facts)
        const isInside = printed.some((texts) =>
          texts.every((text, index) =>
            acceptsPrinted(kinds[index] ?? "words", text, values[index] ?? null),
          ),
        )
        if (isInside !== differ(answers(before, facts), answers(after, facts))) {
          assert.fail(`${shown} at ${JSON.stringify(facts)}: ${JSON.stringify(printed)}`)
        }
        if (isInside) inside += 1
        else outside += 1
      }
    }
    assert.isAbove(inside, 300)
    assert.isAbove(outside, 300)
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

describe("compareDecisions() under limits", () => {
  const before = Array.from({ length: 20 }, (_, index): TextRow => {
    const [days, annual] = [index % 10, index < 10 ? "true" : "false"]
    return ["", String(days), annual, "", String(index), "a", "s"]
  })
  const after = before.map((row, index): TextRow => {
    const [colour, days, annual, age, price, label, source] = row
    return [colour, days, annual, age, index % 2 === 0 ? `${price}.5` : price, label, source]
  })

  it("lists as many regions as it may, and says that there are more", () => {
    const limited = (regionsMax: number) => {
      const [older, newer] = [decisionOf("unique", before), decisionOf("unique", after)]
      const { beyond, regions } = compareDecisions(older, newer, wordsOfPairs, {
        ...generous,
        regionsMax,
      })
      return [regions.length, beyond]
    }
    assert.deepStrictEqual(limited(9), [9, "more"])
    assert.deepStrictEqual(limited(10), [10, "nothing"])
    assert.deepStrictEqual(limited(11), [10, "nothing"])
  })

  it("says that it does not know, and never that all is well, when its budget ends", () => {
    const [older, newer] = [decisionOf("first", before), decisionOf("first", after)]
    const { beyond, regions } = compareDecisions(older, newer, wordsOfPairs, {
      regionsMax: 50,
      budget: 0,
    })
    assert.deepStrictEqual({ beyond, regions }, { beyond: "unknown", regions: [] })
  })
})

describe("compareDecisions() on large tables", () => {
  const wide = (count: number): ReadonlyArray<TextRow> =>
    Array.from({ length: count }, (_, index): TextRow => {
      const [part, days] = [index % 200, (index - (index % 200)) * 0.005]
      const age = `[${part}..${part + 1})`
      return ["", String(days % 13), days < 13 ? "true" : "false", age, String(index), "a", "s"]
    })
  const rows = wide(2_600)

  it("looks little further than the rows that changed", () => {
    const edited = rows.map((row, index): TextRow =>
      index % 500 === 99 ? [row[0], row[1], row[2], row[3], "9999", row[5], row[6]] : row,
    )
    const [older, newer] = [decisionOf("unique", rows), decisionOf("unique", edited)]
    const { beyond, regions } = compareDecisions(older, newer, wordsOfPairs, {
      regionsMax: 50,
      budget: 2_000_000,
    })
    assert.strictEqual(beyond, "nothing")
    assert.deepStrictEqual(
      regions.map(({ after, before }) => [before, after]),
      [99, 599, 1_099, 1_599, 2_099, 2_599].map((place) => [[place], [place]]),
    )
  })

  it("proves another order of disjoint rows equivalent", () => {
    const choices = makeChoices(testSeed("another order"))
    const mixed = [...rows]
    for (let place = mixed.length - 1; place > 0; place -= 1) {
      const other = choices.integer(0, place)
      const [here, there] = [mixed[place], mixed[other]]
      if (here !== undefined && there !== undefined) [mixed[place], mixed[other]] = [there, here]
    }
    const [older, newer] = [decisionOf("unique", rows), decisionOf("unique", mixed)]
    const { beyond, regions } = compareDecisions(older, newer, wordsOfPairs)
    assert.deepStrictEqual({ beyond, regions }, { beyond: "nothing", regions: [] })
  })
})
