import { describe, expect, it } from "vitest"
import { prepareTableRules } from "../../../../rules/coach/formalities.ts"
import { shippedTables } from "../../../support/tables.ts"

const rules = prepareTableRules(shippedTables)

describe("what a passport needs", () => {
  it.each([
    ["MA", "FR", "visa"],
    ["MA", "NO", "visa"],
    ["FR", "FR", "none"],
    ["US", "FR", "none"],
    ["FR", "RU", "e_visa"],
    ["IN", "AE", "e_visa"],
    ["RE", "FR", null],
    ["ZZ", "FR", null],
  ])("of %s for %s is %s", (passport, destination, expected) => {
    expect(rules.visaFor(passport, destination)).toBe(expected)
  })

  it("stands in a row wherever it is a visa, and in none where it is not", () => {
    expect(rules.visaRow("MA", "SE")).toEqual(shippedTables.visaObligations.get("MA", "schengen"))
    expect(rules.visaRow("MA", "SE")?.requirement).toBe("visa")
    expect(rules.visaRow("US", "SE")).toBeUndefined()
    expect(rules.visaRow("RE", "SE")).toBeUndefined()
  })
})

describe("the visa obligations", () => {
  it("are those of destinations whose visa asks tourists for insurance", () => {
    const areas = new Set(shippedTables.visaObligations.rows.map((row) => row.destinationArea))
    expect([...areas].sort()).toEqual(["AE", "CY", "DZ", "IR", "MC", "RS", "RU", "TR", "schengen"])
  })

  it("bind no passport of the Schengen area inside of it", () => {
    const members = shippedTables.countries.rows.filter(({ schengen }) => schengen)
    for (const { code } of members) expect(rules.visaRow(code, "FR")).toBeUndefined()
  })

  it("know a passport for every country that the set has, and for no territory", () => {
    const passports = new Set(shippedTables.visaObligations.rows.map((row) => row.passport))
    const { advisingGovernments, coachMarkets } = shippedTables
    for (const { residences } of coachMarkets.rows) {
      for (const residence of residences) {
        // Who lives in a territory holds the passport of its country.
        const country = advisingGovernments.get(residence)?.government ?? residence
        expect(passports).toContain(country)
      }
    }
    for (const territory of ["GP", "PF", "RE", "PR", "GI", "BM"]) {
      expect(passports).not.toContain(territory)
    }
  })
})
