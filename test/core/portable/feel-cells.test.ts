import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { duration, unaryTest } from "feelin"
import {
  cellNeeds,
  cellOfTests,
  type ConditionType,
  readFeelLiteral,
  testsOfCell,
} from "../../../core/portable/feel-cells.ts"
import { toldBy } from "../../../core/told-by.ts"
import { readDuration } from "../../../core/vocabulary/duration.ts"
import { cellParts } from "../../../core/table/cell.ts"
import { readTest } from "../../../core/table/condition.ts"
import type { Input } from "../../../core/table/input.ts"
import { segmentColumn } from "../../../core/table/segments.ts"
import { hasRow } from "../../../core/table/bitset.ts"
import { type Choices, makeChoices, testSeed } from "../../support/random.ts"

const about = "Generated."

const inputs: Readonly<Record<"words" | "number" | "boolean", Input<unknown>>> = {
  words: { kind: "words", about },
  number: { kind: "number", whole: false, about },
  boolean: { kind: "boolean", about },
}

type Drawn = keyof typeof inputs

const words = ["LOW", "VERY LOW", "a|b", 'a "b"', "not(x)", "", "é, ü", "<5"] as const

const item = ({ chance, integer, pick }: Choices, type: Drawn): string => {
  const unlike = chance(0.08) ? "!= " : ""
  if (type === "words") return `${unlike}${JSON.stringify(pick(words))}`
  if (type === "boolean") return `${unlike}${pick(["true", "false"])}`
  const low = integer(-3, 6)
  const space = pick(["", " "])
  if (chance(0.3)) return pick([String(low), `${low}.5`, `${low}.0`])
  if (chance(0.5)) return `${pick(["<", "<=", ">", ">=", "=", "!="])}${space}${low}`
  const open = pick(["[", "(", "]"])
  const close = pick(["]", ")", "["])
  return `${open}${low}${space}..${space}${low + integer(1, 4)}${close}`
}

/** Unary tests of one column, as DMN writes them. */
const drawTests = (choices: Choices, type: Drawn): string => {
  const { chance, integer } = choices
  const count = type === "boolean" ? 1 : integer(1, 3)
  const list = Array.from({ length: count }, () => item(choices, type)).join(", ")
  return chance(0.25) ? `not(${list})` : list
}

const factFor = ({ integer, pick }: Choices, type: Drawn) => {
  if (type === "words") return pick([...words, "other"])
  return type === "boolean" ? pick([true, false]) : integer(-4, 11) + pick([0, 0, 0.5])
}

const accepts = (type: Drawn, cell: string, fact: string | number | boolean | null): boolean => {
  const test = Result.getOrThrow(readTest(inputs[type], cell))
  const { rows, segmentOf } = segmentColumn(inputs[type], [test])
  const accepting = rows[segmentOf(fact)]
  return accepting !== undefined && hasRow(accepting, 0)
}

const allOf = (type: Drawn) => (type === "boolean" ? "CellForKnown" : "CellForAllKnown")

const needs = (type: ConditionType, tests: string): string | undefined => {
  const cell = cellOfTests(type, tests)
  return Result.isFailure(cell) ? toldBy(cellNeeds, cell.failure.needs) : undefined
}

describe("unary tests as cells", () => {
  it("accept what another interpreter of FEEL accepts", () => {
    const seed = testSeed("unary tests")
    const choices = makeChoices(seed)
    const seen = { accepted: 0, rejected: 0 }
    for (let round = 0; round < 1_500; round += 1) {
      const type = choices.pick(["words", "number", "number", "boolean"] as const)
      const tests = drawTests(choices, type)
      const fact = factFor(choices, type)
      const expected = unaryTest(tests, { "?": fact }).value === true
      const read = cellOfTests(type, tests)
      if (Result.isFailure(read)) {
        // Refused is what leaves nothing open: everything known is accepted, or nothing is.
        assert.strictEqual(read.failure.needs._tag, allOf(type), `seed ${seed}: ${tests}`)
        assert.strictEqual(expected, !tests.startsWith("not("), `seed ${seed}: ${tests}`)
        continue
      }
      const cell = read.success
      const hint = `seed ${seed}: ${tests} as ${cell} of ${JSON.stringify(fact)}`
      assert.strictEqual(accepts(type, cell, fact), expected, hint)
      seen[expected ? "accepted" : "rejected"] += 1
    }
    assert.isAtLeast(seen.accepted, 300)
    assert.isAtLeast(seen.rejected, 300)
  })

  it("accept nothing of what is unknown unless they are empty, or not(…) over words", () => {
    for (const [type, tests] of [
      ["words", "-"],
      ["words", 'not("a")'],
      ["number", ""],
      ["boolean", "-"],
    ] as const) {
      assert.isTrue(accepts(type, Result.getOrThrow(cellOfTests(type, tests)), null), tests)
    }
    for (const [type, tests] of [
      ["words", '"a"'],
      ["number", "<5"],
      ["number", "not(5)"],
      ["boolean", "true"],
    ] as const) {
      assert.isFalse(accepts(type, Result.getOrThrow(cellOfTests(type, tests)), null), tests)
    }
  })

  it("say of one item alone what it is not", () => {
    for (const [type, tests, expected] of [
      ["words", '!= "EU", "UK"', "not(EU)"],
      ["words", '"UK", != "EU", "US"', "not(EU)"],
      ["words", 'not(!= "EU")', "EU"],
      ["words", 'not("EU", "UK")', "not(EU|UK)"],
      ["number", "!= 5, 6", "not(5)"],
      ["number", "!=5, > 10", "not(5)"],
      ["number", "!= 5, != 5.0", "not(5)"],
      ["number", "not(!= 5, [6..8])", "5"],
      ["boolean", "!= true", "false"],
      ["day", '!= @"2016-02-29", >date("2016-10-01")', "not(20160229)"],
    ] as const) {
      assert.deepStrictEqual(cellOfTests(type, tests), Result.succeed(expected), tests)
    }
  })

  it("compare days as numbers", () => {
    const cell = cellOfTests("day", '>date("2016-10-01"), @"2016-02-29"')
    assert.deepStrictEqual(cell, Result.succeed(">20161001|20160229"))
  })

  it("compare durations as seconds and as months, as another interpreter of FEEL does", () => {
    const seed = testSeed("durations")
    const { chance, integer, pick } = makeChoices(seed)
    const drawn = {
      seconds: () => {
        const day = chance(0.5) ? `${integer(0, 2)}D` : ""
        const time = pick(["T36H", "T90M", "T3600S", `T${integer(0, 30)}H${integer(0, 59)}M`])
        return `${pick(["", "", "-"])}P${day}${day === "" || chance(0.5) ? time : ""}`
      },
      months: () => `${pick(["", "", "-"])}P${pick(["1Y", "12M", "1Y6M", `${integer(0, 30)}M`])}`,
    }
    let accepted = 0
    for (let round = 0; round < 400; round += 1) {
      const type = pick(["seconds", "months"] as const)
      const literal = () => pick([`duration("${drawn[type]()}")`, `@"${drawn[type]()}"`])
      const one = () =>
        `${pick(["", "<", "<= ", ">", ">= ", "!= "])}${literal()}`.replace(/^$/, literal())
      const tests = chance(0.3) ? `${one()}, ${one()}` : one()
      const read = cellOfTests(type, tests)
      if (Result.isFailure(read)) {
        assert.strictEqual(read.failure.needs._tag, "CellForAllKnown", `seed ${seed}: ${tests}`)
        continue
      }
      const fact = drawn[type]()
      const expected = unaryTest(tests, { "?": duration(fact) }).value === true
      const figure = readDuration(fact)?.count ?? assert.fail(fact)
      const hint = `seed ${seed}: ${tests} as ${read.success} of ${fact}`
      assert.strictEqual(accepts("number", read.success, figure), expected, hint)
      // What a cell says comes back as tests that say the same.
      const back = testsOfCell(type, cellParts(read.success))
      assert.deepStrictEqual(cellOfTests(type, back), read, `${hint} by ${back}`)
      accepted += expected ? 1 : 0
    }
    assert.isAtLeast(accepted, 100)
    const ofType = "a literal of the column's type, "
    assert.strictEqual(needs("seconds", '@"P1M"'), `${ofType}seconds`)
    assert.strictEqual(needs("number", '@"PT1S"'), `${ofType}number`)
    assert.isUndefined(readDuration("P"))
    assert.isUndefined(readDuration("P1DT"))
  })

  it("are refused where no cell says them, with what they would need", () => {
    const literal = "a literal: names and expressions are not evaluated in cells"
    assert.strictEqual(needs("number", "limit"), literal)
    assert.strictEqual(needs("number", "[low..high]"), literal)
    assert.strictEqual(needs("number", "? > 5"), literal)
    assert.strictEqual(needs("words", '"a", f("b")'), literal)
    assert.strictEqual(needs("day", 'date("2016-02-30")'), literal)
    assert.strictEqual(
      needs("number", "null, 5"),
      "a cell for what is unknown alone; there is none",
    )
    assert.strictEqual(needs("number", '"a"'), "a literal of the column's type, number")
    assert.strictEqual(
      needs("words", '> "m"'),
      "an order of words; only numbers and days have one here",
    )
    assert.strictEqual(needs("number", "[5..4]"), "a range that holds something")
    const allKnown = "a cell for all that is known; there is none"
    for (const tests of ["!= 5, != 6", "!= 5, 5.0", "!= 5, > 4", "not(!= 5, < 6)"]) {
      assert.strictEqual(needs("number", tests), allKnown, tests)
    }
    assert.strictEqual(needs("words", '!= "a", != "b"'), allKnown)
    assert.strictEqual(
      needs("boolean", "true, false"),
      "a cell for what is known, whether true or false; there is none",
    )
  })
})

describe("readFeelLiteral()", () => {
  it("reads what JSON reads, and line breaks inside of texts", () => {
    const text = 'a "b" \\ c\n\u00e9\u{1f600}\t'
    assert.deepStrictEqual(readFeelLiteral(JSON.stringify(text)), { _tag: "Text", text })
    assert.deepStrictEqual(readFeelLiteral('"a\nb"'), { _tag: "Text", text: "a\nb" })
  })

  it("reads no expression, even where it begins and ends like a text", () => {
    for (const written of ['"a" + "b"', "5 - 3", "-", "", "date(x)", "1e5", "[1]", '"a']) {
      assert.isUndefined(readFeelLiteral(written), written)
    }
  })
})
