import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import {
  decisionMutants,
  type Mutant,
  mutantText,
  plainMutants,
} from "../../../core/mutation/mutants.ts"
import * as Column from "../../../core/table/column.ts"
import { readCsv } from "../../../core/table/csv.ts"
import { defineTable } from "../../../core/table/definition.ts"
import { makeChoices, testSeed } from "../../support/random.ts"
import { smallLines, smallTable } from "../../support/small-tables.ts"

const about = "A column."
const rates = defineTable({
  file: "rates.csv",
  about,
  key: ["name"],
  columns: {
    name: Column.text({ about }),
    rate: Column.decimal({ about }),
    title: Column.optional(Column.text({ about })),
    source: Column.note(Column.text({ about })),
  },
})
const source = 'name,rate,title,source\n# A comment.\na,1.50,"One, or ""two""\nlines",x\nb,2,,y\n'

const named = ({ column, from, kind, line, to }: Mutant) => [line, kind, column, from, to]

const cellsAt = (text: string): ReadonlyMap<number, ReadonlyArray<string>> =>
  new Map(
    Result.getOrThrow(readCsv(text)).map(({ fields, line }) => [
      line,
      fields.map((one) => one.text),
    ]),
  )

describe("plainMutants()", () => {
  it("touches figures and what may be empty, and drops rows; keys and notes stay", () => {
    assert.deepStrictEqual(plainMutants(rates, source).map(named), [
      [3, "figure", "rate", "1.50", "1.51"],
      [3, "empty", "title", 'One, or "two"\nlines', ""],
      [3, "row", "", "the row", "no row"],
      [5, "figure", "rate", "2", "3"],
      [5, "row", "", "the row", "no row"],
    ])
  })

  it("leaves every other cell on its line, also below a row of several lines", () => {
    const texts = plainMutants(rates, source).map((mutant) => mutantText(source, mutant))
    assert.deepStrictEqual(texts.slice(0, 3), [
      source.replace("1.50", "1.51"),
      source.replace('"One, or ""two""\nlines"', ""),
      "name,rate,title,source\n# A comment.\n\n\nb,2,,y\n",
    ])
  })
})

describe("decisionMutants()", () => {
  it("changes one cell, exchanges neighbours or drops a row, and nothing else", () => {
    const seed = testSeed("mutants")
    const choices = makeChoices(seed)
    let seen = 0
    for (let table = 0; table < 20; table += 1) {
      const { decision, source: text } = smallTable("first", smallLines(choices, 6))
      const before = cellsAt(text)
      for (const mutant of decisionMutants(decision, text)) {
        const hint = `seed ${seed}\n${text}${JSON.stringify(named(mutant))}`
        const after = cellsAt(mutantText(text, mutant))
        const changed = [...before.keys()].filter(
          (line) => JSON.stringify(before.get(line)) !== JSON.stringify(after.get(line)),
        )
        seen += 1
        if (mutant.kind === "order") {
          assert.deepStrictEqual(after.get(mutant.line), before.get(mutant.line + 1), hint)
          assert.deepStrictEqual(after.get(mutant.line + 1), before.get(mutant.line), hint)
          continue
        }
        assert.deepStrictEqual(changed, [mutant.line], hint)
        if (mutant.kind === "row") {
          assert.isUndefined(after.get(mutant.line), hint)
          continue
        }
        const cells = before
          .get(mutant.line)
          ?.map((cell, index) => [cell, after.get(mutant.line)?.[index]])
        const differing = cells?.filter(([one, other]) => one !== other)
        assert.deepStrictEqual(differing, [[mutant.from, mutant.to]], hint)
      }
    }
    assert.isAtLeast(seen, 300)
  })

  it("exchanges rows only where their order counts", () => {
    const kinds = (policy: "first" | "unique" | "collect", orderCounts?: boolean) => {
      const { decision, source: text } = smallTable(policy, ["red,,,,,,1,a", "blue,,,,,,2,b"])
      return decisionMutants(decision, text, orderCounts).map(({ kind }) => kind)
    }
    assert.include(kinds("first"), "order")
    assert.include(kinds("collect"), "order")
    assert.notInclude(kinds("unique"), "order")
    assert.notInclude(kinds("collect", false), "order")
  })
})
