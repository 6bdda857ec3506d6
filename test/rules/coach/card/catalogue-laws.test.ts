import { prepareArgumentGuards } from "../../../../rules/coach/arguments/argument-guards.ts"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Result from "effect/Result"
import { byBasicness, byDeclaredRank } from "../../../../rules/coach/card/catalogue.ts"
import { prepareCoachPieces } from "../../../../rules/coach/coach-pieces.ts"
import type { ListedBank, ListedCard } from "../../../../rules/coach/response.ts"
import { cardTiers, networks } from "../../../../rules/coach/coach-vocabulary.ts"
import { testSeed } from "../../../support/random.ts"
import { shippedTables } from "../../../support/tables.ts"
import { bilanOf, coach } from "../support.ts"

const seed = testSeed("laws of the card catalogue")

const { catalogue, profiles, resolver } = prepareCoachPieces(shippedTables, prepareArgumentGuards)
const live = { keyId: "ak_live_1", mode: "live" } as const
const list = (query: Parameters<typeof coach.cards>[0]) =>
  Result.getOrThrow(coach.cards(query, live))

const all = list({})
const listed = all.banks.flatMap((bank) => bank.cards.map((card) => ({ bank, card })))

const place = (residence: string) => ({
  residence,
  profileCountry: residence,
  currency: "EUR",
})

/** The id of the card that bank, network and range, as printed, land on in the bank's country. */
const landing = (bank: ListedBank, card: ListedCard, bankName = bank.name) =>
  resolver.resolve(
    { _tag: "Bank", bank: bankName, network: card.network ?? "", tier: card.tier ?? "" },
    place(bank.country),
  ).card?.catalogueId

const withoutAccents = (name: string): string => name.normalize("NFD").replaceAll(/\p{Mark}/gu, "")

/** Ways in which customers write a bank's name. */
const spellings: ReadonlyArray<(name: string) => string> = [
  (name) => name.toLowerCase(),
  (name) => name.toUpperCase(),
  withoutAccents,
  (name) => name.normalize("NFD"),
  (name) => name.replaceAll(/[^\p{Letter}\p{Number} ]/gu, ""),
  (name) => name.replaceAll(/[^\p{Letter}\p{Number}]/gu, " "),
  (name) => name.replaceAll(" ", "-"),
  (name) => name.replaceAll(" ", ""),
  (name) => ` ${name}  `,
  (name) => name.replaceAll("'", "’"),
]

describe("every card of the catalogue", () => {
  it("is landed on by its id, as the exact card in its own currency", () => {
    for (const { bank, card } of listed) {
      const found = resolver.resolve(
        { _tag: "Catalogue", catalogueId: card.catalogueId },
        place(bank.country),
      )
      expect(found).toMatchObject({ origin: "exact", card: { catalogueId: card.catalogueId } })
      expect(found.warning).toBeUndefined()
    }
    expect(listed).toHaveLength(shippedTables.coachCards.rows.length)
  })

  it("is landed on by bank, network and range exactly where byBankTier says so", () => {
    for (const { bank, card } of listed) {
      const lands = landing(bank, card) === card.catalogueId
      expect([bank.name, card.name, lands]).toEqual([bank.name, card.name, card.byBankTier])
    }
  })

  it("makes the same bilan through either way where byBankTier says so", () => {
    for (const { bank, card } of listed.filter(({ card: each }) => each.byBankTier)) {
      const ask = (named: unknown) =>
        bilanOf({ residence: bank.country, destinations: ["US", "TH"], card: named })
      const { catalogueId, network, tier } = card
      expect(ask({ bank: bank.name, network, tier })).toEqual(ask({ catalogueId }))
    }
  })

  it("is landed on alike however the bank's name is written", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...listed),
        fc.array(fc.constantFrom(...spellings), { maxLength: 3 }),
        ({ bank, card }, changes) => {
          const name = changes.reduce((text, change) => change(text), bank.name)
          expect(landing(bank, card, name)).toBe(landing(bank, card))
        },
      ),
      { seed, numRuns: 2000 },
    )
  })

  it("is landed on alike under every other name of its bank", () => {
    for (const { alias, bank: name, country } of shippedTables.bankAliases.rows) {
      const bank = all.banks.find((each) => each.country === country && each.name === name)
      if (bank === undefined) throw new Error(`No bank is named ${name} in ${country}`)
      for (const card of bank.cards) {
        expect(landing(bank, card, alias)).toBe(landing(bank, card))
      }
    }
  })

  it("is beaten by no more basic one of its bank, network and range", () => {
    for (const { cards } of catalogue.banks) {
      for (const card of cards) {
        const taken = resolver.bankCard(
          card.country,
          card.bank,
          card.network ?? "",
          card.tier ?? "",
        )
        if (taken === undefined) continue
        const rivals = cards.filter(
          ({ network, tier, withdrawn }) =>
            network === card.network && tier === card.tier && !withdrawn,
        )
        const before = (rival: (typeof cards)[number]) =>
          byDeclaredRank(rival, taken) || byBasicness(rival, taken)
        expect(rivals.filter((rival) => before(rival) < 0)).toEqual([])
      }
    }
  })

  it("stands behind the more basic ones: by level, by rank, if known, by how many guarantees it holds", () => {
    const rank = ({ level, tier }: (typeof all.banks)[number]["cards"][number]) => {
      if (tier === "business") return cardTiers.indexOf(tier)
      return level === null ? cardTiers.length : cardTiers.indexOf(level)
    }
    const covers = (catalogueId: number) => [
      ...(catalogue.byId(catalogueId)?.product.covers.values() ?? []),
    ]
    const held = (catalogueId: number) =>
      covers(catalogueId).filter(({ state }) => state !== "not_available" && state !== "unknown")
        .length
    const isKnown = (catalogueId: number) =>
      !rowOf(catalogueId)?.benefitProduct.startsWith("Generic ") &&
      covers(catalogueId).filter(({ state }) => state !== "unknown").length * 2 >= 19
    const rowOf = (catalogueId: number) => shippedTables.coachCards.get(catalogueId)
    const withdrawn = (catalogueId: number) => rowOf(catalogueId)?.sold === "withdrawn"
    for (const { cards } of all.banks) {
      for (const [index, card] of cards.entries()) {
        const next = cards[index + 1]
        if (next === undefined) continue
        const [id, nextId] = [card.catalogueId, next.catalogueId]
        if (withdrawn(id) !== withdrawn(nextId)) {
          expect(withdrawn(nextId)).toBe(true)
          continue
        }
        expect(rank(card)).toBeLessThanOrEqual(rank(next))
        if (rank(card) !== rank(next)) continue
        if (rowOf(id)?.rank !== rowOf(nextId)?.rank) {
          expect(rowOf(id)?.rank).not.toBeNull()
        } else if (isKnown(id) !== isKnown(nextId)) {
          expect(isKnown(id)).toBe(true)
        } else {
          expect(held(card.catalogueId)).toBeLessThanOrEqual(held(next.catalogueId))
        }
      }
    }
  })
})

describe("an answer of the catalogue", () => {
  it("has exactly the fields of the contract", () => {
    expect(Object.keys(all)).toEqual([
      "ok",
      "country",
      "key",
      "countries",
      "banks",
      "generic",
      "tiers",
    ])
    expect(Object.keys(all.key)).toEqual(["keyId", "mode", "cardModes"])
    for (const each of all.countries) {
      expect(Object.keys(each)).toEqual(["code", "market", "banks", "cards"])
    }
    for (const bank of all.banks) {
      expect(Object.keys(bank)).toEqual(["name", "country", "logoUrl", "cards"])
      for (const card of bank.cards) {
        expect(Object.keys(card)).toEqual([
          "catalogueId",
          "name",
          "network",
          "tier",
          "level",
          "byBankTier",
          "imageUrl",
        ])
      }
    }
    for (const each of all.generic) expect(Object.keys(each)).toEqual(["network", "tiers"])
    for (const each of all.tiers) expect(Object.keys(each)).toEqual(["tier", "examples"])
  })

  it("counts what the banks of each country list, whichever country is asked", () => {
    for (const { banks, cards, code } of all.countries) {
      const own = list({ country: code }).banks
      expect(own.every(({ country }) => country === code)).toBe(true)
      expect(own).toHaveLength(banks)
      expect(own.flatMap((bank) => bank.cards)).toHaveLength(cards)
      const { banks: inEnglish } = list({ country: code, lang: "en" })
      expect(inEnglish).toEqual(all.banks.filter(({ country }) => country === code))
      expect(list({ country: code.toLowerCase() })).toEqual(list({ country: code }))
    }
    for (const country of ["DE", "ZZ", "gb", "AQ", undefined]) {
      expect(list({ country }).countries).toEqual(all.countries)
    }
  })

  it("gives a country without a bank list no bank, and the profiles that its residents get", () => {
    const { banks, country, generic } = list({ country: "de" })
    expect({ banks, country }).toEqual({ banks: [], country: "DE" })
    expect(generic).toEqual(profiles.networksIn(["ZZ"]))
    expect(generic.length).toBeGreaterThan(0)
  })

  it("prints names of cards on sale as the bank does, in either language", () => {
    for (const country of ["FR", "CA"]) {
      const cards = (lang: string) =>
        list({ country, lang })
          .banks.flatMap((bank) => bank.cards)
          .map((card) => {
            const row = shippedTables.coachCards.get(card.catalogueId)
            return row?.sold === "withdrawn" ? card.catalogueId : card.name
          })
      expect(cards("fr")).toEqual(cards("en"))
    }
  })

  it("names networks and ranges with a profile of their own; any other range is the network's baseline", () => {
    for (const country of [...all.countries.map(({ code }) => code), "DE"]) {
      const { generic } = list({ country })
      for (const { network, tiers } of generic) {
        for (const tier of cardTiers) {
          const request = { _tag: "Generic", network, tier } as const
          const found = resolver.resolve(request, {
            ...place(country),
            profileCountry: profiles.homeOf(country),
          })
          const known = networks.find((each) => each === network) ?? null
          if (tiers.includes(tier)) expect(found.origin).toBe("generic")
          else {
            expect(found).toMatchObject({ origin: "baseline", warning: "CARD_PROFILE_UNMATCHED" })
            expect(found.product).toBe(profiles.baseline(country, known))
          }
        }
      }
    }
  })

  it("of all countries names what any of them has", () => {
    const pairs = (generic: typeof all.generic) =>
      generic.flatMap(({ network, tiers }) => tiers.map((tier) => `${network} ${tier}`))
    const each = all.countries.flatMap(({ code }) => pairs(list({ country: code }).generic))
    expect(new Set(pairs(all.generic))).toEqual(new Set(each))
  })
})
