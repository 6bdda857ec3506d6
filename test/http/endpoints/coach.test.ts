import { describe, expect, it } from "@effect/vitest"
import type { BilanResponse } from "../../../rules/coach/response.ts"
import { type Answer, outcomeOf } from "../../support/http-call.ts"
import { bilanBody, paths } from "../../support/sample-trips.ts"
import { type CallOptions, useService } from "../../support/service.ts"

type Bilan = BilanResponse
type Json = Readonly<Record<string, unknown>>

const service = useService()

const post = (body: unknown, options?: CallOptions): Promise<Answer> =>
  service().call("POST", paths.bilan, body, options)

const bilan = async (changes: Json = {}, options?: CallOptions): Promise<Bilan> => {
  const answer = await post(bilanBody(changes), options)
  expect(outcomeOf(answer)).toBe("200")
  return answer.body as Bilan
}

const medicalOf = async (residence: string, destinations: ReadonlyArray<string>) =>
  (await bilan({ residence, destinations, card: { none: true } })).bilan.medical.targetValue

describe("the answer of POST /coach/bilan", () => {
  it.each([
    ["FR", "fr", "fr", "EUR"],
    ["US", "us", "en", "USD"],
    ["CA", "ca", "en", "CAD"],
    ["SG", "sg", "en", "SGD"],
    ["MY", "my", "en", "MYR"],
    ["BR", "universal", "en", "EUR"],
  ])("gives a resident of %s the market %s in %s", async (residence, market, lang, currency) => {
    const answer = await bilan({ residence, destinations: ["JP"] })
    expect(answer.meta).toMatchObject({ market, lang, passport: residence })
    const none = await bilan({ residence, destinations: ["JP"], card: { none: true } })
    expect(none.card).toMatchObject({ origin: "none", currency })
    expect(Object.values(none.card.guarantees).every(({ badge }) => badge === "missing")).toBe(true)
    expect(answer.bilan.argumentCount).toBe(answer.bilan.arguments.length)
    expect(answer.offer.quoteUrl).toBeNull()
  })

  it("takes the market that is asked for, and derives it again from an unknown one", async () => {
    expect((await bilan({ market: "sg" })).meta.market).toBe("sg")
    for (const market of ["de", "", 7, null]) {
      expect((await bilan({ market })).meta.market).toBe("fr")
    }
  })

  it("orders arguments by strength, then category, each once", async () => {
    const { arguments: given } = (await bilan({ card: { none: true } })).bilan
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
  ])("aims the medical cover of a French resident at %s", async (_, destinations, expected) => {
    expect(await medicalOf("FR", destinations)).toBe(expected)
  })

  it("normalises destinations and lists them", async () => {
    const { destinations } = await bilan({ destinations: ["us", "US", "xx1", 7, null, "jp"] })
    expect(destinations).toEqual(["US", "JP"])
  })

  it("is made from body and tables alone", async () => {
    const other = await service().createKey()
    expect(await bilan({}, { key: other })).toEqual(await bilan())
  })
})

describe("the cards of POST /coach/bilan", () => {
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
  ])("read %s", async (_, card, origin, warnings) => {
    const answer = await bilan({ card })
    expect([answer.card.origin, answer.meta.warnings]).toEqual([origin, warnings])
    expect("detected" in answer.card).toBe(false)
  })

  it.each([["card"], ["x"], [7], [true], [["bin"]], [[]]])(
    "take the card %j, which is no object, as one that matches nothing",
    async (card) => {
      const answer = await bilan({ card })
      expect([answer.card.origin, answer.meta.warnings]).toEqual([
        "baseline",
        ["CARD_PROFILE_UNMATCHED"],
      ])
    },
  )

  it("never show more of a card number than its first eight digits", async () => {
    const answer = await post(bilanBody({ card: { bin: "4970109999999999" } }))
    expect(outcomeOf(answer)).toBe("200")
    expect(answer.text).not.toContain("4970109999")
  })

  it("ignore a ref that is not the caller's, with a warning", async () => {
    expect((await bilan({ ref: "acme-x1y2" })).meta.warnings).toEqual(["REF_IGNORED"])
    for (const ref of [null, 7, {}]) expect((await bilan({ ref })).meta.warnings).toEqual([])
  })
})

describe("the refusals of POST /coach/bilan", () => {
  const many = (length: number) =>
    Array.from(
      { length },
      (_, index) =>
        `${String.fromCodePoint(65 + Math.floor(index * 0.1))}${String.fromCodePoint(65 + (index % 10))}`,
    )

  it.each([
    ["a residence that is no code", { residence: "FRA" }, "400 BAD_RESIDENCE"],
    ["no residence", { residence: null }, "400 BAD_RESIDENCE"],
    ["a residence that is no text", { residence: ["FR"] }, "400 BAD_RESIDENCE"],
    ["no destinations", { destinations: null }, "400 NO_DESTINATIONS"],
    ["an empty list", { destinations: [] }, "400 NO_DESTINATIONS"],
    ["no valid destination", { destinations: ["nowhere", 7] }, "400 NO_DESTINATIONS"],
    ["a destination that is no list", { destinations: "US" }, "400 NO_DESTINATIONS"],
    ["51 destinations", { destinations: many(51) }, "400 TOO_MANY_DESTINATIONS"],
    ["50 destinations", { destinations: many(50) }, "200"],
    ["50 destinations with duplicates", { destinations: [...many(50), ...many(50)] }, "200"],
    ["a catalogue id", { card: { catalogueId: 1 } }, "403 CARD_MODE_FORBIDDEN"],
    [
      "a catalogue id before everything else",
      { card: { catalogueId: 1 }, residence: "", destinations: [] },
      "403 CARD_MODE_FORBIDDEN",
    ],
    ["a residence before destinations", { residence: "", destinations: [] }, "400 BAD_RESIDENCE"],
    ["a lower-case residence", { residence: "fr" }, "200"],
  ])("answer %s", async (_, changes, expected) => {
    expect(outcomeOf(await post(bilanBody(changes)))).toBe(expected)
  })

  it.each([["[]"], ["null"], ["7"], ['"x"']])("read %s as a body without fields", async (body) => {
    expect(outcomeOf(await post(body))).toBe("400 BAD_RESIDENCE")
  })

  it("list the modes that a sandbox key may send", async () => {
    const { body } = await post(bilanBody({ card: { catalogueId: 1 } }))
    expect((body as Json)["cardModes"]).toEqual(["bin", "bank", "network", "none"])
  })

  it("let a live key send a catalogue id", async () => {
    const key = await service().createKey({ mode: "live" })
    const cards = await service().call("GET", `${paths.cards}?country=FR`, undefined, { key })
    const listed = cards.body as { banks: ReadonlyArray<{ cards: ReadonlyArray<Json> }> }
    const catalogueId = listed.banks[0]?.cards[0]?.["catalogueId"]
    const found = await bilan({ card: { catalogueId } }, { key })
    expect(found.card.origin).toBe("exact")
    const missing = await bilan({ card: { catalogueId: 999_999_999 } }, { key })
    expect([missing.card.origin, missing.meta.warnings]).toEqual(["baseline", ["CARD_NOT_FOUND"]])
  })
})
