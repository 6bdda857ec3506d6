import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Result from "effect/Result"
import { prepareCoach } from "../../../../rules/coach/engine.ts"
import { loadTables } from "../../../../rules/tables/index.ts"
import { testSeed } from "../../../support/random.ts"
import { shippedSources, shippedTables } from "../../../support/tables.ts"
import { bilanOf, coach, liveContext } from "../support.ts"

const seed = testSeed("cards by their first digits")

const read = (residence: string, card: unknown) => {
  const { card: answered, meta } = bilanOf({ residence, destinations: ["JP"], card })
  return { ...answered, warnings: meta.warnings }
}

type BinRow = (typeof shippedTables.coachBins.rows)[number]

const shippedBin = (wanted: Partial<BinRow>): string => {
  const row = shippedTables.coachBins.rows.find((each) =>
    Object.entries(wanted).every(([name, value]) => each[name as keyof BinRow] === value),
  )
  if (row === undefined) throw new Error(`No range has ${JSON.stringify(wanted)}`)
  return row.binFrom
}

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

  it("that failed reads as the residence's baseline, whatever its first digit", () => {
    const baseline = read("US", { network: "no such network", tier: "mid" })
    for (const bin of ["999999", "419999a", "37"]) {
      expect(read("US", { bin }).guarantees).toEqual(baseline.guarantees)
    }
  })

  it("without a range word is the network's entry profile of the issuer's country", () => {
    const bin = shippedBin({
      country: "US",
      issuer: "JPMorgan Chase",
      network: "visa",
      type: "credit",
    })
    const answer = read("FR", { bin: `${bin}99` })
    expect(answer).toMatchObject({
      origin: "generic",
      currency: "USD",
      detected: { bank: "JPMorgan Chase", brand: "visa", level: null, matched: null },
      warnings: [],
    })
    expect(answer.guarantees).toEqual(read("US", { network: "visa", tier: "entry" }).guarantees)
  })

  it.each([
    ["CA", "Royal Bank of Canada", "mastercard", "WestJet RBC World Elite Mastercard"],
    ["CA", "Desjardins", "visa", "Desjardins Odyssey Gold Visa"],
  ] as const)(
    "of %s %s on %s is not the only such card listed, %s: the bank sells others",
    (country, issuer, network, only) => {
      const sold = coach.cards({ country }, { keyId: "ak_live_1", mode: "live" })
      const { banks } = Result.getOrThrow(sold)
      const bank = banks.find(({ cards }) => cards.some(({ name }) => name === only))
      expect(
        bank?.cards.filter((card) => card.network === network).map(({ name }) => name),
      ).toEqual([only])
      const answer = read(country, {
        bin: shippedBin({ country, issuer, network, type: "credit" }),
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
    const bin = shippedBin({ country: "FR", type: "debit", network: "visa" })
    const answer = read("FR", { bin })
    expect(answer.origin).toBe("generic")
    expect(answer.guarantees).toEqual(read("FR", { network: "visa", tier: "entry" }).guarantees)
  })

  it("answers a full card number as its first eight digits, and nothing shows what is behind them", () => {
    const range = fc.constantFrom(...shippedTables.coachBins.rows)
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
        const digits = JSON.stringify(whole).match(/\d{9,}/g) ?? []
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
  const bins = [
    "bin_from,bin_to,network,level,type,issuer,country,source",
    "400000,400009,visa,Classic,debit,BNP,FR,test",
    "40000500,40000599,visa,Premier,debit,BNP,FR,test",
    "4000070,4000079,visa,,debit,N26,FR,test",
    "40000790,40000790,visa,VISA INFINITE,credit,BNP PARIBAS,FR,test",
    "410000,410000,visa,Infinite,prepaid,BNP,FR,test",
    "420000,420000,visa,Platinum,credit,HSBC,MY,test",
    "420001,420001,visa,Platinum,debit,HSBC,MY,test",
    "430000,430000,visa,Business,credit,Chase,US,test",
    "440000,440000,visa,Gold,credit,Sparkasse,DE,test",
    "450000,450000,visa,Gold,charge,BNP,FR,test",
    "500000,500001,mastercard,,debit,Nobody,FR,test",
    "510000,510000,mastercard,,debit,Fortuneo,FR,test",
    "520000,520000,mastercard,Standard,credit,Sparkasse,DE,test",
    "340000,340000,amex,,credit,DBS,SG,test",
    "600000,600000,,,,,FR,test",
    "600001,600001,,,debit,,US,test",
  ].join("\n")
  const sources = new Map(shippedSources()).set("coach/bins.csv", bins)
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
    expect(card("400005").detected?.level).toBe("Classic")
  })

  it("without a range word match no card, not even the only one of its bank", () => {
    expect(card("340000")).toMatchObject({ origin: "generic", detected: { matched: null } })
    expect(card("510000")).toMatchObject({ origin: "generic", detected: { matched: null } })
    expect(card("500000")).toMatchObject({ origin: "generic", detected: { matched: null } })
  })

  it("with a word of no personal range read as without one", () => {
    expect(card("430000")).toMatchObject({
      origin: "generic",
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
    expect(gold.guarantees).toEqual(elsewhere("visa", "gold").guarantees)
    expect(card("520000").guarantees).toEqual(elsewhere("mastercard", "standard").guarantees)
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
  it("name types whose cover is known", () => {
    const known = new Set(shippedTables.cardTypes.rows.map(({ type }) => type))
    const types = new Set(shippedTables.coachBins.rows.flatMap(({ type }) => type ?? []))
    expect([...types].filter((type) => !known.has(type))).toEqual([])
  })

  it("never lead to a card without a range word", () => {
    const matched = shippedTables.coachBins.rows.filter(
      ({ binFrom, level }) =>
        level === null && read("FR", { bin: binFrom }).detected?.matched !== null,
    )
    expect(matched).toEqual([])
  })
})
