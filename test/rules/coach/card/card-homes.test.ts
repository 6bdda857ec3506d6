import { describe, expect, it } from "vitest"
import { shippedTables } from "../../../support/tables.ts"
import { bilanOf } from "../support.ts"

const { cardHomes, coachCards } = shippedTables

const premier = { bank: "BNP Paribas", network: "visa", tier: "premier" }
const sapphire = { bank: "Chase", network: "visa", tier: "Chase Sapphire Preferred" }

const cardOf = (residence: string, card: unknown) => {
  const { card: answered, meta } = bilanOf({ residence, destinations: ["JP"], card })
  return { origin: answered.origin, currency: answered.currency, market: meta.market }
}

describe("the home of cards", () => {
  it("lets overseas residents name the banks that serve them, in the market of their country", () => {
    const french = { origin: "exact", currency: "EUR", market: "fr" }
    expect(cardOf("RE", premier)).toEqual(french)
    expect(cardOf("FR", premier)).toEqual(french)
    expect(cardOf("BL", premier)).toEqual({ ...french, market: "universal" })
    expect(cardOf("PR", sapphire)).toEqual({ origin: "exact", currency: "USD", market: "us" })
    expect(cardOf("BE", premier).origin).not.toBe("exact")
    expect(cardOf("RE", sapphire).origin).not.toBe("exact")
  })

  it("gives them the profiles of that country, and its baseline where nothing is known", () => {
    for (const card of [
      { network: "visa", tier: "mid" },
      { network: "visa", tier: "nothing known" },
      { bin: "1" },
    ]) {
      const inFrance = bilanOf({ residence: "FR", destinations: ["JP"], card, market: "fr" })
      const overseas = bilanOf({ residence: "RE", destinations: ["JP"], card, market: "fr" })
      expect(overseas.card).toEqual(inFrance.card)
    }
  })

  it("is a country with a bank list, never itself among those that have another", () => {
    const listed = new Set(coachCards.rows.map(({ country }) => country))
    expect(cardHomes.rows.length).toBeGreaterThan(0)
    for (const { country, residence } of cardHomes.rows) {
      expect(listed.has(country)).toBe(true)
      expect(listed.has(residence)).toBe(false)
    }
  })
})
