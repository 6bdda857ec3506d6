import { describe, expect, it } from "vitest"
import { allBinRanges } from "../../../rules/coach/card/bin-card.ts"
import { plainName } from "../../../rules/coach/card/catalogue.ts"
import { profileTiers } from "../../../rules/coach/coach-vocabulary.ts"
import { shippedTables } from "../../support/tables.ts"

const { bankAliases, coachBenefits, coachCards, coachProducts, countries } = shippedTables

const ranges = allBinRanges(shippedTables)

describe("the Coach's tables", () => {
  it("hold every fact that was collected, and whatever is added to them", () => {
    expect(countries.rows.length).toBeGreaterThanOrEqual(249)
    expect(shippedTables.healthZones.rows.length).toBeGreaterThanOrEqual(1825)
    expect(shippedTables.domestic.rows.length).toBeGreaterThanOrEqual(249)
    expect(shippedTables.travelWarnings.rows.length).toBeGreaterThanOrEqual(851)
    expect(coachCards.rows.length).toBeGreaterThanOrEqual(373)
    expect(ranges.length).toBeGreaterThanOrEqual(29_243)
    expect(shippedTables.formalities.rows.length).toBeGreaterThanOrEqual(88)
  })

  it("give every product all nineteen guarantees, and every figure a currency", () => {
    const counts = new Map<string, number>()
    for (const { country, currency, product, state, value } of coachBenefits.rows) {
      const key = `${country} ${product}`
      counts.set(key, (counts.get(key) ?? 0) + 1)
      expect(value === null).toBe(currency === null)
      expect(value !== null).toBe(state === "value" || state === "per_day")
    }
    for (const { country, product } of coachProducts.rows) {
      expect(counts.get(`${country} ${product}`)).toBe(19)
    }
  })

  it("carry every card, profile and baseline on a product of their own country", () => {
    const named = [
      ...coachCards.rows.map((row) => [row.country, row.benefitProduct] as const),
      ...shippedTables.coachGenericProfiles.rows.map((row) => [row.country, row.product] as const),
      ...shippedTables.coachBaselines.rows.map((row) => [row.country, row.product] as const),
    ]
    for (const [country, product] of named) {
      expect(coachProducts.get(country, product)).toBeDefined()
    }
  })

  it("number each card once by country, bank and name", () => {
    const names = coachCards.rows.map((row) => `${row.country} ${row.bank} ${row.cardName}`)
    expect(new Set(names).size).toBe(names.length)
  })

  it("let no alias name two banks, or a bank that has the name itself", () => {
    const own = new Set(coachCards.rows.map((row) => `${row.country} ${plainName(row.bank)}`))
    const seen = new Set<string>()
    for (const { alias, bank, country } of bankAliases.rows) {
      const key = `${country} ${plainName(alias)}`
      expect(seen.has(key)).toBe(false)
      expect(own.has(key) && plainName(alias) !== plainName(bank)).toBe(false)
      expect(coachCards.rows.some((row) => row.country === country && row.bank === bank)).toBe(true)
      seen.add(key)
    }
  })

  it("let no two card number ranges of one length overlap", () => {
    const sorted = [...ranges].sort((left, right) => (left.binFrom < right.binFrom ? -1 : 1))
    for (const [index, row] of sorted.entries()) {
      expect(row.binFrom.length).toBe(row.binTo.length)
      expect(row.binFrom <= row.binTo).toBe(true)
      const next = sorted[index + 1]
      if (next?.binFrom.length === row.binTo.length) expect(next.binFrom > row.binTo).toBe(true)
    }
  })

  it("read every tier by its own name", () => {
    for (const tier of profileTiers) expect(shippedTables.tierWords.get(tier)?.tier).toBe(tier)
  })
})
