import { assert, describe, it } from "@effect/vitest"
import { evaluateUnaryExpressionSync } from "@gorules/zen-engine"
import * as Result from "effect/Result"
import { cellOfTests, type ConditionType } from "../../../core/portable/feel-cells.ts"
import { literalOfJdm, testsOfJdm } from "../../../core/portable/jdm-cells.ts"
import { hasRow } from "../../../core/table/bitset.ts"
import { readTest } from "../../../core/table/condition.ts"
import type { Input } from "../../../core/table/input.ts"
import { segmentColumn } from "../../../core/table/segments.ts"
import { type Choices, makeChoices, testSeed } from "../../support/random.ts"

const about = "Generated."

const inputs = {
  words: { kind: "words", about },
  number: { kind: "number", whole: false, about },
  boolean: { kind: "boolean", about },
} as const satisfies Readonly<Record<string, Input<unknown>>>

type Asked = keyof typeof inputs

type Known = string | number | boolean

/** What GoRules says of a cell and a fact; a cell that it cannot read never applies. */
const zenAccepts = (cell: string, fact: Known): boolean => {
  // Tables trim their cells, and take an empty one for anything.
  if (cell.trim() === "") return true
  try {
    return evaluateUnaryExpressionSync(cell.trim(), { $: fact })
  } catch {
    return false
  }
}

const accepts = (type: Asked, cell: string, fact: Known): boolean => {
  const test = Result.getOrThrow(readTest(inputs[type], cell))
  const { rows, segmentOf } = segmentColumn(inputs[type], [test])
  const accepting = rows[segmentOf(fact)]
  return accepting !== undefined && hasRow(accepting, 0)
}

const feelOf = (type: ConditionType, cell: string): string | undefined => {
  const read = Result.flatMap(testsOfJdm(cell), (tests) => cellOfTests(type, tests))
  return Result.isSuccess(read) ? read.success : undefined
}

const words = ["EU", "US", "a b", "a|b", "it\\", "", "é", "not(x)", "<5", "a\nb"] as const

const factsOf = (type: Asked): ReadonlyArray<Known> => {
  if (type === "words") return [...words, "other"]
  if (type === "boolean") return [true, false]
  return Array.from({ length: 41 }, (_, index) => (index - 16) / 2)
}

/** Asks one cell about all facts of its type; undefined where it is refused, else how often it applied. */
const compare = (type: Asked, cell: string, hint = ""): number | undefined => {
  const feel = feelOf(type, cell)
  if (feel === undefined) return undefined
  let hits = 0
  for (const fact of factsOf(type)) {
    const expected = zenAccepts(cell, fact)
    const said = `${hint}${cell} as ${feel} of ${JSON.stringify(fact)}`
    assert.strictEqual(accepts(type, feel, fact), expected, said)
    hits += expected ? 1 : 0
  }
  return hits
}

/** Cells as graphs of GoRules hold them, by the type of their column; kept ones are read here. */
const corpus: ReadonlyArray<readonly [Asked, string, "read" | "refused"]> = [
  ["number", "", "read"],
  ["number", "  ", "read"],
  ["number", "5", "read"],
  ["number", " 5\n", "read"],
  ["number", "- 5", "read"],
  ["number", "== 3", "read"],
  ["number", "$ > 3", "read"],
  ["number", "$==3", "read"],
  ["number", "!= 3", "read"],
  ["number", "!= 1, 3", "read"],
  ["number", "!= 3, != 5", "read"],
  ["number", "!= 3 and != 5", "read"],
  ["number", "1, 3, 5", "read"],
  ["number", "[1, 3, 5]", "read"],
  ["number", "in [1, 3]", "read"],
  ["number", "not in [1, 3]", "read"],
  ["number", "not in [1..3]", "read"],
  ["number", "$ not in (1..3]", "read"],
  ["number", "> 1_0", "read"],
  ["number", ">= 2 and < 7", "read"],
  ["number", "< 7 and >= 2", "read"],
  ["number", "> 5 or < 2", "read"],
  ["number", ">5, <3 and >1", "read"],
  ["number", "<3 and >1, >5", "read"],
  ["number", "[1..5]", "read"],
  ["number", "(1..5)", "read"],
  ["number", "[-4..0.5)", "read"],
  ["number", "[1..5] and > 2", "read"],
  ["number", "]1..5[", "read"],
  ["number", "]1..5]", "read"],
  ["number", "[1..5[", "read"],
  ["number", "(1..5[", "read"],
  ["number", "]1..5)", "read"],
  ["number", ")1..5(", "read"],
  ["number", "]5..1[", "read"],
  ["number", "[2..3], ]1..5[", "read"],
  ["number", "[5..1], 7", "read"],
  ["words", "'EU', 'US'", "read"],
  ["words", '"EU" or "US"', "read"],
  ["words", "!= 'EU', 'US'", "read"],
  ["words", "'EU', != 'US'", "read"],
  ["words", "!= 'EU' and != 'US'", "read"],
  ["words", "['EU', 'US']", "read"],
  ["words", "not in ['EU', 'US']", "read"],
  ["words", "$ == 'EU'", "read"],
  ["words", "'a|b'", "read"],
  ["words", "'it\\'", "read"],
  ["words", "''", "read"],
  ["words", "'a\nb'", "read"],
  ["words", "'é', \"a b\"", "read"],
  ["boolean", "true", "read"],
  ["boolean", "== false", "read"],
  ["boolean", "!= true", "read"],
  ["number", "-", "refused"],
  ["number", "= 5", "refused"],
  ["number", "!== 5", "refused"],
  ["number", "not(5)", "refused"],
  ["number", "not  in [5]", "refused"],
  ["number", "$in [5]", "refused"],
  ["number", "[5..1]", "refused"],
  ["number", "> 5 and < 3", "refused"],
  ["number", ".5", "refused"],
  ["number", "1e3", "refused"],
  ["number", "5 6", "refused"],
  ["number", "5 ,", "refused"],
  ["number", "1..5", "refused"],
  ["number", "> limit", "refused"],
  ["number", "0.1234567890123456789", "refused"],
  ["number", "null", "refused"],
  ["number", "'5'", "refused"],
  ["number", "5\r, 6", "refused"],
  ["number", "[]", "refused"],
  ["number", "`5`", "refused"],
  ["words", "not('EU')", "refused"],
  ["words", "'it\\'s'", "refused"],
  ["words", '"a\\"b"', "refused"],
  ["words", "EU", "refused"],
  ["words", "> 'M'", "refused"],
  ["words", "'EU' and 'US'", "refused"],
  ["words", "startsWith($, 'E')", "refused"],
  ["words", "['EU', 5]", "refused"],
  ["words", "!= 'EU', 'EU'", "refused"],
  ["boolean", "true, false", "refused"],
  ["boolean", "True", "refused"],
  ["boolean", "not(true)", "refused"],
]

const drawOne = ({ chance, integer, pick }: Choices, type: Asked): string => {
  const value = (): string => {
    if (type === "boolean") return pick(["true", "false"])
    if (type === "words") return pick([`'${pick(words)}'`, `"${pick(words)}"`])
    return pick([String(integer(-4, 8)), `${integer(0, 6)}.5`, `+${integer(0, 6)}`, "1_1"])
  }
  const list = (): string =>
    `[${Array.from({ length: integer(1, 3) }, value).join(pick([",", ", "]))}]`
  const space = pick(["", " "])
  if (chance(0.15)) return `${pick(["", "$ "])}${pick(["in", "not in", "in"])} ${list()}`
  if (chance(0.1)) return list()
  if (chance(0.15)) return `${pick(["==", "!=", "!=", "="])}${space}${value()}`
  if (type !== "number" || chance(0.2)) return value()
  if (chance(0.4)) return `${pick(["", "$ "])}${pick(["<", "<=", ">", ">="])}${space}${value()}`
  const [open, close] = [pick(["[", "(", "]", ")"]), pick(["]", ")", "[", "("])]
  return `${pick(["", "", "not in "])}${open}${value()}${space}..${space}${value()}${close}`
}

const drawCell = (choices: Choices, type: Asked): string => {
  const { chance, integer, pick } = choices
  let cell = drawOne(choices, type)
  for (let more = integer(0, 2); more > 0; more -= 1) {
    cell = `${cell}${pick([", ", ",", " or ", " and "])}${drawOne(choices, type)}`
  }
  return chance(0.05) ? `not(${cell})` : cell
}

describe("cells of JDM", () => {
  it("apply to what GoRules applies them to, or are refused", () => {
    for (const [type, cell, what] of corpus) {
      assert.strictEqual(compare(type, cell) === undefined ? "refused" : "read", what, cell)
    }
  })

  it("apply to what GoRules applies them to, however they are put together", () => {
    const seed = testSeed("JDM cells")
    const choices = makeChoices(seed)
    const seen = { read: 0, hits: 0, refused: 0 }
    for (let round = 0; round < 600; round += 1) {
      const type = choices.pick(["number", "number", "words", "boolean"] as const)
      const hits = compare(type, drawCell(choices, type), `seed ${seed}: `)
      seen[hits === undefined ? "refused" : "read"] += 1
      seen.hits += hits ?? 0
    }
    assert.isAtLeast(seen.read, 200)
    assert.isAtLeast(seen.hits, 1000)
    assert.isAtLeast(seen.refused, 20)
  })
})

describe("literalOfJdm()", () => {
  it("reads texts as they stand, numbers, truth values and null, and no expression", () => {
    const literal = (cell: string) => Result.getOrUndefined(literalOfJdm(cell))
    assert.deepStrictEqual(literal("'a\\b \"c\"'"), { _tag: "Text", text: 'a\\b "c"' })
    assert.deepStrictEqual(literal(" -1_000.50"), { _tag: "Number", digits: "-1000.50" })
    assert.deepStrictEqual(literal("false"), { _tag: "Truth", value: false })
    assert.deepStrictEqual(literal("null"), { _tag: "Null" })
    assert.deepStrictEqual(literal(" "), { _tag: "Null" })
    for (const cell of ["hello", "5 * 2", "'a' + 'b'", 'date("2020-01-01")', "'it\\'s'", "[1]"]) {
      assert.isUndefined(literal(cell), cell)
    }
  })
})
