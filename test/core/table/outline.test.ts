import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { type AnyDefinition, columnsOf } from "../../../core/table/load.ts"
import { readTest } from "../../../core/table/condition.ts"
import { definitionsIn, outlineOf } from "../../../core/table/outline.ts"
import { readSource } from "../../../core/table/source.ts"
import { binsFile, rangesColumn } from "../../../rules/coach/tables/bin-ranges.ts"
import { coachBins } from "../../../rules/coach/tables/bins.ts"
import { renderingDefinitions } from "../../../rules/messages/rendering-tables.ts"
import { offlineDefinitions } from "../../../rules/tables/offline.ts"
import { shippedSources } from "../../support/shipped-sources.ts"

const sources = shippedSources()
const definitions: Readonly<Record<string, AnyDefinition>> = {
  ...offlineDefinitions,
  ...renderingDefinitions,
}

/** What the cells of a table read to, each different one of a column once. */
const readCells = (definition: AnyDefinition, source: string) => {
  const names = Object.keys(columnsOf(definition))
  const { records } = readSource(definition.file, source, names)
  return Object.values(columnsOf(definition)).map((column, index) =>
    [...new Set(records.map(({ texts }) => texts[index] ?? ""))].map((cell) =>
      "parse" in column
        ? Result.getOrThrow(column.parse(cell))
        : Result.getOrThrow(readTest(column, cell)),
    ),
  )
}

describe("outlines of tables", () => {
  const outlines = Object.fromEntries(
    Object.entries(definitions).map(([name, each]) => [name, outlineOf(each)] as const),
  )
  const outlined = definitionsIn(outlines)

  it("read every cell of the package's tables as their definitions do", () => {
    let cells = 0
    for (const [name, definition] of Object.entries(definitions)) {
      const other = outlined[name]
      assert.isDefined(other)
      const source = sources.get(definition.file) ?? ""
      const read = readCells(definition, source)
      if (other !== undefined) assert.deepStrictEqual(readCells(other, source), read, name)
      cells += read.flat().length
    }
    assert.isAbove(cells, 10_000)
  })

  it("have the files, names, keys and hit policies of their definitions", () => {
    const facts = (definition: AnyDefinition) => ({
      tag: definition._tag,
      file: definition.file,
      names: Object.keys(columnsOf(definition)),
      by: definition._tag === "TableDefinition" ? definition.key : definition.hitPolicy,
    })
    for (const [name, definition] of Object.entries(definitions)) {
      const other = outlined[name]
      assert.deepStrictEqual(other && facts(other), facts(definition))
    }
  })

  it("are outlines of themselves", () => {
    for (const outline of Object.values(outlines)) {
      const { again } = definitionsIn<Record<string, AnyDefinition>>({ again: outline })
      assert.strictEqual(again && Object.keys(columnsOf(again)).length > 0, true)
    }
  })

  it("refuse a table whose outputs have an order", () => {
    const { coachSelling } = offlineDefinitions
    assert.throws(() => outlineOf({ ...coachSelling, hitPolicy: "priority" }), /order of outputs/)
  })

  it("find the ranges of card numbers where their table has them", () => {
    assert.strictEqual(coachBins.file, binsFile)
    assert.strictEqual(Object.keys(coachBins.columns)[rangesColumn], "ranges")
  })
})
