import { describe, expect, it } from "vitest"
import * as Result from "effect/Result"
import { prepareCatalogueIndex } from "../../../../rules/coach/card/catalogue.ts"
import { prepareProducts, prepareProfiles } from "../../../../rules/coach/card/products.ts"
import { prepareCardResolver } from "../../../../rules/coach/card/resolve-card.ts"
import { cardTiers } from "../../../../rules/coach/coach-vocabulary.ts"
import { shippedTables } from "../../../support/tables.ts"
import { coach } from "../support.ts"

const caller = { keyId: "ak_test_1", mode: "sandbox" } as const
const list = (query: Parameters<typeof coach.cards>[0]) =>
  Result.getOrThrow(coach.cards(query, caller))

const isWithdrawn = ({ catalogueId }: { readonly catalogueId: number }) =>
  shippedTables.coachCards.get(catalogueId)?.sold === "withdrawn"

describe("the card catalogue", () => {
  it("lists every country, whichever is asked", () => {
    const all = list({})
    expect(all).toMatchObject({ ok: true, country: null })
    expect(all.countries.map(({ code, market }) => [code, market])).toEqual([
      ["FR", "fr"],
      ["US", "us"],
      ["CA", "ca"],
      ["SG", "sg"],
      ["MY", "my"],
    ])
    expect(all.countries[0]).toMatchObject({ banks: 31, cards: 116 })
    expect(all.countries.slice(1).reduce((sum, each) => sum + each.cards, 0)).toBe(262)
    expect(list({ country: "sg" }).countries).toEqual(all.countries)
    expect(list({ country: "DE" })).toMatchObject({
      country: "DE",
      banks: [],
      countries: all.countries,
    })
  })

  it.each(["", "F", "FRA", "F1", ["FR", "FR"], ["FR"]])("refuses the country %j", (country) => {
    const result = coach.cards({ country }, caller)
    expect(Result.isFailure(result) && result.failure.code).toBe("BAD_COUNTRY")
  })

  it("gives the modes of the key", () => {
    expect(list({}).key).toEqual({
      ...caller,
      cardModes: ["bin", "bank", "network", "none"],
    })
    const live = coach.cards({}, { keyId: "ak_live_1", mode: "live" })
    expect(Result.getOrThrow(live).key.cardModes).toEqual([
      "bin",
      "bank",
      "catalogueId",
      "network",
      "none",
    ])
  })

  it("lists cards that are no longer sold last in their bank, and says so in the language asked", () => {
    for (const [lang, words] of [
      ["fr", "(retirée de la vente)"],
      ["en", "(no longer sold)"],
    ] as const) {
      const banks = list({ country: "FR", lang }).banks
      const marked = banks.flatMap(({ cards }) => cards.filter(({ name }) => name.endsWith(words)))
      expect(marked.map(({ catalogueId }) => catalogueId)).toEqual(
        banks.flatMap(({ cards }) =>
          cards.filter(isWithdrawn).map(({ catalogueId }) => catalogueId),
        ),
      )
      expect(marked.length).toBeGreaterThanOrEqual(9)
      const boursobank = banks.find(({ name }) => name === "BoursoBank")?.cards ?? []
      expect(boursobank.map(({ name }) => name).slice(-2)).toEqual([
        `Carte Visa Classic ${words}`,
        `Carte Visa Premier ${words}`,
      ])
    }
    for (const { cards } of list({}).banks) {
      const first = cards.findIndex(isWithdrawn)
      if (first >= 0) expect(cards.slice(first).every(isWithdrawn)).toBe(true)
      expect(cards.filter((card) => isWithdrawn(card) && card.byBankTier)).toEqual([])
    }
  })

  it("marks cards that are no longer sold in the country's language, unless another is asked", () => {
    const first = (query: Parameters<typeof list>[0]) =>
      list(query)
        .banks.flatMap(({ cards }) => cards)
        .find(isWithdrawn)?.name
    expect(first({ country: "FR" })).toBe(first({ country: "FR", lang: "fr" }))
    expect(first({ country: "FR", lang: "de" })).toBe(first({ country: "FR", lang: "fr" }))
    expect(first({ country: "US" })).toBe(first({ country: "US", lang: "en" }))
    expect(first({})).toBe(first({ lang: "en" }))
    expect(first({ lang: "fr" })).not.toBe(first({ lang: "en" }))
  })

  it("lists cards most basic first by level, business cards and cards without one last", () => {
    const rank = ({ level, tier }: ReturnType<typeof list>["banks"][number]["cards"][number]) => {
      if (tier === "business") return cardTiers.indexOf(tier)
      return level === null ? cardTiers.length : cardTiers.indexOf(level)
    }
    const sold = list({}).banks.map((bank) => bank.cards.filter((card) => !isWithdrawn(card)))
    const cards = sold.map((each) => each.map(rank))
    for (const tiers of cards) {
      expect(tiers).toEqual([...tiers].sort((left, right) => left - right))
    }
    const tiers = new Set(list({}).banks.flatMap((bank) => bank.cards.map((card) => card.tier)))
    expect(tiers).toEqual(new Set([...cardTiers, null]))
  })

  it("says byBankTier exactly for the cards that bank, network and tier land on", () => {
    const products = prepareProducts(shippedTables)
    const index = prepareCatalogueIndex(shippedTables, products)
    const profiles = prepareProfiles(shippedTables, products)
    const resolver = prepareCardResolver(shippedTables, index, profiles, products)
    let landing = 0
    for (const bank of list({}).banks) {
      const taken = new Set<string>()
      for (const card of bank.cards) {
        const kind = `${card.network} ${card.tier}`
        if (!card.byBankTier) {
          const rival = bank.cards.some(
            (each) => each.byBankTier && `${each.network} ${each.tier}` === kind,
          )
          expect(rival || card.tier === "business" || card.tier === null || isWithdrawn(card)).toBe(
            true,
          )
          continue
        }
        landing += 1
        expect(taken.has(kind)).toBe(false)
        taken.add(kind)
        const { network, tier } = card
        if (network === null || tier === null) throw new Error("Expected a network and a tier")
        const request = { _tag: "Bank", bank: bank.name, network, tier } as const
        const place = { residence: bank.country, profileCountry: bank.country, currency: "EUR" }
        expect(resolver.resolve(request, place)).toMatchObject({
          origin: "exact",
          card: { catalogueId: card.catalogueId },
        })
      }
    }
    expect(landing).toBeGreaterThan(130)
  })

  it("lists the networks and tiers with a generic profile, which then resolve to it", () => {
    for (const { code } of list({}).countries) {
      for (const { network, tiers } of list({ country: code }).generic) {
        for (const tier of tiers) {
          const body = { residence: code, destinations: ["US"], card: { network, tier } }
          const answer = coach.bilan(body, {
            allowedCardModes: ["network"],
            refIsOwn: false,
            quoteUrl: () => null,
            engineVersion: "test",
          })
          expect(Result.getOrThrow(answer).card.origin).toBe("generic")
        }
      }
    }
    expect(list({ country: "FR" }).generic).toEqual([
      { network: "visa", tiers: ["entry", "mid", "premium"] },
      { network: "mastercard", tiers: ["entry", "mid", "premium", "elite"] },
      { network: "amex", tiers: ["entry", "mid", "premium", "elite"] },
    ])
  })

  it("gives examples in the language of the country, or the one asked for", () => {
    const example = (query: Parameters<typeof list>[0]) => list(query).tiers[1]?.examples[0]
    expect(example({ country: "FR" })).toBe("Visa Premier")
    expect(example({ country: "FR", lang: "en" })).toBe("Visa Signature")
    expect(example({ country: "US" })).toBe("Visa Signature")
    expect(example({ country: "US", lang: "fr" })).toBe("Visa Premier")
    expect(example({ country: "FR", lang: "de" })).toBe("Visa Premier")
    expect(example({})).toBe("Visa Signature")
  })
})
