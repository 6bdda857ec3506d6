import { assert, describe, it } from "@effect/vitest"
import type { AnyDefinition } from "../../../core/table/load.ts"
import { makeSearch } from "../../../rules/tables/search-tables.ts"
import { definitions } from "../../../rules/tables/index.ts"
import { dataTexts } from "../../support/checked-desk.ts"

const all: ReadonlyArray<AnyDefinition> = Object.values(definitions)
const search = makeSearch(() => all)

describe("the search over all tables", () => {
  it("leads to the cell, with what names its row", () => {
    const { groups } = search(dataTexts, "br_retour")
    const tariffs = groups.find(({ file }) => file === "catalogue/tariffs.csv")
    const [hit] = tariffs?.hits ?? []
    const lines = (dataTexts.get("catalogue/tariffs.csv") ?? "").split("\n")
    assert.match(lines[(hit?.line ?? 0) - 1] ?? "", /^br_retour,/)
    assert.strictEqual(hit?.column, "tariff")
    assert.deepStrictEqual([hit?.from, hit?.to], [0, "br_retour".length])
    assert.include(hit?.row ?? [], "europe")
  })

  it("finds words whatever their case and accents", () => {
    const [plain, accented] = ["etats-unis", "États-Unis"].map((text) => search(dataTexts, text))
    assert.isAbove(plain?.count ?? 0, 0)
    assert.deepStrictEqual(plain, accented)
    const [first] = plain?.groups.flatMap(({ hits }) => hits) ?? []
    assert.strictEqual(first?.cell.slice(first.from, first.to).toLowerCase(), "états-unis")
  })

  it("shows the first hits of a table and counts the others", () => {
    const found = search(dataTexts, "europe")
    assert.isAbove(found.count, 100)
    for (const { count, hits } of found.groups) {
      assert.isAtMost(hits.length, 5)
      assert.isAtLeast(count, hits.length)
    }
    assert.isAtMost(found.groups.flatMap(({ hits }) => hits).length, 60)
  })

  it("tells whole cells before parts of cells", () => {
    const [first] = search(dataTexts, "Portugal").groups
    assert.strictEqual(first?.hits[0]?.cell, "Portugal")
    const file = "fees.csv"
    const [header = "", row = "", ...rows] = (dataTexts.get(file) ?? "").trimEnd().split("\n")
    const saying = (word: string): string => row.replace(/^[^,]*/, word)
    const text = [header, saying("aqzzz"), saying("qzzzb"), saying("qzzz"), ...rows, ""].join("\n")
    const [found] = search(new Map([...dataTexts, [file, text]]), "qzzz").groups
    assert.deepStrictEqual(
      found?.hits.map(({ cell }) => cell),
      ["qzzz", "qzzzb", "aqzzz"],
    )
  })

  it("reads a table anew when its text has changed", () => {
    const file = "fees.csv"
    const text = (dataTexts.get(file) ?? "").replace("base_commission_bps", "quite_new_word")
    const found = search(new Map([...dataTexts, [file, text]]), "quite_new_word")
    assert.deepStrictEqual(
      found.groups.map((group) => group.file),
      [file],
    )
    assert.strictEqual(search(dataTexts, "quite_new_word").count, 0)
  })

  it("finds nothing for nothing", () => {
    assert.strictEqual(search(dataTexts, "  ").count, 0)
    assert.strictEqual(search(dataTexts, "zzzzqqq").tables, 0)
  })
})
