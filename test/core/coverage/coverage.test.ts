import { assert, describe, it } from "@effect/vitest"
import { type DecisionCoverage, meets, recordCoverage } from "../../../core/coverage/coverage.ts"
import { makeSpace } from "../../../core/analysis/space.ts"
import { type Uncovered, reportCoverage } from "../../../core/coverage/uncovered.ts"
import * as Column from "../../../core/table/column.ts"
import { type Decision, defineDecision, loadDecision } from "../../../core/table/decision.ts"
import { hitPolicies, type HitPolicy } from "../../../core/table/hit-policy.ts"
import * as Input from "../../../core/table/input.ts"
import { makeChoices, testSeed } from "../../support/random.ts"
import {
  everyCombination,
  factsOf,
  smallLines,
  smallTable,
  smallWordsOf,
} from "../../support/small-tables.ts"

const about = "Tried out."

const inputs = {
  colour: Input.enumeration(["red", "green", "blue"], { about }),
  days: Input.integer({ minimum: 1, about }),
}

const load = (hitPolicy: HitPolicy, lines: ReadonlyArray<string>) => {
  const outputs = { score: Column.integer({ about }) }
  const definition = defineDecision({ file: "tiny.csv", about, hitPolicy, inputs, outputs })
  const { content, errors } = loadDecision(
    definition,
    ["colour,days,score", ...lines, ""].join("\n"),
  )
  assert.deepStrictEqual(errors, [])
  return content
}

const reportOf = (
  decision: ReturnType<typeof load>,
  questions: ReadonlyArray<{ colour: "red" | "green" | "blue"; days: number }>,
) => {
  const recorder = recordCoverage(decision)
  for (const question of questions) recorder.ask(question)
  const coverage = recorder.coverage()
  return {
    coverage,
    report: reportCoverage(decision as unknown as Decision, coverage, () => undefined),
  }
}

const places = (uncovered: ReadonlyArray<Uncovered>): ReadonlyArray<string> =>
  uncovered.map(({ column, line, part, text }) => `${part} ${line} ${column} ${text}`.trim())

describe("an alternative of a condition", () => {
  it("is met by its word, or by a number in its range, and by nothing that is unknown", () => {
    const word = { _tag: "Word", word: "red" } as const
    const interval = { low: 0, lowClosed: true, high: 5, highClosed: false }
    const range = { _tag: "Range", interval } as const
    const facts = ["red", "blue", "0", 0, 4.5, 5, true, false, null]
    assert.deepStrictEqual(
      facts.filter((fact) => meets(word, fact)),
      ["red"],
    )
    assert.deepStrictEqual(
      facts.filter((fact) => meets(range, fact)),
      [0, 4.5],
    )
  })
})

describe("coverage of a table that collects", () => {
  const table = load("collect", ["red|green,<=8,1", "not(red|blue),,2", ",[9..31]|>90,3"])

  it("counts what each question exercised, and a repeated one as often as it was asked", () => {
    const red = { colour: "red", days: 8 } as const
    const { coverage } = reportOf(table, [red, red, { colour: "red", days: 9 }])
    assert.strictEqual(coverage.questions, 3)
    assert.strictEqual(coverage.differentQuestions, 2)
    assert.deepStrictEqual(
      coverage.rows.map(({ line, times }) => [line, times]),
      [
        [2, 2],
        [3, 0],
        [4, 1],
      ],
    )
    const cells = coverage.rows.flatMap((row) => row.cells)
    assert.deepStrictEqual(
      cells.map(({ column, line, text, times }) => [line, column, text, times]),
      [
        [2, "colour", "red|green", 0],
        // Row 2 failed at 9 days by its days alone.
        [2, "days", "<=8", 1],
        [3, "colour", "not(red|blue)", 3],
        // Row 4 failed at 8 days by its days alone, twice.
        [4, "days", "[9..31]|>90", 2],
      ],
    )
    assert.deepStrictEqual(
      cells.map(({ alternatives }) => alternatives.map(({ text, times }) => [text, times])),
      [
        [
          ["red", 2],
          ["green", 0],
        ],
        [],
        [
          ["red", 3],
          ["blue", 0],
        ],
        [
          ["[9..31]", 1],
          [">90", 0],
        ],
      ],
    )
    assert.strictEqual(cells[3]?.character, 2)
  })

  it("sums up, and finds facts for what nothing exercised", () => {
    const { report } = reportOf(table, [
      { colour: "red", days: 8 },
      { colour: "red", days: 9 },
    ])
    assert.deepStrictEqual(report.rows, { covered: 2, all: 3 })
    assert.deepStrictEqual(report.cells, { covered: 3, all: 4 })
    assert.deepStrictEqual(report.alternatives, { covered: 3, all: 6 })
    assert.deepStrictEqual(places(report.uncovered), [
      "cell 2 colour red|green",
      "alternative 2 colour green",
      "row 3",
      "alternative 3 colour blue",
      "alternative 4 days >90",
    ])
    assert.deepStrictEqual(report.uncovered[0]?.witness, {
      _tag: "Facts",
      facts: { colour: "blue", days: 1 },
    })
    assert.deepStrictEqual(report.uncovered[4]?.witness, {
      _tag: "Facts",
      facts: { colour: "red", days: 91 },
    })
  })

  it("is whole once the facts that were found are asked too", () => {
    const { report } = reportOf(table, [])
    const questions = report.uncovered.flatMap(({ witness }) =>
      witness._tag === "Facts" ? [witness.facts as { colour: "red"; days: number }] : [],
    )
    assert.strictEqual(questions.length, report.uncovered.length)
    const whole = reportOf(table, questions).report
    assert.deepStrictEqual(whole.uncovered, [])
    assert.deepStrictEqual(whole.rows, { covered: 3, all: 3 })
  })
})

describe("coverage of a table whose first row counts", () => {
  const table = load("first", ["red,,1", "red|green,<=8,2", "red,>100,3", ",,4"])

  it("credits the row that counted alone, and a cell only where its row would have counted", () => {
    const { coverage } = reportOf(table, [
      { colour: "red", days: 9 },
      { colour: "blue", days: 8 },
    ])
    assert.deepStrictEqual(
      coverage.rows.map(({ times }) => times),
      [1, 0, 0, 1],
    )
    const times = coverage.rows.flatMap(({ cells }) => cells.map((cell) => cell.times))
    // Red at 9 days fails row 3 in its days alone, but row 2 counts there anyway.
    assert.deepStrictEqual(times, [1, 1, 0, 0, 0])
  })

  it("proves that a row behind earlier ones never counts, and that its cells never decide", () => {
    const { report } = reportOf(table, [])
    const never = report.uncovered.filter(({ witness }) => witness._tag === "Never")
    assert.deepStrictEqual(places(never), ["alternative 3 colour red", "row 4", "cell 4 days >100"])
  })

  it("says unknown where the search was cut short, and never that all is well", () => {
    const recorder = recordCoverage(table)
    const { coverage } = recorder
    const whole = table as unknown as Decision
    const cut = reportCoverage(whole, coverage(), () => undefined, [], { left: -1 })
    assert.isAtLeast(cut.uncovered.length, 4)
    for (const { witness } of cut.uncovered) assert.strictEqual(witness._tag, "Unknown")
  })
})

it("a cell of a unique table decides also where it keeps its row out of another one's way", () => {
  const bands = load("unique", [",<=8,1", ",>8,2"])
  const { coverage } = reportOf(bands, [{ colour: "red", days: 8 }])
  assert.deepStrictEqual(
    coverage.rows.map(({ cells, times }) => [times, cells.map((cell) => cell.times)]),
    [
      [1, [0]],
      [0, [1]],
    ],
  )
})

it("a cell that refuses nothing the column allows can never decide", () => {
  const { report } = reportOf(load("collect", ["red,>=1,1"]), [
    { colour: "red", days: 3 },
    { colour: "blue", days: 3 },
  ])
  assert.deepStrictEqual(places(report.uncovered), ["cell 2 days >=1"])
  assert.deepStrictEqual(report.uncovered[0]?.witness, { _tag: "Never" })
})

const keyOf = ({ character, line, part, text }: Omit<Uncovered, "column" | "witness">): string =>
  `${part} ${line}:${character} ${text}`

/** What a coverage leaves, in the same words, without looking for witnesses. */
const leftIn = ({ rows }: DecisionCoverage): ReadonlySet<string> =>
  new Set(
    rows.flatMap(({ cells, line, times }) => [
      ...(times > 0 ? [] : [keyOf({ part: "row", line, character: 1, text: "" })]),
      ...cells.flatMap(({ alternatives, character, text, times: decided }) => [
        ...(decided > 0 ? [] : [keyOf({ part: "cell", line, character, text })]),
        ...alternatives.flatMap((one) =>
          one.times > 0 ? [] : keyOf({ part: "alternative", line, character, text: one.text }),
        ),
      ]),
    ]),
  )

describe("coverage of generated tables", () => {
  it("is exercised by every witness, and by no facts at all where it says never", () => {
    const choices = makeChoices(testSeed("coverage"))
    let witnesses = 0
    let nevers = 0
    for (let run = 0; run < 480; run += 1) {
      const { decision } = smallTable(choices.pick(hitPolicies), smallLines(choices, 5))
      const { inputs: columns } = decision.definition
      const nothing = recordCoverage(decision).coverage()
      const { uncovered } = reportCoverage(decision, nothing, smallWordsOf)
      const left = (asked: ReadonlyArray<Readonly<Record<string, unknown>>>) => {
        const recorder = recordCoverage(decision)
        for (const facts of asked) recorder.ask(facts)
        return leftIn(recorder.coverage())
      }
      for (const one of uncovered) {
        const key = keyOf(one)
        if (one.witness._tag !== "Facts") continue
        witnesses += 1
        assert.isFalse(
          left([one.witness.facts]).has(key),
          `${key} ${JSON.stringify(one.witness.facts)}`,
        )
      }
      const space = makeSpace(columns, decision.tests, smallWordsOf)
      const combinations = everyCombination(space)
      if (combinations.length > 1_500) continue
      const never = uncovered.filter(({ witness }) => witness._tag === "Never")
      nevers += never.length
      // Asked with everything there is, exactly what can never happen is left.
      assert.deepStrictEqual(
        [...left(combinations.map((combination) => factsOf(space, combination)))].sort(),
        [...new Set(never.map(keyOf))].sort(),
      )
    }
    assert.isAtLeast(witnesses, 500)
    assert.isAtLeast(nevers, 5)
  })

  it("gives facts that go together, and says impossible only where no such facts would do", () => {
    const choices = makeChoices(testSeed("coverage together"))
    const tally = { Facts: 0, Impossible: 0, Never: 0, Unknown: 0 }
    for (let run = 0; run < 240; run += 1) {
      const { decision } = smallTable(choices.pick(hitPolicies), smallLines(choices, 5))
      const nothing = recordCoverage(decision).coverage()
      const space = makeSpace(decision.definition.inputs, decision.tests, smallWordsOf)
      const combinations = everyCombination(space)
      if (combinations.length > 1_500) continue
      const all = combinations.map((combination) => factsOf(space, combination))
      const columns = space.dimensions.map(({ name }) => name).slice(0, 2)
      // Any two facts: some pairs go together and some do not, by their texts.
      const salt = run % 3
      const textOf = (facts: Readonly<Record<string, unknown>>) =>
        columns.map((name) => String(facts[name])).join(" ")
      const holds = (facts: Readonly<Record<string, unknown>>) =>
        [...textOf(facts)].reduce((sum, letter) => sum + letter.charCodeAt(0), salt) % 3 === 0
      const { uncovered } = reportCoverage(decision, nothing, smallWordsOf, [{ columns, holds }])
      const left = (asked: ReadonlyArray<Readonly<Record<string, unknown>>>) => {
        const recorder = recordCoverage(decision)
        for (const facts of asked) recorder.ask(facts)
        return leftIn(recorder.coverage())
      }
      const leftByAll = left(all.filter(holds))
      for (const one of uncovered) {
        const key = keyOf(one)
        tally[one.witness._tag] += 1
        if (one.witness._tag === "Facts") {
          assert.isTrue(holds(one.witness.facts), key)
          assert.isFalse(left([one.witness.facts]).has(key), key)
        } else assert.isTrue(leftByAll.has(key), `${one.witness._tag} ${key}`)
      }
    }
    assert.strictEqual(tally.Unknown, 0)
    assert.isAtLeast(Math.min(tally.Facts, tally.Impossible), 50)
  })

  it("asks the table itself, so that its answers are the table's", () => {
    const choices = makeChoices(testSeed("coverage answers"))
    let asked = 0
    for (let run = 0; run < 40; run += 1) {
      const { decision } = smallTable(choices.pick(hitPolicies), smallLines(choices, 6))
      const space = makeSpace(decision.definition.inputs, decision.tests, smallWordsOf)
      const recorder = recordCoverage(decision)
      for (let question = 0; question < 20; question += 1) {
        const combination = space.dimensions.map(({ segments }) =>
          choices.integer(0, segments.length - 1),
        )
        const facts = factsOf(space, combination)
        assert.deepStrictEqual(recorder.ask(facts), decision.evaluate(facts))
        asked += 1
      }
      assert.strictEqual(recorder.coverage().questions, 20)
    }
    assert.strictEqual(asked, 800)
  })
})
