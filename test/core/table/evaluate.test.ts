import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import * as Result from "effect/Result"
import { type Bitset, rowsOf } from "../../../core/table/bitset.ts"
import * as Column from "../../../core/table/column.ts"
import { type Fact, readTest } from "../../../core/table/condition.ts"
import { defineDecision } from "../../../core/table/decision.ts"
import { shareAnswers } from "../../../core/table/evaluate.ts"
import type { HitPolicy } from "../../../core/table/hit-policy.ts"
import * as Input from "../../../core/table/input.ts"
import { loadDefinitions } from "../../../core/table/load.ts"
import { accepts } from "../../../core/table/packed-decision.ts"
import { testSeed } from "../../support/random.ts"

const about = "A column."
const none = undefined

/** Facts of all kinds, most of which no column has. */
const strangeFacts: ReadonlyArray<Fact | undefined> = [none, null, true, false, "", "é", 0, -0, 0.5]

/** Columns of all kinds, and facts at, before and after what their cells say. */
const columns: ReadonlyArray<
  readonly [
    what: string,
    input: Input.Input<unknown>,
    cells: ReadonlyArray<string>,
    facts: ReadonlyArray<Fact>,
  ]
> = [
  [
    "words that one character tells apart",
    Input.enumeration(["entry", "mid", "premium"], { about }),
    ["entry|mid", "premium", "not(mid)"],
    ["entry", "mid", "premium", "mad", "pre", "premiums", "entrx", "y"],
  ],
  [
    "words that two characters tell apart",
    Input.enumeration(["a1", "a2", "b1", "b2"], { about }),
    ["a1", "a2|b1", "b2"],
    ["a1", "a2", "b1", "b2", "a", "b3", "a1a", "c1", "12"],
  ],
  [
    "words that differ far from both ends only",
    Input.enumeration([`xxxxxxxxx1xxxxxxxxx`, `xxxxxxxxx2xxxxxxxxx`], { about }),
    [`xxxxxxxxx1xxxxxxxxx`, `xxxxxxxxx2xxxxxxxxx`],
    [`xxxxxxxxx1xxxxxxxxx`, `xxxxxxxxx2xxxxxxxxx`, `xxxxxxxxx3xxxxxxxxx`],
  ],
  [
    "whole numbers near each other",
    Input.integer({ about }),
    ["[-3..5)", ">=7", "<0"],
    [-4, -3, -2, -1, 1, 4, 5, 6, 7, 8, 6.5, -3.5],
  ],
  [
    "whole numbers that are low",
    Input.integer({ about }),
    ["<-2147483640", ">-2147483630"],
    [-2_147_483_641, -2_147_483_640, -2_147_483_639, -2_147_483_630, -2_147_483_629],
  ],
  [
    "whole numbers beyond 32 bits",
    Input.integer({ about }),
    ["<9007199254740990", "9007199254740991"],
    [9_007_199_254_740_989, 9_007_199_254_740_990, 9_007_199_254_740_991],
  ],
  [
    "fractions",
    Input.number({ about }),
    ["<0.25", "[0.25..10.5]"],
    [0.24, 0.25, 0.26, 10.49, 10.5, 10.51],
  ],
  ["truth values", Input.boolean({ about }), ["true", "false", ""], []],
]

/** Numbers at the ends of what 32 bits and doubles hold. */
const extremes: ReadonlyArray<number> = [
  2_147_483_647,
  2_147_483_648,
  -2_147_483_648,
  -2_147_483_649,
  4_294_967_296,
  Number.MAX_SAFE_INTEGER,
  Number.MIN_SAFE_INTEGER,
  Number.MAX_VALUE,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  Number.NaN,
]

const load = (hitPolicy: HitPolicy, ...rows: ReadonlyArray<string>) => {
  const table = defineDecision({
    file: "table.csv",
    about,
    hitPolicy,
    inputs: {
      zone: Input.enumeration(["europe", "world"], { about }),
      days: Input.integer({ about }),
      annual: Input.boolean({ about }),
    },
    outputs: { rate: Column.integer({ about }) },
  })
  const source = ["zone,days,annual,rate", ...rows, ""].join("\n")
  return Result.getOrThrow(loadDefinitions({ table }, new Map([["table.csv", source]]))).table
}

const facts = { zone: "europe", days: 10, annual: false } as const

describe("evaluate()", () => {
  it("answers with the rows of the table themselves", () => {
    const { evaluate, rows } = load("collect", "europe,<=10,,1", "world,,,2", ",,false,3")
    const found = evaluate(facts)
    assert.deepStrictEqual(
      found.map((row) => rows.indexOf(row)),
      [0, 2],
    )
  })

  it("allocates nothing where one row counts: the same question gets the same answer", () => {
    for (const hitPolicy of ["first", "unique"] as const) {
      const { evaluate } = load(hitPolicy, "europe,<=10,,1", "world,,,2", ",,false,3")
      assert.strictEqual(evaluate(facts), evaluate({ ...facts }))
      assert.isFrozen(evaluate(facts))
    }
  })

  it("shares what a collecting table answers, whatever it was asked", () => {
    const { evaluate } = load("collect", "europe,<=10,,1", "world,,,2", ",,false,3")
    assert.strictEqual(evaluate(facts), evaluate({ ...facts, days: 3 }))
    assert.isFrozen(evaluate(facts))
  })

  it("answers with every row where no cell is filled, and with none where there is no row", () => {
    const empty = Array.from({ length: 33 }, (_, index) => `,,,${index}`)
    assert.lengthOf(load("collect", ...empty).evaluate(facts), 33)
    assert.lengthOf(load("first", ...empty).evaluate(facts), 1)
    for (const hitPolicy of ["collect", "first", "unique"] as const) {
      assert.deepStrictEqual(load(hitPolicy).evaluate(facts), [])
    }
  })

  it("asks the columns that the decision shows, one for each input, empty ones too", () => {
    const { columns, rows } = load("collect", "europe,[5..10],,1", "not(europe),>10,,2")
    assert.deepStrictEqual(
      columns.map(({ segments }) => segments.length),
      [3, 6, 3],
    )
    const accepting = columns[1]?.rows[columns[1].segmentOf(10)]
    assert.deepStrictEqual([...(accepting ?? [])], [0b01])
    assert.lengthOf(rows, 2)
  })

  it("shares the rows of neighbouring segments that no cell tells apart", () => {
    const { columns } = load("collect", ",[5..10),,1", ",[10..20),,2")
    const [, days] = columns
    const place = (fact: number) => days?.rows[days.segmentOf(fact)]?.byteOffset
    assert.strictEqual(place(5), place(9))
    assert.strictEqual(place(10), place(19))
    assert.strictEqual(place(4), place(20))
    assert.notStrictEqual(place(9), place(10))
  })
})

describe("evaluate() of one column", () => {
  it.each(columns.map(([what, input, cells, facts]) => ({ what, input, cells, facts })))(
    "finds the rows whose cells accept a fact: $what",
    ({ cells, facts, input }) => {
      const table = defineDecision({
        file: "table.csv",
        about,
        hitPolicy: "collect",
        inputs: { fact: input },
        outputs: { row: Column.integer({ about }) },
      })
      const source = ["fact,row", ...cells.map((cell, row) => `${cell},${row}`), ""].join("\n")
      const loaded = Result.getOrThrow(loadDefinitions({ table }, new Map([["table.csv", source]])))
      const evaluate = loaded.table.evaluate as (facts: {
        readonly fact?: Fact | undefined
      }) => ReadonlyArray<{ readonly row: number }>
      const tests = cells.map((cell) => Result.getOrThrow(readTest(input, cell)))
      for (const fact of [...facts, ...strangeFacts, ...extremes]) {
        const accepting = tests.flatMap((test, row) => (accepts(test, fact) ? [row] : []))
        assert.deepStrictEqual(
          evaluate({ fact }).map(({ row }) => row),
          accepting,
          String(fact),
        )
      }
      assert.deepStrictEqual(evaluate({}), evaluate({ fact: null }))
    },
  )
})

/** As many answers as are shared at most. */
const sharedMost = 2_048

describe("shareAnswers()", () => {
  it("gives each set of rows what is made of it, and the same answer when it comes again", () => {
    const word = fc.oneof(fc.constantFrom(0, 1, -1, -2_147_483_648), fc.integer())
    const cases = fc.integer({ min: 1, max: 8 }).chain((width) =>
      fc.array(
        fc.array(word, { minLength: width, maxLength: width }).map((set) => Int32Array.from(set)),
        { minLength: 1, maxLength: 300, size: "max" },
      ),
    )
    const holds = fc.property(cases, (sets) => {
      const answerOf = shareAnswers(sets[0]?.length ?? 1, rowsOf)
      const asked = new Int32Array(sets[0]?.length ?? 1)
      const first = new Map<string, ReadonlyArray<number>>()
      for (const set of [...sets, ...sets]) {
        asked.set(set)
        const answer = answerOf(asked)
        assert.deepStrictEqual(answer, rowsOf(set))
        assert.isFrozen(answer)
        assert.strictEqual(answer, first.get(set.join()) ?? answer)
        first.set(set.join(), answer)
      }
    })
    fc.assert(holds, { numRuns: 100, seed: testSeed("shared answers") })
  })

  it("shares 2,048 answers, and makes all others each time", () => {
    let made = 0
    const answerOf = shareAnswers(2, (set: Bitset) => {
      made += 1
      return rowsOf(set)
    })
    const sets = Array.from({ length: sharedMost + 2 }, (_, index) => Int32Array.of(index, -index))
    for (const set of sets) assert.deepStrictEqual(answerOf(set), rowsOf(set))
    assert.strictEqual(made, sets.length)
    for (const set of sets) assert.deepStrictEqual(answerOf(set), rowsOf(set))
    assert.strictEqual(made, sets.length + 2)
  })
})
