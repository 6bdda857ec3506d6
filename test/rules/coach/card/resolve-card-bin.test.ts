import { prepareArgumentGuards } from "../../../../rules/coach/arguments/argument-guards.ts"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Result from "effect/Result"
import { allBinRanges, type BinRange } from "../../../../rules/coach/card/bin-card.ts"
import { prepareCoach } from "../../../../rules/coach/engine.ts"
import { prepareCoachPieces } from "../../../../rules/coach/coach-pieces.ts"
import { loadTables } from "../../../../rules/tables/index.ts"
import { withBins } from "../../../support/bin-tables.ts"
import { testSeed } from "../../../support/random.ts"
import { bilanOf, coach, figuresOf, heldOf, liveContext } from "../support.ts"
import { shippedSources } from "../../../support/shipped-sources.ts"
import { shippedTables } from "../../../support/tables.ts"

const seed = testSeed("cards by their first digits")

const read = (residence: string, card: unknown) => {
  const { card: answered, meta } = bilanOf({ residence, destinations: ["JP"], card })
  const guarantees = figuresOf(answered.guarantees)
  return { ...answered, guarantees, warnings: meta.warnings }
}

const ranges = allBinRanges(shippedTables)

const shippedBin = (wanted: Partial<BinRange>): string => {
  const range = ranges.find((each) =>
    Object.entries(wanted).every(([name, value]) => each[name as keyof BinRange] === value),
  )
  if (range === undefined) throw new Error(`No range has ${JSON.stringify(wanted)}`)
  return range.binFrom
}

const { profiles, resolver } = prepareCoachPieces(shippedTables, prepareArgumentGuards)
const pieces = { binNetwork: resolver.binNetwork, profileBaseline: profiles.baseline }
const place = { residence: "FR", profileCountry: "FR", currency: "EUR" }

type Gap = Pick<
  ReturnType<typeof bilanOf>["card"]["guarantees"][string],
  "badge" | "recommendedValue" | "state" | "value"
>

/** What a card's gaps are, whatever language they are told in. */
const facts = ({ guarantees }: { readonly guarantees: Readonly<Record<string, Gap>> }) =>
  Object.entries(guarantees).map(([slug, { badge, recommendedValue, state, value }]) => [
    slug,
    badge,
    recommendedValue,
    state,
    value,
  ])

describe("a BIN", () => {
  it.each([
    ["", "is empty"],
    ["4970", "has under six digits"],
    ["49701", "has under six digits"],
    ["49701a", "is not digits"],
    ["４９７０１０", "is digits of another script"],
    ["497 010", "has a space: a caller strips what a card prints between digits"],
    ["4970-1012", "has a dash"],
    ["49701012 34567890", "has a space behind its eighth digit"],
    ["+497010", "is a number, not digits"],
    ["999999", "lies in no range"],
  ])("%j is a baseline with BIN_LOOKUP_FAILED: it %s", (bin) => {
    const answer = read("FR", { bin })
    expect(answer).toMatchObject({ origin: "baseline", warnings: ["BIN_LOOKUP_FAILED"] })
    expect(answer).not.toHaveProperty("detected")
  })

  it.each([
    ["490000", "visa"],
    ["222099", null],
    ["222100", "mastercard"],
    ["272099", "mastercard"],
    ["272100", null],
    ["519999", "mastercard"],
    ["339999", null],
    ["340003", "amex"],
    ["379999", "amex"],
    ["380000", null],
    ["601199", "discover"],
    ["643999", null],
    ["644000", "discover"],
    ["352800", null],
    ["621234", null],
  ] as const)("%s that no range holds reads as the baseline of its network, %s", (bin, network) => {
    const { binNetwork, profileBaseline } = pieces
    expect(ranges.some((range) => range.binFrom <= bin && bin <= range.binTo)).toBe(false)
    expect(binNetwork(bin)?.network ?? null).toBe(network)
    const resolved = resolver.resolve({ _tag: "Bin", bin }, place)
    expect(resolved).toMatchObject({
      origin: "baseline",
      warning: "BIN_LOOKUP_FAILED",
      unmatched: "bin",
    })
    expect(resolved.product).toBe(profileBaseline("FR", network))
    expect(resolved).not.toHaveProperty("detected")
  })

  it("of a network without profiles reads as the baseline of the market", () => {
    const baseline = read("US", { network: "no such network", tier: "mid" })
    for (const bin of ["999999", "300999", "419999a"]) {
      expect(read("US", { bin }).guarantees).toEqual(baseline.guarantees)
    }
  })

  it("without a range word is to be confirmed, read as the baseline of its network", () => {
    const bin = shippedBin({
      country: "US",
      issuer: "JPMorgan Chase",
      network: "visa",
      type: "credit",
      level: null,
    })
    const answer = read("FR", { bin: `${bin}99` })
    expect(answer).toMatchObject({
      origin: "baseline",
      currency: "USD",
      detected: { bank: "JPMorgan Chase", brand: "visa", level: null, matched: null },
      warnings: ["CARD_PROFILE_UNMATCHED"],
    })
    const baseline = read("US", { network: "visa", tier: "other" })
    expect(heldOf(answer.guarantees)).toEqual(heldOf(baseline.guarantees))
  })

  it.each([
    ["CA", "ROYAL BANK OF CANADA", "mastercard", "WestJet RBC World Elite Mastercard", "credit"],
    [
      "CA",
      "LA FEDERATION DES CAISSES DESJARDINS DU QUEBEC",
      "visa",
      "Desjardins Odyssey Gold Visa",
      null,
    ],
  ] as const)(
    "of %s %s on %s is not the only such card listed, %s: the bank sells others",
    (country, issuer, network, only, type) => {
      const sold = coach.cards({ country }, { keyId: "ak_live_1", mode: "live" })
      const { banks } = Result.getOrThrow(sold)
      const bank = banks.find(({ cards }) => cards.some(({ name }) => name === only))
      expect(
        bank?.cards.filter((card) => card.network === network).map(({ name }) => name),
      ).toEqual([only])
      const answer = read(country, {
        bin: shippedBin({ country, issuer, network, type, level: null }),
      })
      expect(answer).toMatchObject({ detected: { bank: issuer, matched: null } })
      expect(answer.origin).not.toBe("exact")
    },
  )

  it.each(["debit", "debit-prepaid"])(
    "of a %s card carries no cover outside France, where covers belong to credit cards",
    (type) => {
      const country = type === "debit" ? "US" : "CA"
      const answer = read("FR", { bin: shippedBin({ country, type }) })
      expect(answer).toMatchObject({
        origin: "generic",
        currency: country === "US" ? "USD" : "CAD",
        detected: { matched: null },
        warnings: [],
      })
      expect(Object.values(answer.guarantees).map(({ state }) => state)).toEqual(
        Object.values(answer.guarantees).map(() => "not_available"),
      )
      const none = bilanOf({ residence: country, destinations: ["JP"] }).card
      expect(Object.keys(answer.guarantees)).toEqual(Object.keys(none.guarantees))
    },
  )

  it("of a French debit card reads as its range: most French cards with covers are debit cards", () => {
    const bin = shippedBin({ country: "FR", type: "debit", network: "visa", level: "classic" })
    const answer = read("FR", { bin })
    expect(answer.origin).toBe("generic")
    expect(facts(answer)).toEqual(facts(read("FR", { network: "visa", tier: "entry" })))
  })

  it("answers a full card number as its first eight digits, and nothing shows what is behind them", () => {
    const range = fc.constantFrom(...ranges)
    const behind = fc.stringMatching(/^\d{9,11}$/)
    const known = fc
      .tuple(range, fc.stringMatching(/^\d{2}$/))
      .map(([row, more]) => row.binFrom + more)
    const bins = fc.oneof(known, fc.stringMatching(/^\d{8}$/))
    fc.assert(
      fc.property(bins, behind, (first, rest) => {
        const ask = (bin: string) => ({ residence: "FR", destinations: ["US"], card: { bin } })
        const whole = Result.getOrThrow(coach.explainBilan(ask(first + rest), liveContext))
        expect(whole).toEqual(Result.getOrThrow(coach.explainBilan(ask(first), liveContext)))
        // Sources have numbers of their own.
        const said = JSON.stringify(whole).replaceAll(/(?:https?|public-code-file):[^"\s]+/g, "")
        const digits = said.match(/\d{9,}/g) ?? []
        expect(digits).toEqual([])
      }),
      { seed, numRuns: 100 },
    )
  })

  it("of a text that is no BIN is not kept at all, so that nothing can show it", () => {
    const asked = { residence: "FR", destinations: ["US"], card: { bin: "4970 1012 3456 7890" } }
    const explained = Result.getOrThrow(coach.explainBilan(asked, liveContext))
    expect(JSON.stringify(explained)).not.toContain("4970")
  })
})

describe("BIN ranges", () => {
  const sources = withBins(
    shippedSources(),
    "400000,400009,Classic,debit,BNP,FR,proof",
    "40000500,40000599,Premier,debit,BNP,FR,proof",
    "4000070,4000079,,debit,N26,FR,proof",
    "40000790,40000790,VISA INFINITE,credit,BNP PARIBAS,FR,proof",
    "410000,410000,Infinite,prepaid,BNP,FR,proof",
    "420000,420000,Platinum,credit,HSBC,MY,proof",
    "420001,420001,Platinum,debit,HSBC,MY,proof",
    "430000,430000,Business,credit,Chase,US,proof",
    "440000,440000,Gold,credit,Sparkasse,DE,proof",
    "450000,450000,Gold,charge,BNP,FR,proof",
    "511000,511001,,debit,Nobody,FR,proof",
    "510000,510000,,debit,Fortuneo,FR,proof",
    "520000,520000,Standard,credit,Sparkasse,DE,proof",
    "340000,340000,,credit,DBS,SG,proof",
    "600000,600000,,,,FR,proof",
    "600001,600001,,debit,,US,proof",
    "400100,400100,Classic,debit,BNP,FR,proposal",
    "371000,371000,green,credit,American Express,US,proposal",
    "372000,372000,blue,credit,American Express,US,proposal",
    "373000,373000,centurion,credit,American Express,US,proposal",
  )
  const testCoach = prepareCoach(Result.getOrThrow(loadTables(sources)))
  const answer = (bin: string) =>
    Result.getOrThrow(
      testCoach.bilan({ residence: "FR", destinations: ["US"], card: { bin } }, liveContext),
    )
  const card = (bin: string) => answer(bin).card

  it("match before, at and after each end", () => {
    expect(card("399999").origin).toBe("baseline")
    expect(card("400000")).toMatchObject({
      origin: "exact",
      detected: {
        bank: "BNP",
        brand: "visa",
        level: "Classic",
        matched: { cardId: 2, cardName: "Carte Visa Classic", bank: "BNP Paribas" },
      },
    })
    expect(card("400009").detected?.level).toBe("Classic")
    expect(card("400010").origin).toBe("baseline")
  })

  it("of a list that is no proof propose the same card, to be confirmed", () => {
    const { card: proven } = answer("400000")
    const { card: proposed } = answer("400100")
    expect(proposed).toMatchObject({ origin: "generic", detected: proven.detected })
    expect(figuresOf(proposed.guarantees)).toEqual(figuresOf(proven.guarantees))
  })

  it.each([
    ["371000", "American Express Green Card"],
    ["372000", "Blue Cash Everyday Card from American Express"],
    ["373000", "The Platinum Card from American Express"],
  ])("%s: a card that shows the word wins over a more basic one: %s", (bin, cardName) => {
    expect(card(bin).detected?.matched?.cardName).toBe(cardName)
  })

  it("of a list that is no proof say nothing of the card itself", () => {
    const basesOf = (bin: string) =>
      new Set(answer(bin).bilan.arguments.map(({ vars }) => vars["basis"]))
    expect(basesOf("400000")).toContain("card")
    expect(basesOf("400100")).not.toContain("card")
    expect(basesOf("400100")).toContain("range")
  })

  it("with eight digits win over seven, and seven over six", () => {
    expect(card("40000499").detected?.level).toBe("Classic")
    expect(card("40000500").detected).toMatchObject({
      level: "Premier",
      matched: { cardName: "Carte Visa Premier" },
    })
    expect(card("4000070").detected?.bank).toBe("N26")
    expect(card("40000789").detected?.bank).toBe("N26")
    expect(card("40000790").detected).toMatchObject({
      level: "VISA INFINITE",
      matched: { cardName: "Carte Visa Infinite" },
    })
  })

  it("of six digits that longer ranges split among levels have no level that is known", () => {
    expect(card("400005").detected).toMatchObject({ level: null, matched: null })
    expect(card("4000079").detected).toMatchObject({ level: null, matched: null })
    expect(card("40000500").detected?.level).toBe("Premier")
    expect(card("400004").detected?.level).toBe("Classic")
  })

  it("without a range word match no card, not even the only one of its bank", () => {
    expect(card("340000")).toMatchObject({ origin: "baseline", detected: { matched: null } })
    expect(card("510000")).toMatchObject({ origin: "baseline", detected: { matched: null } })
    expect(card("511000")).toMatchObject({ origin: "baseline", detected: { matched: null } })
  })

  it("with a word of no personal range read as without one", () => {
    expect(card("430000")).toMatchObject({
      origin: "baseline",
      detected: { level: "Business", matched: null },
    })
  })

  it("look for the issuer in its own country, under its short names", () => {
    expect(card("420000")).toMatchObject({
      origin: "exact",
      currency: "MYR",
      detected: { matched: { cardName: "HSBC Visa Signature (Malaysia)", bank: "HSBC Malaysia" } },
    })
  })

  it("of a type that carries no cover match no card, whatever their range word", () => {
    for (const bin of ["410000", "420001", "600001"]) {
      const { card: found, meta } = answer(bin)
      expect(found).toMatchObject({ origin: "generic", detected: { matched: null } })
      expect(meta.warnings).toEqual([])
      expect(Object.values(found.guarantees).every(({ badge }) => badge === "missing")).toBe(true)
    }
  })

  it("of a type that nothing is known of read by their range", () => {
    expect(card("450000").detected?.matched?.cardName).toBe("Carte Visa Premier")
  })

  it("of an issuer in a country without a bank list take the profiles for everywhere else", () => {
    const elsewhere = (network: string, tier: string) =>
      bilanOf({ residence: "DE", destinations: ["US"], card: { network, tier } }).card
    const gold = card("440000")
    expect(gold).toMatchObject({ origin: "generic", detected: { bank: "Sparkasse" } })
    expect(facts(gold)).toEqual(facts(elsewhere("visa", "gold")))
    expect(facts(card("520000"))).toEqual(facts(elsewhere("mastercard", "standard")))
  })

  it("without a network are the country's baseline, still detected", () => {
    const { card: found, meta } = answer("600000")
    expect(found).toMatchObject({
      origin: "baseline",
      detected: { bank: null, brand: null, level: null, matched: null },
    })
    expect(meta.warnings).toEqual(["CARD_PROFILE_UNMATCHED"])
  })
})

describe("the shipped ranges", () => {
  it("tell no level of young banks, whose levels are the networks' and no kind of cover", () => {
    const young = /\b(?:revolut|n26|wise|monzo|trade republic|bunq|starling)\b/i
    const theirs = ranges.filter(({ issuer }) => young.test(issuer ?? ""))
    expect(theirs.length).toBeGreaterThan(100)
    const told = new Set(theirs.map(({ level }) => level))
    expect([...told].filter((level) => level !== null && level !== "prepaid")).toEqual([])
  })

  it("name types whose cover is known", () => {
    const known = new Set(shippedTables.cardTypes.rows.map(({ type }) => type))
    const types = new Set(ranges.flatMap(({ type }) => type ?? []))
    expect([...types].filter((type) => !known.has(type))).toEqual([])
  })

  it("never lead to a card without a range word", () => {
    const matched = ranges.filter(
      ({ binFrom, level }) =>
        level === null && read("FR", { bin: binFrom }).detected?.matched !== null,
    )
    expect(matched).toEqual([])
  })
})
