import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import {
  allColumns,
  type ColumnLook,
  pinnedByItself,
  readLook,
  shownColumns,
  withFold,
  withGroup,
  withHidden,
  withoutGroup,
  withShown,
  writeLook,
} from "../../../../rules/changes/grid/column-look.ts"
import type { GridColumn } from "../../../../rules/changes/grid/grid-view.ts"
import { times } from "../../../support/long.ts"
import { plainColumn } from "./plain-column.ts"

const columnNamed = (name: string, isKey = false): GridColumn => ({
  ...plainColumn,
  about: "A column.",
  name,
  role: "value",
  type: "text",
  isKey,
})

const names = [..."abcdefghijkl"]
const wide = names.map((name) => columnNamed(name, name === "a" || name === "b"))
const few = wide.slice(0, 5)

const namesShown = (columns: ReadonlyArray<GridColumn>, look: ColumnLook): string =>
  shownColumns(columns, look)
    .map(({ column, isPinned }) => (isPinned ? column.name.toUpperCase() : column.name))
    .join("")

describe("which columns are shown", () => {
  it("are all, and the keys stay where there are many", () => {
    assert.strictEqual(namesShown(few, allColumns), "abcde")
    assert.strictEqual(namesShown(wide, allColumns), "ABcdefghijkl")
    assert.deepStrictEqual(pinnedByItself(names.map((name) => ({ name, isKey: name === "c" }))), [])
  })

  it("are those that nobody has hidden, pinned ones first, and one in any case", () => {
    const look = { ...withHidden(allColumns, ["b", "d"]), pinned: ["c", "b"] }
    assert.strictEqual(namesShown(few, look), "Cae")
    assert.strictEqual(namesShown(few, withShown(look, ["b"])), "BCae")
    assert.strictEqual(namesShown(few, withHidden(allColumns, names)), "a")
  })

  it("are of a folded group the first one alone, until one of it is asked for", () => {
    const grouped = withGroup(allColumns, "Trip", ["b", "c", "d"])
    assert.strictEqual(namesShown(few, grouped), "abcde")
    const folded = withFold(grouped, "Trip")
    assert.strictEqual(namesShown(few, folded), "abe")
    assert.strictEqual(namesShown(few, withHidden(folded, ["b"])), "ace")
    assert.strictEqual(namesShown(few, withShown(folded, ["d"])), "abcde")
    assert.deepStrictEqual(withoutGroup(folded, "Trip"), allColumns)
    // Who takes columns into another group leaves no group of one behind.
    assert.deepStrictEqual(withGroup(folded, "Stay", ["c", "d"]).groups, [
      { title: "Stay", columns: ["c", "d"], isFolded: false },
    ])
  })

  const someNames = fc.uniqueArray(fc.constantFrom(...names), { maxLength: 6 })
  const drawnLook: fc.Arbitrary<ColumnLook> = fc.record({
    hidden: someNames,
    pinned: fc.option(someNames, { nil: null }),
    groups: fc.uniqueArray(
      fc.record({
        title: fc.constantFrom("Trip", "a:b;c,d", "Où, “quoi”", "-", "100 %"),
        columns: fc.uniqueArray(fc.constantFrom(...names), { minLength: 2, maxLength: 4 }),
        isFolded: fc.boolean(),
      }),
      { maxLength: 2, selector: ({ title }) => title },
    ),
  })

  it("are told by an address, and read back from it", () => {
    fc.assert(
      fc.property(drawnLook, (look) => {
        const parts = writeLook(look)
        const query = new URLSearchParams(
          Object.entries(parts).flatMap(([name, text]) =>
            text === undefined ? [] : [[name, text]],
          ),
        )
        const read = readLook((name) => new URLSearchParams(query.toString()).get(name))
        assert.deepStrictEqual(read ?? allColumns, look)
      }),
      { numRuns: times(200, 20_000) },
    )
    assert.isUndefined(readLook(() => null))
    assert.isUndefined(readLook((name) => (name === "groups" ? "+%zz:a,b;-Trip:a" : null)))
  })

  it("come once each, as the file has them, whatever is hidden, pinned and grouped", () => {
    fc.assert(
      fc.property(drawnLook, (look) => {
        const shown = shownColumns(wide, look)
        assert.isAbove(shown.length, 0)
        for (const { at, column } of shown) assert.strictEqual(wide[at], column)
        const pins = shown.filter(({ isPinned }) => isPinned).length
        const places = shown.map(({ at }) => at)
        for (const part of [places.slice(0, pins), places.slice(pins)]) {
          assert.deepStrictEqual(
            part,
            part.toSorted((one, other) => one - other),
          )
        }
        assert.strictEqual(new Set(places).size, shown.length)
        // What somebody asks to see is seen.
        for (const name of names) {
          assert.isTrue(
            shownColumns(wide, withShown(look, [name])).some(({ column }) => column.name === name),
          )
        }
      }),
      { numRuns: times(200, 20_000) },
    )
  })
})
