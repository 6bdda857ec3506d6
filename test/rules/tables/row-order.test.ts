import { assert, describe, expect, it } from "@effect/vitest"
import * as Result from "effect/Result"
import type { TableDefinition } from "../../../core/table/definition.ts"
import { describeTableError } from "../../../core/table/error.ts"
import type { AnyDefinition } from "../../../core/table/load.ts"
import { impact } from "../../../rules/impact/impact.ts"
import { corpusOf } from "../../../rules/corpus/corpus.ts"
import { definitions, loadTables } from "../../../rules/tables/index.ts"
import { rowOrder } from "../../../rules/tables/compare-versions.ts"
import { makeChoices, testSeed } from "../../support/random.ts"
import { shippedTables } from "../../support/tables.ts"
import { shippedSources } from "../../support/shipped-sources.ts"

const all: ReadonlyArray<AnyDefinition> = Object.values(definitions)
const plain = all.filter(
  (definition): definition is TableDefinition => definition._tag === "TableDefinition",
)

/** The text of a table with its rows in another order, without comments. */
const mixed = (text: string, integer: (least: number, most: number) => number): string => {
  const [header = "", ...rows] = text
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
  for (let place = rows.length - 1; place > 0; place -= 1) {
    const other = integer(0, place)
    const [here = "", there = ""] = [rows[place], rows[other]]
    rows[place] = there
    rows[other] = here
  }
  return [header, ...rows, ""].join("\n")
}

describe("rowOrder", () => {
  it("names plain tables that there are", () => {
    const files = plain.map(({ file }) => file)
    expect([...rowOrder.keys()].filter((file) => !files.includes(file))).toEqual([])
  })

  it("leaves out tables whose rows may stand in any order: no answer of the corpus changes", () => {
    const { integer } = makeChoices(testSeed("orders that do not count"))
    const free = plain.filter(({ file }) => !rowOrder.has(file))
    const sources = new Map(shippedSources())
    for (const { file } of free) sources.set(file, mixed(sources.get(file) ?? "", integer))
    const loaded = loadTables(sources)
    if (Result.isFailure(loaded)) assert.fail(loaded.failure.map(describeTableError).join("\n"))
    const { changed, fields, situations } = impact(
      shippedTables,
      loaded.success,
      corpusOf(shippedTables, 7, 300),
    )
    expect(fields).toEqual([])
    expect(changed).toBe(0)
    assert.isAbove(situations, 300)
    assert.isAbove(free.length, 15)
  })
})
