import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import * as Result from "effect/Result"
import type { DeclaredText } from "../../../core/editing/chosen-rows.ts"
import { mergeRows, splitRows } from "../../../core/editing/split-rows.ts"
import { loadDecision } from "../../../core/table/decision.ts"
import { hitPolicies } from "../../../core/table/hit-policy.ts"
import { columnsOf } from "../../../core/table/load.ts"
import { readSource } from "../../../core/table/source.ts"
import { times } from "../../support/long.ts"
import { makeChoices } from "../../support/random.ts"
import {
  everyCombination,
  factsOf,
  smallLines,
  smallTable,
  type SmallTable,
} from "../../support/small-tables.ts"

const recordsOf = ({ definition, source }: DeclaredText) =>
  readSource(definition.file, source, Object.keys(columnsOf(definition))).records

const scores = (table: SmallTable, source: string) => {
  const { content, errors } = loadDecision(table.definition, source)
  assert.deepStrictEqual(errors, [], source)
  return (facts: Readonly<Record<string, never>>) =>
    content.evaluate(facts).map((hit) => hit["score"])
}

/** Facts that tell all rows of two texts apart. */
const askedOf = (table: SmallTable, source: string) => {
  const lines = [...table.source.split("\n").slice(1, -1), ...source.split("\n").slice(1, -1)]
  const { space } = smallTable("collect", [...new Set(lines)])
  return everyCombination(space).map((each) => factsOf(space, each) as never)
}

const drawn = fc.record({
  seed: fc.nat(),
  hitPolicy: fc.constantFrom(...hitPolicies),
  at: fc.integer({ min: 0, max: 12 }),
  column: fc.constantFrom("days", "weight"),
})

describe("splitRows() and mergeRows()", () => {
  it("change no answer of a table, whatever its hit policy", () => {
    fc.assert(
      fc.property(drawn, ({ at, column, hitPolicy, seed }) => {
        const table = smallTable(hitPolicy, smallLines(makeChoices(seed), 4))
        const split = splitRows(table, recordsOf(table), { column, at })
        const cut = Result.isSuccess(split) ? split.success.text : table.source
        const merged = mergeRows(
          { ...table, source: cut },
          recordsOf({ ...table, source: cut }),
          column,
        )
        const after = Result.isSuccess(merged) ? [merged.success.text] : []
        for (const source of [cut, ...after]) {
          const [own, other] = [scores(table, table.source), scores(table, source)]
          for (const facts of askedOf(table, source)) {
            assert.deepStrictEqual(other(facts), own(facts), `${source} ${JSON.stringify(facts)}`)
          }
        }
      }),
      { numRuns: times(60, 3_000) },
    )
  })

  it("give the file back byte for byte, with its comments and its quotes", () => {
    const table: DeclaredText = {
      ...smallTable("unique", [
        '"red",north,[2..8],,,,1,"a, b"',
        "# A comment between.",
        "",
        "blue,,>3,,,,2,y",
        'green,south|east,<=9|12,,true,,3,"two',
        'lines"',
      ]),
    }
    for (const at of [3, 4, 5, 6, 7, 8, 9]) {
      const split = Result.getOrThrow(splitRows(table, recordsOf(table), { column: "days", at }))
      const cut = { ...table, source: split.text }
      const made = new Set(split.rows.flatMap(({ lowerLine, upperLine }) => [lowerLine, upperLine]))
      const rows = recordsOf(cut).filter(({ line }) => made.has(line))
      assert.strictEqual(rows.length, split.rows.length * 2)
      const merged = Result.getOrThrow(mergeRows(cut, rows, "days"))
      assert.strictEqual(merged.text, table.source)
    }
  })

  it("merge over other rows where their order decides nothing alone", () => {
    const lines = ["red,,[1..4],,,,1,x", "blue,,,,,,2,y", "red,,[5..9],,,,1,x"]
    const [unique, first] = [smallTable("unique", lines), smallTable("first", lines)]
    const merged = Result.getOrThrow(mergeRows(unique, recordsOf(unique), "days"))
    assert.deepStrictEqual(merged.rows, [
      { line: 2, lines: [2, 4], before: ["[1..4]", "[5..9]"], after: "[1..9]" },
    ])
    assert.isTrue(Result.isFailure(mergeRows(first, recordsOf(first), "days")))
  })

  it("say why nothing is cut", () => {
    const table = smallTable("unique", ["red,,[1..4],,,,1,x"])
    const problemOf = (column: string, at: number) =>
      Result.merge(splitRows(table, recordsOf(table), { column, at }))
    assert.deepStrictEqual(problemOf("colour", 3), {
      _tag: "NoBands",
      file: "small.csv",
      column: "colour",
    })
    assert.deepStrictEqual(problemOf("days", 5), {
      _tag: "NothingToCut",
      file: "small.csv",
      column: "days",
      at: 5,
      bands: ["[1..4]"],
    })
  })
})
