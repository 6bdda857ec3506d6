import { assert, describe, it } from "@effect/vitest"
import { caseSituations } from "../../../rules/corpus/cases.ts"
import { situations } from "../../../rules/corpus/generate.ts"
import { corpusCoverage } from "../../../rules/impact/coverage.ts"
import { rowHits } from "../../../rules/impact/row-hits.ts"
import { definitions } from "../../../rules/tables/index.ts"
import { wordsOfSources } from "../../../rules/tables/compare-versions.ts"
import { shippedSources } from "../../support/shipped-sources.ts"
import { shippedTables as tables } from "../../support/tables.ts"

describe("rowHits()", () => {
  const cases = caseSituations(tables).slice(0, 30)
  const drawn = situations(tables, 7, 20)
  const all = [...cases, ...drawn]

  it("counts the rows that the coverage of the same situations says are exercised", () => {
    const wordsOf = wordsOfSources(Object.values(definitions), shippedSources())
    const { decisions, plain } = corpusCoverage(tables, wordsOf, all)
    for (const file of ["catalogue/tariffs.csv", "coach/arguments.csv", "sandbox/surcharges.csv"]) {
      const report = decisions.find((each) => each.file === file)
      assert.strictEqual(
        rowHits(tables, file, { situations: all }).length,
        report?.rows.covered,
        file,
      )
    }
    for (const { file, rows, uncitedLines } of plain.slice(0, 3)) {
      const hits = rowHits(tables, file, { situations: all })
      assert.isAtLeast(hits.length, rows.covered, file)
      assert.isFalse(
        hits.some(({ line }) => uncitedLines.includes(line)),
        file,
      )
    }
  })

  it("tells own cases from the corpus, and counts a row once in each", () => {
    const file = "catalogue/tariffs.csv"
    const [both, own] = [
      rowHits(tables, file, { situations: all }),
      rowHits(tables, file, { situations: cases }),
    ]
    const countIn = (hits: typeof both, line: number) =>
      hits.find((each) => each.line === line) ?? { cases: 0, corpus: 0 }
    for (const { corpus, line, ...hit } of both) {
      assert.strictEqual(hit.cases, countIn(own, line).cases)
      assert.isAtMost(hit.cases, cases.length)
      assert.isAtMost(corpus, drawn.length)
    }
    assert.isTrue(own.every(({ corpus }) => corpus === 0))
  })
})
