import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { changedGrid, gridChange } from "../../../../rules/changes/grid/grid-change.ts"
import type { GridColumn, GridRow, TableGrid } from "../../../../rules/changes/grid/grid-view.ts"
import { plainColumn } from "./plain-column.ts"

const columnOf = (name: string, words: ReadonlyArray<string> = []): GridColumn => ({
  ...plainColumn,
  name,
  role: "value",
  type: "text",
  about: name,
  words: words.map((word) => ({ word, en: null, fr: null })),
})

const gridOf = (revision: number, rows: ReadonlyArray<GridRow>): TableGrid => ({
  file: "fees.csv",
  about: "fees",
  kind: "plain",
  revision,
  headerLine: 1,
  columns: [columnOf("name"), columnOf("value")],
  rows,
  asides: [],
  copies: null,
  unreadable: null,
})

const few = fc.constantFrom("a", "b", "c")

/** Rows below each other, some of them over two lines. */
const rows = fc.array(
  fc.record({
    texts: fc.tuple(few, few),
    before: fc.option(fc.oneof(fc.constant("none" as const), fc.tuple(few, few)), {
      nil: undefined,
    }),
    height: fc.constantFrom(1, 1, 1, 2),
  }),
  { maxLength: 12 },
)

interface DrawnRow {
  readonly texts: ReadonlyArray<string>
  readonly before: ReadonlyArray<string> | "none" | undefined
  readonly height: number
}

const placed = (drawn: ReadonlyArray<DrawnRow>) => {
  let line = 2
  return drawn.map(({ before, height, texts }): GridRow => {
    const at = line
    line += height
    return before === undefined ? { line: at, texts } : { line: at, texts, before }
  })
}

describe("what becomes of a grid", () => {
  it("makes of the grid before the one after, whatever was edited", () => {
    fc.assert(
      fc.property(rows, rows, rows, rows, (first, last, older, newer) => {
        const before = gridOf(1, placed([...first, ...older, ...last]))
        const after = gridOf(2, placed([...first, ...newer, ...last]))
        const change = gridChange(before, after) ?? assert.fail("no change")
        assert.deepStrictEqual(changedGrid(before, change), after)
        assert.isAtMost(change.rows.length, newer.length)
      }),
    )
  })

  it("tells a row that comes, and not those that only move", () => {
    const row = (line: number): GridRow => ({ line, texts: [`${line}`, ""] })
    const before = gridOf(1, [2, 3, 4, 5].map(row))
    const came: GridRow = { line: 4, texts: ["new", ""], before: "none" }
    const after = gridOf(2, [row(2), row(3), came, { ...row(4), line: 5 }, { ...row(5), line: 6 }])
    const change = gridChange(before, after)
    assert.deepStrictEqual(change?.rows, [came])
    assert.deepStrictEqual([change?.first, change?.last, change?.moved], [2, 2, 1])
  })

  it("tells the columns and comments that are others", () => {
    const before = gridOf(1, [])
    const value = columnOf("value", ["one"])
    const aside = { afterLine: 1, line: 2, comment: "why", gone: null }
    const after = { ...gridOf(2, []), columns: [columnOf("name"), value], asides: [aside] }
    const change = gridChange(before, after)
    assert.deepStrictEqual(change?.columns, [[1, value]])
    assert.deepStrictEqual(changedGrid(before, change ?? assert.fail()), after)
    assert.isUndefined(gridChange(after, gridOf(3, []))?.facts.unreadable ?? undefined)
  })

  it("is of one grid alone", () => {
    const [before, after] = [gridOf(1, []), gridOf(2, [])]
    const change = gridChange(before, after) ?? assert.fail("no change")
    assert.isUndefined(changedGrid(after, change))
    assert.isUndefined(gridChange(before, { ...after, file: "other.csv" }))
    assert.isUndefined(gridChange(before, { ...after, columns: [columnOf("name")] }))
  })
})
