import { describe, expect, it } from "@effect/vitest"
import { prepareDisclosures } from "../../../rules/documents/disclosures.ts"
import { disclosurePlaces } from "../../../rules/documents/document-tables.ts"
import { shippedTables as tables } from "../../support/tables.ts"

const disclosuresAt = prepareDisclosures(tables)

/** The markets whose law holds in a country, read from the tables in another way than the rules do. */
const marketsOf = (country: string): ReadonlyArray<string> => [
  "universal",
  ...(tables.countries.get(country)?.eu === true ? ["eu"] : []),
  ...(country === "GB" ? ["gb"] : []),
  ...tables.coachMarkets.rows.flatMap(({ market, residences }) =>
    residences.includes(country) ? market : [],
  ),
]

describe("what travellers are told", () => {
  it("is, at each place, what the markets of their residence ask for, and nothing else", () => {
    for (const { code } of tables.countries.rows) {
      const markets = marketsOf(code)
      for (const place of disclosurePlaces) {
        const asked = tables.disclosures.rows.filter(
          (row) => row.place === place && markets.includes(row.market),
        )
        const told = disclosuresAt(code, place)
        expect([code, place, new Set(told)]).toEqual([code, place, new Set(asked)])
        expect(told.length).toBe(asked.length)
        expect(told.map(({ position }) => position)).toEqual(
          told.map(({ position }) => position).toSorted((left, right) => left - right),
        )
      }
    }
  })

  it("follows the markets of the Coach country by country", () => {
    for (const { market, residences } of tables.coachMarkets.rows) {
      expect([market, tables.disclosureMarkets.get(market)?.residences]).toEqual([
        market,
        residences,
      ])
    }
  })

  it("says nothing twice at one place, in whatever country", () => {
    for (const { code } of tables.countries.rows) {
      for (const place of disclosurePlaces) {
        const texts = disclosuresAt(code, place).map(({ text }) => text)
        expect([code, place, texts]).toEqual([code, place, [...new Set(texts)]])
      }
    }
  })

  it("is what everybody is told where no residence is known", () => {
    for (const residence of ["", "ZZ"]) {
      for (const place of disclosurePlaces) {
        expect(disclosuresAt(residence, place).every(({ market }) => market === "universal")).toBe(
          true,
        )
      }
    }
  })

  it("names a law, where it was read, and when", () => {
    for (const { address, law, read } of tables.disclosures.rows) {
      expect(law).not.toBe("")
      expect(address).toMatch(/^(?:https?:|docs\/)/)
      expect(read).toMatch(/^\d{4}-\d\d-\d\d$/)
    }
  })
})
