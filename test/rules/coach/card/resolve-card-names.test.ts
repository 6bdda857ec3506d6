import { prepareArgumentGuards } from "../../../../rules/coach/arguments/argument-guards.ts"
import { describe, expect, it } from "vitest"
import { plainName } from "../../../../rules/coach/card/catalogue.ts"
import { prepareCoachPieces } from "../../../../rules/coach/coach-pieces.ts"
import { networks, profileTiers } from "../../../../rules/coach/coach-vocabulary.ts"
import { shippedTables } from "../../../support/tables.ts"
import { bilanOf } from "../support.ts"

const { catalogue, resolver } = prepareCoachPieces(shippedTables, prepareArgumentGuards)

const read = (residence: string, card: unknown) => {
  const { card: answered, meta } = bilanOf({ residence, destinations: ["JP"], card })
  return { ...answered, warnings: meta.warnings }
}

const landing = (country: string, bank: string, network: string, tier: string) =>
  resolver.bankCard(country, bank, network, tier)?.name

describe("a bank's name", () => {
  it.each([
    ["FR", "SocGen", "Société Générale"],
    ["FR", "credit agricole", "Crédit Agricole"],
    ["FR", "CRÉDIT LYONNAIS", "LCL"],
    ["FR", "Caisses d’Épargne", "Caisse d'Epargne"],
    ["FR", "la banque postale", "La Banque Postale"],
    ["FR", "Boursorama", "BoursoBank"],
    ["FR", "B for Bank", "BforBank"],
    ["FR", "hellobank", "Hello bank!"],
    ["FR", "HSBC", "CCF (ex-HSBC France)"],
    ["FR", "CMB", "Crédit Mutuel Arkéa (CMB, CMSO)"],
    ["US", "BofA", "Bank of America"],
    ["US", "J.P. Morgan", "Chase"],
    ["US", "us bank", "U.S. Bank"],
    ["US", "Citibank, N.A.", "Citi"],
    ["US", "Barclaycard", "Barclays"],
    ["US", "Navy Fed", "Navy Federal"],
    ["CA", "Royal Bank", "RBC"],
    ["CA", "Banque Nationale du Canada", "National Bank"],
    ["CA", "Scotia Bank", "Scotiabank"],
    ["CA", "TD Canada Trust", "TD"],
    ["SG", "POSB", "DBS"],
    ["SG", "StanChart", "Standard Chartered"],
    ["MY", "Malayan Banking Berhad", "Maybank"],
    ["MY", "HLB", "Hong Leong Bank"],
    ["MY", "uob", "UOB Malaysia"],
  ])("in %s: %s is %s", (country, name, bank) => {
    expect(catalogue.bankNamed(country, name)?.name).toBe(bank)
  })

  it.each([
    ["FR", "BNP Parisbas", "a typo: one letter alone tells CA from CE and CM"],
    ["FR", "BPCE", "the group of both Banque Populaire and Caisse d'Epargne"],
    ["FR", "Crédit", "the start of four banks' names"],
    ["FR", "Banque", "the start of two banks' names"],
    ["FR", "BNP Paribas Fortis", "a bank of another country"],
    ["US", "First National", "many banks of that name"],
    ["US", "City National", "at least two banks of that name"],
    ["CA", "Capital One", "listed in another country only"],
    ["MY", "Citibank", "its cards went to another bank, under other names"],
    ["MY", "HSBC Amanah", "sells cards of its own, none of them listed"],
    ["FR", "", "nothing"],
    ["FR", "…!", "nothing but punctuation"],
    ["FR", "__proto__", "no bank"],
  ])("in %s is never guessed from %j: %s", (country, name) => {
    expect(catalogue.bankNamed(country, name)).toBeUndefined()
  })

  it("stands for one bank in a country, however it is spelt", () => {
    const meanings = new Map<string, string>()
    const names = [
      ...catalogue.banks.map(({ country, name }) => ({ country, name, bank: name })),
      ...shippedTables.bankAliases.rows.map(({ alias, bank, country }) => ({
        country,
        name: alias,
        bank,
      })),
    ]
    for (const { bank, country, name } of names) {
      const key = `${country} ${plainName(name)}`
      expect(`${key} is ${meanings.get(key) ?? bank}`).toBe(`${key} is ${bank}`)
      expect(catalogue.bankNamed(country, name)?.name).toBe(bank)
      meanings.set(key, bank)
    }
  })
})

describe("a word for a range", () => {
  it.each([
    ["entry", ["classic", "Visa Classic", "electron", "standard", "Mastercard Standard"]],
    ["mid", ["premier", "VISA PREMIER", "CB Visa Premier", "Gold", "Gold Mastercard", "signature"]],
    ["premium", ["infinite", "Visa Infinite", "Platinum", "Carte Visa Platinum"]],
    ["elite", ["world elite", "World-Elite Mastercard", "infinite privilege"]],
  ] as const)("of the contract reads as %s in France: %j", (tier, words) => {
    for (const word of words) {
      const network = /mastercard/i.test(word) ? "mastercard" : "visa"
      expect(resolver.rangeWords.read("FR", network, word)?.level, word).toBe(tier)
    }
  })

  it.each([
    ["visa", "Gold Mastercard", "names another network"],
    ["visa", "World", "stands for entry cards in one country and premium ones in another"],
    ["visa", "Business", "is no personal range"],
    ["visa", "visa", "is a network alone"],
    ["visa", "platinium", "is a typo"],
    ["visa", "", "is nothing"],
    ["mastercard", "worldly", "only starts like a word"],
  ] as const)("on %s is not read from %j: it %s", (network, word, _why) => {
    expect(resolver.rangeWords.read("FR", network, word)).toBeNull()
  })

  it("reads each example of the ranges' list as its range, by the word alone", () => {
    for (const { examplesEn, examplesFr, tier } of shippedTables.coachTiers.rows) {
      for (const example of [...examplesEn, ...examplesFr]) {
        const readings = networks.flatMap(
          (network) => resolver.rangeWords.read("FR", network, example)?.row.tier ?? [],
        )
        expect([example, readings]).toEqual([example, [tier]])
      }
    }
  })

  it("never reads above every card that the country's banks print it on", () => {
    // Platinum is premium in the contract; in Malaysia and Canada it is sold below Infinite, and in
    // the US on cards without travel covers. To read it as premium would invent them.
    const tierOf = (country: string, network: "visa" | "mastercard" | "amex", word: string) =>
      resolver.rangeWords.read(country, network, word)?.level
    expect(tierOf("FR", "visa", "platinum")).toBe("premium")
    expect(tierOf("DE", "visa", "platinum")).toBe("premium")
    expect(tierOf("MY", "visa", "platinum")).toBe("mid")
    expect(tierOf("CA", "visa", "platinum")).toBe("mid")
    expect(tierOf("US", "mastercard", "platinum")).toBe("mid")
    expect(tierOf("US", "amex", "platinum")).toBe("premium")
    expect(tierOf("US", "visa", "signature")).toBe("mid")
    expect(tierOf("CA", "visa", "infinite privilege")).toBe("elite")
    expect(tierOf("CA", "visa", "infinite")).toBe("premium")
  })

  it("leaves the names of the ranges alone in every country", () => {
    for (const country of ["FR", "US", "CA", "SG", "MY", "DE"]) {
      for (const network of networks) {
        for (const tier of profileTiers) {
          expect(resolver.rangeWords.read(country, network, tier)?.level).toBe(tier)
        }
      }
    }
  })

  it.each([
    ["CA", "RBC Avion Visa Infinite Privilege", ["infinite privilege"]],
    ["CA", "RBC Avion Visa Infinite", ["infinite"]],
    ["FR", "Carte World Elite Mastercard", ["world elite"]],
    ["FR", "Carte Platinum+ Mastercard", ["platinum"]],
    ["FR", "Revolut Premium", []],
    ["SG", "Standard Chartered Journey Visa Signature", ["signature"]],
    ["FR", "N26 Standard", ["standard"]],
    ["MY", "Bank Islam Visa Gold-i", ["gold"]],
  ])("is read in %s off %s: %j", (country, name, words) => {
    const cards = catalogue.banks.flatMap((bank) => bank.cards)
    const card = cards.find((each) => each.country === country && each.name === name)
    if (card === undefined) throw new Error(`${country} lists no ${name}`)
    const shown = shippedTables.tierWords.rows.filter((row) =>
      resolver.rangeWords.prints(card, row),
    )
    expect(shown.map(({ word }) => word)).toEqual(words)
  })

  it("is never read from the bank's name in a card's name", () => {
    // "Standard Chartered Journey Visa Signature" is no standard card.
    expect(landing("SG", "Standard Chartered", "visa", "standard")).toBeUndefined()
  })

  it.each([
    ["US", "U.S. Bank", "visa", "signature", "U.S. Bank Altitude Go Visa Signature", "entry here"],
    [
      "US",
      "Citi",
      "mastercard",
      "world elite",
      "Citi / AAdvantage Platinum Select World Elite Mastercard",
      "mid here",
    ],
    ["CA", "RBC", "visa", "platinum", "RBC Avion Visa Platinum", "below Infinite here"],
    [
      "CA",
      "Scotiabank",
      "amex",
      "platinum",
      "Scotiabank Platinum American Express Card",
      "elite here",
    ],
    ["SG", "UOB", "visa", "infinite", "UOB Visa Infinite Metal Card", "elite here"],
    [
      "US",
      "Amex",
      "amex",
      "platinum",
      "The Platinum Card from American Express",
      "declared the first of several",
    ],
    ["FR", "BNP", "visa", "classic", "Carte Visa Classic", "declared the most basic of its range"],
    [
      "FR",
      "Nickel",
      "mastercard",
      "Carte Nickel",
      "Carte Nickel",
      "the name that is printed on it",
    ],
    ["FR", "Revolut", "mastercard", "revolut metal", "Revolut Metal", "its name in another case"],
  ])("in %s at %s on %s: %s lands on %s (%s)", (country, bank, network, word, card) => {
    expect(landing(country, bank, network, word)).toBe(card)
  })

  it.each([
    ["FR", "Nickel", "mastercard", "entry"],
    ["FR", "Revolut", "mastercard", "premium"],
  ])(
    "in %s at %s on %s: %s lands on none, whose cards show no such word",
    (country, bank, network, word) => {
      expect(landing(country, bank, network, word)).toBeUndefined()
    },
  )

  it("is not read from a card's printed name on another network", () => {
    expect(landing("FR", "Nickel", "visa", "Carte Nickel")).toBeUndefined()
  })

  it("never lands on a business card", () => {
    expect(landing("CA", "National Bank", "mastercard", "platinum")).toBeUndefined()
    for (const { bank, cardName, country, network, tier } of shippedTables.coachCards.rows) {
      if (tier !== "business") continue
      for (const { word } of shippedTables.tierWords.rows) {
        expect(landing(country, bank, network ?? "", word)).not.toBe(cardName)
      }
    }
  })
})

describe("a network's name", () => {
  it.each([
    ["VISA", "visa"],
    ["CB Visa", "visa"],
    ["Carte CB Mastercard", "mastercard"],
    ["Master Card", "mastercard"],
    ["MasterCard", "mastercard"],
    ["AmEx", "amex"],
    ["American-Express", "amex"],
    ["Discover Card", "discover"],
  ])("%s reads as %s", (name, network) => {
    expect(resolver.networkWord(name)?.network).toBe(network)
  })

  it.each(["CB", "Carte bancaire", "JCB", "UnionPay", "Maestro", ""])(
    "%j stands for none of the networks: the baseline",
    (network) => {
      expect(read("FR", { network, tier: "mid" })).toMatchObject({
        origin: "baseline",
        warnings: ["CARD_PROFILE_UNMATCHED"],
      })
    },
  )
})
