import { describe, expect, it } from "vitest"
import * as Result from "effect/Result"
import { bilanBody } from "../../support/sample-trips.ts"
import { bilanOf, coach, refusalOf, sandboxContext } from "./support.ts"

type Json = Readonly<Record<string, unknown>>

/** What a sandbox key is answered. */
const bilan = (changes: Json = {}) => bilanOf(bilanBody(changes), sandboxContext)

describe("a bilan", () => {
  it.each([
    ["FR", "fr", "fr", "EUR"],
    ["US", "us", "en", "USD"],
    ["CA", "ca", "en", "CAD"],
    ["SG", "sg", "en", "SGD"],
    ["MY", "my", "en", "MYR"],
    ["BR", "universal", "en", "EUR"],
  ])("gives a resident of %s the market %s in %s", (residence, market, lang, currency) => {
    const answer = bilan({ residence, destinations: ["JP"] })
    expect(answer.meta).toMatchObject({ market, lang, passport: residence })
    const none = bilan({ residence, destinations: ["JP"], card: { none: true } })
    expect(none.card).toMatchObject({ origin: "none", currency })
    expect(Object.values(none.card.guarantees).every(({ badge }) => badge === "missing")).toBe(true)
    expect(answer.bilan.argumentCount).toBe(answer.bilan.arguments.length)
    expect(answer.offer.quoteUrl).toBeNull()
  })

  it("takes the market that is asked for, and derives it again from an unknown one", () => {
    expect(bilan({ market: "sg" }).meta.market).toBe("sg")
    for (const market of ["de", "", 7, null]) expect(bilan({ market }).meta.market).toBe("fr")
  })

  it("orders arguments by strength, then category, each once", () => {
    const { arguments: given } = bilan({ card: { none: true } }).bilan
    const strengths = ["decisive", "strong", "useful"]
    const categories = ["sante", "voyage", "biens", "responsabilite", "global"]
    const ranks = given.map(
      ({ category, strength }) => strengths.indexOf(strength) * 10 + categories.indexOf(category),
    )
    expect(ranks).toEqual(ranks.toSorted((left, right) => left - right))
    expect(new Set(given.map(({ id }) => id)).size).toBe(given.length)
    expect(given.length).toBeGreaterThan(0)
  })

  it.each([
    ["inside the health zone", ["ES"], 30_000],
    ["the United States", ["US"], 500_000],
    ["Canada", ["CA"], 300_000],
    ["Japan", ["JP"], 300_000],
    ["the most expensive of several", ["ES", "US", "JP"], 500_000],
    ["one outside of the zone among others inside", ["ES", "JP"], 300_000],
    ["a code without data", ["ZZ"], 500_000],
  ])("aims the medical cover of a French resident at %s", (_, destinations, expected) => {
    const { medical } = bilan({ residence: "FR", destinations, card: { none: true } }).bilan
    expect(medical.targetValue).toBe(expected)
  })

  it("normalises destinations and lists them", () => {
    const { destinations } = bilan({ destinations: ["us", "US", "xx1", 7, null, "jp"] })
    expect(destinations).toEqual(["US", "JP"])
  })
})

describe("the card of a bilan", () => {
  it.each([
    ["no card", undefined, "none", []],
    ["null", null, "none", []],
    ["the absence of a card", { none: true }, "none", []],
    ["an empty card", {}, "baseline", ["CARD_PROFILE_UNMATCHED"]],
    ["two modes", { none: true, bin: "497010" }, "baseline", ["CARD_PROFILE_UNMATCHED"]],
    ["half a mode", { network: "visa" }, "baseline", ["CARD_PROFILE_UNMATCHED"]],
    ["none: false", { none: false }, "baseline", ["CARD_PROFILE_UNMATCHED"]],
    ["a profile", { network: "visa", tier: "premium" }, "generic", []],
    [
      "a word that no network has",
      { network: "x", tier: "mid" },
      "baseline",
      ["CARD_PROFILE_UNMATCHED"],
    ],
    [
      "an inherited name",
      { network: "constructor", tier: "__proto__" },
      "baseline",
      ["CARD_PROFILE_UNMATCHED"],
    ],
    ["a BIN of five digits", { bin: "49701" }, "baseline", ["BIN_LOOKUP_FAILED"]],
    ["a BIN with letters", { bin: "49701x" }, "baseline", ["BIN_LOOKUP_FAILED"]],
    ["an empty BIN", { bin: "" }, "baseline", ["BIN_LOOKUP_FAILED"]],
    ["a BIN that is a number", { bin: 497_010 }, "baseline", ["CARD_PROFILE_UNMATCHED"]],
  ])("is read as %s", (_, card, origin, warnings) => {
    const answer = bilan({ card })
    expect([answer.card.origin, answer.meta.warnings]).toEqual([origin, warnings])
    expect("detected" in answer.card).toBe(false)
  })

  it.each([["card"], ["x"], [7], [true], [["bin"]], [[]]])(
    "is taken, where it is %j and no object, as one that matches nothing",
    (card) => {
      const answer = bilan({ card })
      expect([answer.card.origin, answer.meta.warnings]).toEqual([
        "baseline",
        ["CARD_PROFILE_UNMATCHED"],
      ])
    },
  )
})

describe("the ref of a bilan", () => {
  it("is none where it is no text", () => {
    for (const ref of [null, 7, {}]) expect(bilan({ ref }).meta.warnings).toEqual([])
  })
})

describe("the refusal of a bilan", () => {
  const many = (length: number) =>
    Array.from(
      { length },
      (_, index) =>
        `${String.fromCodePoint(65 + Math.floor(index * 0.1))}${String.fromCodePoint(65 + (index % 10))}`,
    )

  it.each([
    ["a residence that is no code", { residence: "FRA" }, "BAD_RESIDENCE"],
    ["no residence", { residence: null }, "BAD_RESIDENCE"],
    ["a residence that is no text", { residence: ["FR"] }, "BAD_RESIDENCE"],
    ["no destinations", { destinations: null }, "NO_DESTINATIONS"],
    ["an empty list", { destinations: [] }, "NO_DESTINATIONS"],
    ["no valid destination", { destinations: ["nowhere", 7] }, "NO_DESTINATIONS"],
    ["a destination that is no list", { destinations: "US" }, "NO_DESTINATIONS"],
    ["51 destinations", { destinations: many(51) }, "TOO_MANY_DESTINATIONS"],
    ["a catalogue id", { card: { catalogueId: 1 } }, "CARD_MODE_FORBIDDEN"],
    [
      "a catalogue id before everything else",
      { card: { catalogueId: 1 }, residence: "", destinations: [] },
      "CARD_MODE_FORBIDDEN",
    ],
    ["a residence before destinations", { residence: "", destinations: [] }, "BAD_RESIDENCE"],
  ])("answers %s", (_, changes, code) => {
    expect(refusalOf(bilanBody(changes), sandboxContext).code).toBe(code)
  })

  it.each([
    ["50 destinations", { destinations: many(50) }],
    ["50 destinations with duplicates", { destinations: [...many(50), ...many(50)] }],
    ["a lower-case residence", { residence: "fr" }],
  ])("is none to %s", (_, changes) => {
    expect(Result.isSuccess(coach.bilan(bilanBody(changes), sandboxContext))).toBe(true)
  })
})
