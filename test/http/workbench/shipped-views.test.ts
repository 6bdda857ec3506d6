import { assert, describe, it } from "@effect/vitest"
import { type AnyDefinition, columnsOf } from "../../../core/table/load.ts"
import { shippedViews } from "../../../http/workbench/app/kit/shipped-views.ts"
import { definitions } from "../../../rules/tables/index.ts"

/** A table with more columns has views: they do not stand side by side on any screen. */
const wideFrom = 16

const columnsIn = new Map(
  Object.values<AnyDefinition>(definitions).map((each) => [
    each.file,
    Object.keys(columnsOf(each)),
  ]),
)

describe("the views of wide tables", () => {
  it("are one or two for each table of more than 15 columns", () => {
    const wide = [...columnsIn].flatMap(([file, columns]) =>
      columns.length >= wideFrom ? [file] : [],
    )
    assert.deepStrictEqual(
      [...new Set(shippedViews.map(({ file }) => file))].toSorted(),
      wide.toSorted(),
    )
    for (const file of wide) {
      assert.isAtMost(shippedViews.filter((view) => view.file === file).length, 2, file)
    }
  })

  it("show columns that there are, and pin some that they show", () => {
    for (const { columns, file, name, pinned } of shippedViews) {
      const known = columnsIn.get(file) ?? []
      const place = `${file} ${name}`
      assert.deepStrictEqual(
        columns.filter((column) => !known.includes(column)),
        [],
        place,
      )
      assert.deepStrictEqual(
        pinned.filter((column) => !columns.includes(column)),
        [],
        place,
      )
    }
  })

  it("show each column of their table in some view, but for other languages", () => {
    const left = [...columnsIn].flatMap(([file, columns]) => {
      const shown = new Set(
        shippedViews.flatMap((view) => (view.file === file ? view.columns : [])),
      )
      return shown.size === 0 || file.startsWith("messages/")
        ? []
        : columns.flatMap((column) => (shown.has(column) ? [] : [`${file} ${column}`]))
    })
    assert.deepStrictEqual(left, [])
  })

  it("have names and titles of their own", () => {
    const names = shippedViews.map(({ file, name }) => `${file} ${name}`)
    assert.strictEqual(new Set(names).size, names.length)
    for (const { name, title } of shippedViews) {
      assert.match(name, /^[a-z-]+$/)
      assert.match(title.en, /^\p{Lu}/u)
      assert.match(title.fr, /^\p{Lu}/u)
    }
  })
})
