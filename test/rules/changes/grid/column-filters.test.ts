import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import * as Result from "effect/Result"
import { readNumberTest } from "../../../../core/table/cell.ts"
import { shownTest } from "../../../../rules/changes/grid/cell-views.ts"
import {
  astrideLines,
  type ColumnFilter,
  countedWords,
  readFilter,
  rowFilter,
  writeFilter,
} from "../../../../rules/changes/grid/column-filters.ts"
import type { GridColumn, GridRow } from "../../../../rules/changes/grid/grid-view.ts"
import { plainColumn } from "./plain-column.ts"

const zones = ["", "europe", "world", "europe|world", "not(world)"] as const
const bands = ["", "<=17", "[18..64]", "[60..69]", "65", ">=70", "not([18..64])"] as const
const amounts = ["", "0", "0.44", "0.440", "7.20", "12"] as const

const plain: Omit<GridColumn, "name" | "role" | "type"> = { ...plainColumn, about: "A column." }

const columns: ReadonlyArray<GridColumn> = [
  {
    ...plain,
    name: "zone",
    role: "condition",
    type: "words",
    tests: {
      "": { _tag: "Any" },
      europe: { _tag: "AnyOf", words: ["europe"] },
      world: { _tag: "AnyOf", words: ["world"] },
      "europe|world": { _tag: "AnyOf", words: ["europe", "world"] },
      "not(world)": { _tag: "NoneOf", words: ["world"] },
    },
  },
  {
    ...plain,
    name: "age",
    role: "condition",
    type: "number",
    numbers: { kind: "number", whole: true, minimum: 0, maximum: 120, about: "Age." },
    tests: Object.fromEntries(
      bands.map((cell) => [cell, shownTest(Result.getOrThrow(readNumberTest(cell)))]),
    ),
  },
  { ...plain, name: "per_person", role: "value", type: "amount" },
  { ...plain, name: "remark", role: "value", type: "text" },
]

const remarks = ["", "Plus", "plus", "a;b,c:d", "50 %"] as const

const rows = fc
  .array(
    fc.tuple(
      fc.constantFrom(...zones),
      fc.constantFrom(...bands),
      fc.constantFrom(...amounts),
      fc.constantFrom(...remarks),
    ),
    { maxLength: 30 },
  )
  .map((drawn) => drawn.map((texts, at): GridRow => ({ line: at + 2, texts })))

const ends = fc.option(fc.constantFrom("0", "17", "18", "60", "64.5", "120", "-1"), { nil: null })

const filters = fc
  .record(
    {
      column: fc.constantFrom(...columns.map(({ name }) => name)),
      words: fc.array(fc.constantFrom(...zones, ...bands, ...remarks), { maxLength: 3 }),
      range: fc
        .record({
          how: fc.constantFrom("reaches" as const, "within" as const),
          low: ends,
          high: ends,
        })
        .filter(({ high, low }) => high !== null || low !== null),
      says: fc.constantFrom("plus", "5", ";", "€ à"),
    },
    { requiredKeys: ["column"] },
  )
  .filter((filter) => Object.keys(filter).length > 1)

const textOf = (_: GridColumn, cell: string): string => cell

const linesOf = (all: ReadonlyArray<GridRow>, by: ReadonlyArray<ColumnFilter>) => {
  const lets = rowFilter(columns, by, textOf)
  return all.filter(({ texts }) => lets(texts)).map(({ line }) => line)
}

const ageIn = (low: string | null, high: string | null, how: "reaches" | "within") => [
  { column: "age", range: { how, low, high } },
]

describe("filters of columns", () => {
  it("are read from addresses as they were written", () => {
    fc.assert(
      fc.property(filters, (filter) => {
        const address = new URLSearchParams([["of", writeFilter(filter)]]).toString()
        const written = new URLSearchParams(address).get("of") ?? ""
        assert.deepStrictEqual(readFilter(filter.column, written), filter)
      }),
    )
    for (const wrong of [
      "",
      "is",
      "reaches:",
      "within:a..b",
      "within:1..2..3",
      "within:a..2",
      "within:1..b",
      "within:..",
      "says:%zz",
      "x:1",
    ]) {
      assert.isUndefined(readFilter("age", wrong), wrong)
    }
  })

  it("let through what each of them does, in any order", () => {
    fc.assert(
      fc.property(rows, fc.array(filters, { maxLength: 3 }), (all, several) => {
        const each = several.map((filter) => new Set(linesOf(all, [filter])))
        const both = all
          .map(({ line }) => line)
          .filter((line) => each.every((set) => set.has(line)))
        assert.deepStrictEqual(linesOf(all, several), both)
        assert.deepStrictEqual(linesOf(all, several.toReversed()), both)
      }),
    )
  })

  it("count for each word the rows that a tick of it alone shows", () => {
    fc.assert(
      fc.property(rows, (all) => {
        const [zone] = columns
        if (zone === undefined) return
        for (const { count, word } of countedWords(zone, 0, { all, shown: all })) {
          assert.strictEqual(linesOf(all, [{ column: "zone", words: [word] }]).length, count, word)
        }
      }),
    )
  })

  it("tell rows that reach a range from those that lie wholly in it, and name those between", () => {
    fc.assert(
      fc.property(rows, ends, ends, (all, low, high) => {
        const [, age] = columns
        if (age === undefined || (low === null && high === null)) return
        const reaching = linesOf(all, ageIn(low, high, "reaches"))
        const within = linesOf(all, ageIn(low, high, "within"))
        const between = astrideLines(age, 1, all, { how: "reaches", low, high })
        assert.deepStrictEqual(
          [...within, ...between].toSorted((one, other) => one - other),
          reaching,
        )
      }),
    )
  })

  it("know figures however they are written, and no figure in an empty cell", () => {
    const all = amounts.map((text, at): GridRow => ({ line: at, texts: ["", "", text, ""] }))
    const found = linesOf(all, [
      { column: "per_person", range: { how: "reaches", low: "0.44", high: "7.2" } },
    ])
    assert.deepStrictEqual(found, [2, 3, 4])
  })
})
