import { describe, expect, it } from "vitest"
import { shippedTables } from "../../../support/tables.ts"
import { bilanOf, figuresOf, heldOf } from "../support.ts"

const read = (residence: string, card: unknown, market?: string) => {
  const { card: answered, meta } = bilanOf({ residence, destinations: ["JP"], card, market })
  const guarantees = figuresOf(answered.guarantees)
  return { ...answered, guarantees, warnings: meta.warnings }
}

/** The gaps of the very card of this catalogue name. */
const gapsOfCard = (country: string, name: string) => {
  const row = shippedTables.coachCards.rows.find(
    (each) => each.country === country && each.cardName === name,
  )
  return read(country, { catalogueId: row?.catalogueId }).guarantees
}

describe("a catalogue card", () => {
  it("is the exact card", () => {
    expect(read("FR", { catalogueId: 3 })).toMatchObject({
      origin: "exact",
      currency: "EUR",
      guarantees: { hospitalFeesAbroad: { value: 155000, badge: "insufficient" } },
      warnings: [],
    })
  })

  it("keeps its own currency whatever the residence, in which the market's benchmark is told", () => {
    // 350 000 USD at 1.13607202 USD per EUR are 308 079.06 EUR.
    expect(read("US", { catalogueId: 3 })).toMatchObject({
      currency: "EUR",
      guarantees: { hospitalFeesAbroad: { value: 155000, recommendedValue: 308080 } },
    })
  })

  it.each([0, -1, 99999])("unknown (%i) is the baseline with CARD_NOT_FOUND", (catalogueId) => {
    expect(read("FR", { catalogueId })).toMatchObject({
      origin: "baseline",
      warnings: ["CARD_NOT_FOUND"],
    })
  })
})

describe("bank, network and tier", () => {
  it.each([
    ["FR", "BNP Paribas", "visa", "mid", "Carte Visa Premier"],
    ["FR", "bnp", "VISA", "Premier", "Carte Visa Premier"],
    ["FR", "societe generale", "visa", "premium", "Carte CB Visa Infinite"],
    ["FR", "SG", "Master Card", "gold", "Gold Mastercard"],
    ["FR", "CAISSE D'ÉPARGNE", "visa", "mid", "Carte Visa Premier"],
    ["FR", "La  Banque-Postale", "visa", "entry", "Carte Visa Classic"],
    ["US", "us bank", "visa", "mid", "U.S. Bank Altitude Go Visa Signature"],
    ["CA", "Royal Bank of Canada", "visa", "premium", "RBC Avion Visa Platinum"],
    ["US", "American Express", "amex", "premium", "The Platinum Card from American Express"],
    [
      "SG",
      "dbs",
      "american express",
      "DBS Altitude American Express",
      "DBS Altitude American Express",
    ],
  ])("in %s: %s, %s, %s is %s", (residence, bank, network, tier, name) => {
    const answer = read(residence, { bank, network, tier })
    expect(answer.origin).toBe("exact")
    expect(answer.guarantees).toEqual(gapsOfCard(residence, name))
  })

  it("needs no network at a bank that sells the tier on one alone", () => {
    const answer = read("US", { bank: "American Express", tier: "premium" })
    expect(answer.origin).toBe("exact")
    expect(answer.guarantees).toEqual(gapsOfCard("US", "The Platinum Card from American Express"))
    expect(read("FR", { bank: "LCL", tier: "premium" })).toMatchObject({
      origin: "baseline",
      warnings: ["CARD_PROFILE_UNMATCHED"],
    })
  })

  it("lands on the most basic of two cards in one tier", () => {
    const answer = read("FR", { bank: "Hello bank!", network: "visa", tier: "entry" })
    expect(answer.guarantees).toEqual(gapsOfCard("FR", "Carte Visa Electron"))
    expect(answer.guarantees).not.toEqual(gapsOfCard("FR", "Carte Hello One"))
  })

  it("falls back to the generic profile at a bank that has only cards without a range word", () => {
    expect(read("FR", { bank: "Nickel", network: "mastercard", tier: "entry" })).toEqual({
      ...read("FR", { network: "mastercard", tier: "entry" }),
      warnings: ["CARD_PROFILE_UNMATCHED"],
    })
  })

  it("lands on the card that is declared the most basic, though it holds more", () => {
    for (const [bank, name] of [
      ["BNP Paribas", "Carte Visa Classic"],
      ["Monabanq", "Carte Visa Classic"],
    ]) {
      const answer = read("FR", { bank, network: "visa", tier: "entry" })
      expect(answer.origin).toBe("exact")
      expect(answer.guarantees).toEqual(gapsOfCard("FR", name ?? ""))
      expect(answer.guarantees).not.toEqual(gapsOfCard("FR", "Carte Visa Origin"))
    }
  })

  it("never lands on a card that is no longer sold, though its id still does", () => {
    const answer = read("US", { bank: "us bank", network: "visa", tier: "premium" })
    expect(answer).toMatchObject({ origin: "generic", warnings: ["CARD_PROFILE_UNMATCHED"] })
    expect(read("US", { catalogueId: 113 })).toMatchObject({ origin: "exact", warnings: [] })
  })

  it("looks in the residence only, and falls back to the generic profile", () => {
    const generic = read("US", { network: "visa", tier: "mid" })
    const warned = { ...generic, warnings: ["CARD_PROFILE_UNMATCHED"] }
    expect(read("US", { bank: "BNP Paribas", network: "visa", tier: "mid" })).toEqual(warned)
    expect(read("US", { bank: "No such bank", network: "visa", tier: "mid" })).toEqual(warned)
    expect(generic).toMatchObject({ origin: "generic", currency: "USD", warnings: [] })
  })

  it("without profile is the network's baseline", () => {
    expect(read("FR", { bank: "BNP Paribas", network: "visa", tier: "elite" })).toMatchObject({
      origin: "baseline",
      warnings: ["CARD_PROFILE_UNMATCHED"],
    })
  })
})

describe("network and tier", () => {
  it("is the country's generic profile", () => {
    expect(read("FR", { network: "visa", tier: "mid" })).toMatchObject({
      origin: "generic",
      guarantees: gapsOfCard("FR", "Carte Visa Premier"),
    })
  })

  it("is the universal profile where no bank is listed, whatever market is asked for", () => {
    const card = { network: "visa", tier: "mid" }
    expect(read("DE", card)).toMatchObject({ origin: "generic", currency: "EUR" })
    const [told, own] = [read("DE", card, "us"), read("DE", card)]
    expect({ ...told, guarantees: heldOf(told.guarantees) }).toEqual({
      ...own,
      guarantees: heldOf(own.guarantees),
    })
  })

  it.each([
    [{ network: "visa", tier: "business" }],
    [{ network: "visa", tier: "elite" }],
    [{ network: "jcb", tier: "mid" }],
  ])("%j without a profile is a baseline with CARD_PROFILE_UNMATCHED", (card) => {
    expect(read("FR", card)).toMatchObject({
      origin: "baseline",
      warnings: ["CARD_PROFILE_UNMATCHED"],
    })
  })
})

describe("no card", () => {
  it.each([undefined, null, { none: true }])("%j reads every guarantee not available", (card) => {
    const answer = read("CA", card)
    expect(answer).toMatchObject({ origin: "none", currency: "CAD", warnings: [] })
    expect(Object.values(answer.guarantees).map((gap) => [gap.state, gap.badge])).toEqual(
      Object.values(answer.guarantees).map(() => ["not_available", "missing"]),
    )
  })

  it.each([{}, { none: false }, { none: true, bin: "497010" }, { network: "visa" }])(
    "%j is no mode: a baseline with CARD_PROFILE_UNMATCHED",
    (card) => {
      expect(read("FR", card)).toMatchObject({
        origin: "baseline",
        warnings: ["CARD_PROFILE_UNMATCHED"],
      })
    },
  )
})
