import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Partners } from "../../../http/ports/partners.ts"
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

// What bilans say, of which markets, cards and places, stands in test/rules/coach: here each kind is asked once.
describe("the answer of POST /coach/bilan", () => {
  it("has the market of the residence, and a cover to aim at", async () => {
    const answer = await bilan({ residence: "BR", destinations: ["jp", "JP", "xx1"] })
    expect(answer.meta).toMatchObject({ market: "universal", lang: "en", passport: "BR" })
    expect(answer.destinations).toEqual(["JP"])
    expect(answer.offer.quoteUrl).toBeNull()
    const { bilan: told } = await bilan({ destinations: ["ES", "JP"], card: { none: true } })
    expect(told.medical.targetValue).toBe(300_000)
    expect(told.argumentCount).toBe(told.arguments.length)
  })

  it("is made from body and tables alone", async () => {
    const other = await service().createKey()
    expect(await bilan({}, { key: other })).toEqual(await bilan())
  })
})

describe("an account that shows facts alone", () => {
  it("is told so from the next call on, and no other is, whatever is kept of answers", async () => {
    const [own, other] = [await service().createKey(), await service().createKey()]
    const set = (factsOnly: boolean) =>
      service().run(Effect.flatMap(Partners, (all) => all.setFactsOnly(own.partnerCode, factsOnly)))
    const body = { destinations: ["US"], trip: { friends: true } }
    const usual = await bilan(body, { key: own })
    expect(typeof usual.bilan.shouldSell).toBe("boolean")
    expect((await set(true)).factsOnly).toBe(true)
    const facts = await bilan(body, { key: own })
    expect(facts.bilan.shouldSell).toBeNull()
    expect(facts.bilan.headline.key).toMatch(/^coach\.headline\.facts\./)
    expect(await bilan(body, { key: other })).toEqual(usual)
    expect(await bilan(body, { key: own })).toEqual(facts)
    await set(false)
    expect(await bilan(body, { key: own })).toEqual(usual)
  })
})

describe("the cards of POST /coach/bilan", () => {
  it.each([
    ["the absence of a card", { none: true }, "none", []],
    ["a profile", { network: "visa", tier: "premium" }, "generic", []],
    ["an empty card", {}, "baseline", ["CARD_PROFILE_UNMATCHED"]],
    ["a BIN with letters", { bin: "49701x" }, "baseline", ["BIN_LOOKUP_FAILED"]],
  ])("read %s", async (_, card, origin, warnings) => {
    const answer = await bilan({ card })
    expect([answer.card.origin, answer.meta.warnings]).toEqual([origin, warnings])
  })

  it("never show more of a card number than its first eight digits", async () => {
    const answer = await post(bilanBody({ card: { bin: "4970109999999999" } }))
    expect(outcomeOf(answer)).toBe("200")
    expect(answer.text).not.toContain("4970109999")
  })

  it("ignore a ref that is not the caller's, with a warning", async () => {
    expect((await bilan({ ref: "acme-x1y2" })).meta.warnings).toEqual(["REF_IGNORED"])
  })
})

const letterAt = (place: number): string => String.fromCodePoint(65 + place)

/** So many codes that differ. */
const many = (length: number) =>
  Array.from({ length }, (_, index) => letterAt(Math.floor(index / 10)) + letterAt(index % 10))

describe("the refusals of POST /coach/bilan", () => {
  it.each([
    ["no residence", { residence: null }, "400 BAD_RESIDENCE"],
    ["an empty list", { destinations: [] }, "400 NO_DESTINATIONS"],
    ["51 destinations", { destinations: many(51) }, "400 TOO_MANY_DESTINATIONS"],
    ["50 destinations", { destinations: many(50) }, "200"],
    ["a catalogue id", { card: { catalogueId: 1 } }, "403 CARD_MODE_FORBIDDEN"],
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
