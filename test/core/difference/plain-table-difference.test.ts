import { describe, expect, it } from "@effect/vitest"
import { compareTables } from "../../../core/difference/plain-table-difference.ts"
import * as Column from "../../../core/table/column.ts"
import { defineTable } from "../../../core/table/definition.ts"

const offers = defineTable({
  file: "offers.csv",
  about: "Offers.",
  key: ["offer", "plan"],
  columns: {
    offer: Column.integer({ about: "Its number." }),
    plan: Column.text({ about: "Its plan." }),
    price: Column.decimal({ about: "Its price." }),
    tags: Column.list(Column.text({ about: "Words." })),
    source: Column.note(Column.text({ about: "Where it comes from." })),
  },
})

const table = (...lines: ReadonlyArray<string>): string =>
  ["offer,plan,price,tags,source", ...lines, ""].join("\n")

const base = table("1,basic,1.4,a|b,here", "2,basic,5,,here", "3,full,6,,here")

const compare = (after: string, ordered = false) => compareTables(offers, base, after, ordered)

const nothing = { added: [], removed: [], changed: [], noted: [], moved: [] }

describe("compareTables()", () => {
  it("finds nothing where figures are written otherwise and comments come in", () => {
    const after = table(
      "# A comment.",
      "1,basic,1.40,a|b,here",
      "2,basic,5.0,,here",
      "3,full,6,,here",
    )
    expect(compare(after, true)).toEqual(nothing)
  })

  it("lists rows that come, go and change by their keys, with lines and cells of both versions", () => {
    const after = table("4,new,9,x,there", "1,basic,1.5,b|a,here", "3,full,6,,here")
    expect(compare(after)).toEqual({
      ...nothing,
      added: [
        {
          key: ["4", "new"],
          before: undefined,
          after: 2,
          cells: [
            { column: "offer", before: "", after: "4" },
            { column: "plan", before: "", after: "new" },
            { column: "price", before: "", after: "9" },
            { column: "tags", before: "", after: "x" },
            { column: "source", before: "", after: "there" },
          ],
        },
      ],
      removed: [
        {
          key: ["2", "basic"],
          before: 3,
          after: undefined,
          cells: [
            { column: "offer", before: "2", after: "" },
            { column: "plan", before: "basic", after: "" },
            { column: "price", before: "5", after: "" },
            { column: "tags", before: "", after: "" },
            { column: "source", before: "here", after: "" },
          ],
        },
      ],
      changed: [
        {
          key: ["1", "basic"],
          before: 2,
          after: 3,
          cells: [
            { column: "price", before: "1.4", after: "1.5" },
            { column: "tags", before: "a|b", after: "b|a" },
          ],
        },
      ],
    })
  })

  it("keeps rows apart of which only a note changed", () => {
    const after = table("1,basic,1.4,a|b,there", "2,basic,5,,there", "3,full,7,,there")
    const { changed, noted } = compare(after)
    expect(noted.map(({ key }) => key[0])).toEqual(["1", "2"])
    expect(changed.map(({ cells }) => cells.map(({ column }) => column))).toEqual([
      ["price", "source"],
    ])
  })

  it("lists the fewest rows that moved, where order counts and nowhere else", () => {
    const after = table("3,full,6,,here", "1,basic,1.4,a|b,here", "2,basic,5,,here")
    expect(compare(after)).toEqual(nothing)
    const moved = [{ key: ["3", "full"], before: 4, after: 2, cells: [] }]
    expect(compare(after, true)).toEqual({ ...nothing, moved })
  })

  it("takes rows that come and go for no move of the others", () => {
    const after = table("9,new,1,,here", "2,basic,5,,here", "3,full,6,,here")
    expect(compare(after, true).moved).toEqual([])
  })
})
