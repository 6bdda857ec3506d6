import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as fc from "fast-check"
import * as Column from "../../../core/table/column.ts"
import { defineTable } from "../../../core/table/definition.ts"
import { loadTable } from "../../../core/table/load-table.ts"
import type { Table } from "../../../core/table/loaded.ts"
import type { Decision } from "../../../core/table/decision.ts"
import { columnsOf, loadDefinitions, loadText } from "../../../core/table/load.ts"
import { pack, type PackedText, unpack } from "../../../core/table/packed.ts"
import { readSource } from "../../../core/table/source.ts"
import { offlineDefinitions } from "../../../rules/tables/offline.ts"
import { definitions } from "../../../rules/tables/index.ts"
import { shippedSources } from "../../support/shipped-sources.ts"

const sources = shippedSources()

const packed = (definition: (typeof definitions)[keyof typeof definitions]): PackedText => {
  const names = Object.keys(columnsOf(definition))
  const { records } = readSource(definition.file, sources.get(definition.file) ?? "", names)
  return pack(records, names.length)
}

describe("packed tables", () => {
  it.each(Object.values(definitions))("$file reads to the rows of its CSV", (definition) => {
    const written = loadText(definition, sources.get(definition.file) ?? "")
    const read = loadText(definition, packed(definition))
    assert.deepStrictEqual(read.errors, [])
    assert.deepStrictEqual(read.mentions, written.mentions)
    const [before, after] = [written.content, read.content] as ReadonlyArray<
      Decision | Table<object>
    >
    assert.deepStrictEqual(after?.rows, before?.rows)
    if (before === undefined || after === undefined) return
    if ("tests" in before && "tests" in after) {
      assert.deepStrictEqual(after.tests, before.tests)
      assert.deepStrictEqual(
        after.fields.map((row) => row.map(({ text }) => text)),
        before.fields.map((row) => row.map(({ text }) => text)),
      )
    } else if (!("tests" in before) && !("tests" in after)) {
      assert.deepStrictEqual([...after.lines], [...before.lines])
      const [row] = after.rows.slice(-1)
      assert.strictEqual(after.lineOf(row), before.lines.at(-1))
    }
  })

  it("are found by key, and take part in the check of references", () => {
    const texts = new Map<string, string | PackedText>(
      Object.values(offlineDefinitions).map((definition) => [definition.file, packed(definition)]),
    )
    const tables = Result.getOrThrow(loadDefinitions(offlineDefinitions, texts))
    assert.strictEqual(tables.currencies.get("JPY")?.minorUnits, 0)
    assert.isUndefined(tables.currencies.get("XXX"))
    const header = "country,alias,bank,source"
    texts.set("coach/bank_aliases.csv", `${header}\nFR,Nowhere,No such bank,unsourced\n`)
    const broken = loadDefinitions(offlineDefinitions, texts)
    assert.deepStrictEqual(
      Result.isFailure(broken) ? broken.failure.map(({ column, line }) => [line, column]) : [],
      [[2, "bank"]],
    )
  })

  it("hold any cells of one line", () => {
    const definition = defineTable({
      file: "cells.csv",
      about: "Cells.",
      key: ["key"],
      columns: {
        key: Column.text({ about: "A key." }),
        cell: Column.optional(Column.text({ about: "A cell." })),
      },
    })
    const cell = fc
      .string({ unit: "grapheme" })
      .filter((text) => text.trim() === text && !/[\t\r\n]/.test(text))
    fc.assert(
      fc.property(fc.array(cell, { maxLength: 30 }), (cells) => {
        const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
        const csv = ["key,cell", ...cells.map((text, index) => `k${index},${quoted(text)}`)].join(
          "\n",
        )
        const { records } = readSource("cells.csv", csv, ["key", "cell"])
        const loaded = loadTable(definition, csv)
        if (loaded.errors.length > 0) return
        assert.deepStrictEqual(
          unpack(definition, pack(records, 2)).content.rows,
          loaded.content.rows,
        )
      }),
    )
  })

  it("refuse cells of several lines", () => {
    const { records } = readSource("a.csv", 'a,b\n1,"x\ny"\n', ["a", "b"])
    assert.throws(() => pack(records, 2), /cannot be packed/)
  })
})
