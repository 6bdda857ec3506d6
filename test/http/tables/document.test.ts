import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "@effect/vitest"
import { shippedTablesFolder } from "../../../http/shipped-tables.ts"
import { tablesDocument } from "../../../http/tables/document.ts"
import { columnsOf } from "../../../core/table/load.ts"
import { definitions, tableFiles } from "../../../rules/tables/index.ts"

const current = tablesDocument(Object.values(definitions))

const headings = (level: string) =>
  current.split("\n").flatMap((line) => (line.startsWith(`${level} `) ? [line.slice(4)] : []))

it("data/README.md is what the definitions say", () => {
  expect(readFileSync(join(shippedTablesFolder, "README.md"), "utf8")).toBe(current)
})

it("it describes every table once, more than twenty of them", () => {
  const described = headings("###")
  expect(described.length).toBeGreaterThan(20)
  expect([...described].sort()).toEqual([...tableFiles].sort())
})

it("it names every column, and every link in it leads to a heading", () => {
  for (const definition of Object.values(definitions)) {
    // Columns that say the same of themselves share a row.
    for (const name of Object.keys(columnsOf(definition)))
      expect(current).toMatch(
        new RegExp(`^\\| (?:\`\\w+\`, )*\`${name}\`(?:, \`\\w+\`)* \\| `, "m"),
      )
  }
  const anchors = new Set(headings("###").map((file) => file.replaceAll(/[/.]/g, "")))
  const links = [...current.matchAll(/\]\(#([^)]*)\)/g)].map((match) => match[1] ?? "")
  expect(links.length).toBeGreaterThan(tableFiles.length)
  for (const link of links) expect(anchors).toContain(link)
})

it("it credits what the licences ask to be credited", () => {
  for (const name of ["World Bank", "banks-db", "binlist.net", "i18n-iso-countries"]) {
    expect(current).toContain(name)
  }
  for (const licence of ["CC BY 4.0", "Apache-2.0", "MIT"]) expect(current).toContain(licence)
})
