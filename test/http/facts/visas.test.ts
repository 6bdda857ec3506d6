import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { readFacts } from "../../../http/facts/fact-file.ts"
import { visaTable } from "../../../http/facts/visas.ts"

const facts: Readonly<Record<string, string>> = {
  "countries.csv": "code,schengen\nFR,true\nSE,true\nTR,false\nUS,false\nDZ,false\nGE,false\n",
  "formalities.csv": `destination,requirement
FR,visa_condition
SE,visa_condition
TR,none
TR,visa_condition
US,visa_condition
DZ,visa_condition
GE,mandatory_medical
`,
}

const formalityRules = `requirement,destination,schengen_resident,visa,demand
# The first row alone leaves a destination out.
visa_condition,US|CA,,,nothing
visa_condition,DZ,false,,nothing
visa_condition,TR,,e_visa,nothing
mandatory_medical,FR,,,nothing
visa_condition,SE,,,visa
visa_condition,,,,nothing
`

let folder = ""
const file = () => join(folder, "passports.csv")

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "viatica-visas-"))
  mkdirSync(join(folder, "coach"))
  writeFileSync(join(folder, "coach/formality_rules.csv"), formalityRules)
})

afterEach(() => rmSync(folder, { recursive: true }))

const rowsFrom = (...lines: ReadonlyArray<string>): ReadonlyArray<string> => {
  writeFileSync(file(), ["Passport,Destination,Requirement", ...lines, ""].join("\n"))
  const factsOf = (name: string) => readFacts(name, facts[name] ?? "")
  return visaTable(file(), factsOf, folder).rows.map((cells) => cells.slice(0, 3).join())
}

describe("importing visa obligations", () => {
  it("keeps visas that are applied for, and nothing that is had on arrival or not needed", () => {
    const rows = rowsFrom(
      "AA,TR,visa required",
      "AB,TR,e-visa",
      "AC,TR,visa on arrival",
      "AD,TR,eta",
      "AE,TR,90",
      "AF,TR,visa free",
      "AG,TR,no admission",
      "TR,TR,-1",
    )
    expect(rows).toEqual(["AA,TR,visa", "AB,TR,e_visa"])
  })

  it("has one row for the Schengen area, whose countries need none for each other", () => {
    const rows = rowsFrom(
      "MA,FR,visa required",
      "MA,SE,visa required",
      "FR,FR,-1",
      "FR,SE,visa free",
      "SE,FR,visa free",
    )
    expect(rows).toEqual(["MA,schengen,visa"])
  })

  it("refuses a passport on which countries of the area disagree", () => {
    expect(() => rowsFrom("MA,FR,visa required", "MA,SE,90")).toThrow(
      'MA,schengen is both "visa" and ""',
    )
  })

  it("leaves out destinations whose visas bind no tourist, or ask for no insurance", () => {
    const rows = rowsFrom(
      "MA,US,visa required",
      "MA,GE,visa required",
      "MA,JP,visa required",
      "MA,DZ,visa required",
    )
    expect(rows).toEqual(["MA,DZ,visa"])
  })

  it("sorts passports, then areas, whatever the order of the set", () => {
    const rows = rowsFrom("MB,TR,e-visa", "MA,TR,visa required", "MA,DZ,visa required")
    expect(rows).toEqual(["MA,DZ,visa", "MA,TR,visa", "MB,TR,e_visa"])
  })

  it("refuses a set with other columns", () => {
    writeFileSync(file(), "From,To\nMA,FR\n")
    const factsOf = (name: string) => readFacts(name, facts[name] ?? "")
    expect(() => visaTable(file(), factsOf, folder)).toThrow("Cannot find the column Destination")
  })
})
