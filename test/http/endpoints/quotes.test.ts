import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Partners } from "../../../http/ports/partners.ts"
import type { QuoteResponse } from "../../../http/api/quotes.ts"
import { type Answer, outcomeOf, send } from "../../support/http-call.ts"
import { paths, quoteBody, sampleTrip } from "../../support/sample-trips.ts"
import { type CallOptions, useService } from "../../support/service.ts"
import { shippedTables } from "../../support/tables.ts"

type Quote = QuoteResponse
type Json = Readonly<Record<string, unknown>>

const service = useService()

const post = (body: unknown, options?: CallOptions): Promise<Answer> =>
  service().call("POST", paths.quotes, body, options)

const quote = async (changes: Json = {}, top: Json = {}, options?: CallOptions): Promise<Quote> => {
  const answer = await post(quoteBody(changes, top), options)
  expect(outcomeOf(answer)).toBe("200")
  return answer.body as Quote
}

const intents = shippedTables.intents.rows.flatMap(({ aliasOf, intent }) =>
  aliasOf === null ? [intent] : [],
)

const withoutVarying = ({ sessionId: _session, quote: facts, ...rest }: Quote) => ({
  ...rest,
  quote: { ...facts, expiresAt: "" },
})

describe("the trip that POST /quotes echoes", () => {
  it("is normal: defaults filled, unknown fields dropped, destinations once each", async () => {
    const { trip } = await quote({ arrivalCountries: ["ES", "PT", "ES"], luggage: 3 })
    expect(trip).toEqual({
      ...sampleTrip,
      arrivalCountries: ["ES", "PT"],
      currency: "EUR",
      shouldCoverCancellation: false,
      shouldCoverExtremeSports: false,
      isAnnual: false,
    })
  })

  it("maps the old intent and forces annual and expat trips to be annual", async () => {
    expect((await quote({ intent: "humanitarianAuPair" })).trip.intent).toBe("humanitarian")
    for (const intent of intents) {
      const forced = ["annual", "expat"].includes(intent)
      expect([intent, (await quote({ intent, isAnnual: false })).trip.isAnnual]).toEqual([
        intent,
        forced,
      ])
    }
  })

  it("keeps the state of a US resident, drops it for others, and prices nothing by it", async () => {
    const california = await quote({ countryResidence: "US", stateResidence: "CA" })
    const nowhere = await quote({ countryResidence: "US" })
    expect(california.trip.stateResidence).toBe("CA")
    expect("stateResidence" in (await quote({ stateResidence: "CA" })).trip).toBe(false)
    expect(california.offers).toEqual(nowhere.offers)
  })

  it("treats null as absent in every optional field", async () => {
    const optional = [
      "stateResidence",
      "tripPrice",
      "studiesAmount",
      "currency",
      "shouldCoverCancellation",
      "shouldCoverExtremeSports",
      "isAnnual",
    ]
    const nulls = Object.fromEntries(optional.map((name) => [name, null]))
    const withNulls = await quote(nulls, { sessionId: null, language: null })
    expect(withoutVarying(withNulls)).toEqual(withoutVarying(await quote()))
  })

  it("echoes amounts as they were sent", async () => {
    const { trip } = await quote({ tripPrice: 1234.565, studiesAmount: 0 })
    expect([trip.tripPrice, trip.studiesAmount]).toEqual([1234.565, 0])
  })

  it("reads tripInfo where there is no trip, and trip wherever there is one", async () => {
    const info = await post({ tripInfo: sampleTrip })
    expect(outcomeOf(info)).toBe("200")
    expect(outcomeOf(await post({ trip: null, tripInfo: sampleTrip }))).toBe("200")
    const both = await post({
      trip: { ...sampleTrip, endDate: "2027-07-02" },
      tripInfo: sampleTrip,
    })
    expect((both.body as Quote).quote.days).toBe(2)
    expect(outcomeOf(await post({ trip: 7, tripInfo: sampleTrip }))).toBe("400 BAD_TRIP")
    const invalid = { ...sampleTrip, intent: "x" }
    expect(outcomeOf(await post({ trip: invalid, tripInfo: sampleTrip }))).toBe("400 BAD_INTENT")
    expect(outcomeOf(await post({ tripInfo: invalid }))).toBe("400 BAD_INTENT")
  })
})

describe("the session of POST /quotes", () => {
  it("comes back unchanged when it was issued to this account and mode", async () => {
    const first = await quote()
    expect(first.sessionId).toMatch(/^qs_[A-Za-z0-9_-]{22,}\.[A-Za-z0-9_-]{43}$/)
    const again = await quote({ endDate: "2027-07-20" }, { sessionId: first.sessionId })
    expect(again.sessionId).toBe(first.sessionId)
    expect((await quote()).sessionId).not.toBe(first.sessionId)
  })

  it("is fresh for a token that was changed, cut, or is no text", async () => {
    const { sessionId } = await quote()
    const flipped = sessionId.replace(/.$/, (last) => (last === "A" ? "E" : "A"))
    const others = [flipped, sessionId.slice(0, -1), `${sessionId}A`, ` ${sessionId}`, "", "\ud800"]
    for (const sent of [...others, 7, true, [sessionId], { sessionId }]) {
      const answer = await quote({}, { sessionId: sent })
      expect(answer.sessionId).not.toBe(sessionId)
      expect(answer.sessionId).not.toBe(sent)
    }
  })

  it("is shared by the keys of an account and mode, and by nobody else", async () => {
    const { sessionId } = await quote()
    const sibling = await service().createKey({ partnerCode: service().key.partnerCode })
    const stranger = await service().createKey()
    expect((await quote({}, { sessionId }, { key: sibling })).sessionId).toBe(sessionId)
    expect((await quote({}, { sessionId }, { key: stranger })).sessionId).not.toBe(sessionId)
  })
})

describe("the answer of POST /quotes", () => {
  it("names mode, days, travellers, language and a moment 30 minutes on", async () => {
    const before = Date.now()
    const answer = await quote({}, { language: "fr" })
    const after = Date.now()
    expect(answer.ok).toBe(true)
    expect([answer.mode, answer.quote.mode]).toEqual(["sandbox", "sandbox"])
    expect([answer.quote.days, answer.quote.travellers]).toEqual([14, 2])
    const expiry = Date.parse(answer.quote.expiresAt) - 30 * 60_000
    expect(expiry).toBeGreaterThanOrEqual(before)
    expect(expiry).toBeLessThanOrEqual(after)
    expect(answer.meta).toMatchObject({ apiVersion: "2.3.2", language: "fr" })
  })

  it("is the same for the same trip, apart from session and expiry", async () => {
    for (const intent of intents) {
      const changes = { intent, tripPrice: 900, shouldCoverCancellation: true }
      const first = withoutVarying(await quote(changes))
      const other = await service().createKey()
      expect(withoutVarying(await quote(changes, {}, { key: other }))).toEqual(first)
    }
  })

  it("has at least two offers for every intent, cheapest first, positions from 1", async () => {
    for (const intent of intents) {
      const trip = { intent, tripPrice: 900, ...(intent === "schengenArea" ? {} : {}) }
      const { offers } = await quote(trip)
      expect([intent, offers.length >= 2]).toEqual([intent, true])
      expect(offers.map(({ position }) => position)).toEqual(offers.map((_, index) => index + 1))
      const amounts = offers.map(({ price }) => price.amountInCents)
      expect(amounts).toEqual(amounts.toSorted((left, right) => left - right))
    }
  })

  it("prices parties of 11 and more with group products, flat per head", async () => {
    const party = (count: number) => Array.from({ length: count }, () => ({ age: 40 }))
    const ten = await quote({ travellers: party(10) })
    const eleven = await quote({ travellers: party(11) })
    const twentyTwo = await quote({ travellers: party(22) })
    const ids = (answer: Quote) => answer.offers.map(({ id }) => id).toSorted((a, b) => a - b)
    expect(ids(ten).filter((id) => ids(eleven).includes(id))).toEqual([])
    expect(ids(eleven)).toEqual(ids(twentyTwo))
    for (const offer of eleven.offers) {
      const double = twentyTwo.offers.find(({ id }) => id === offer.id)?.price.insurerAmount ?? 0
      expect(Math.abs(double - 2 * offer.price.insurerAmount)).toBeLessThanOrEqual(0.011)
    }
  })

  it("leaves offers in the insurer's currency when the asked one is not supported", async () => {
    const { offers } = await quote({ currency: "XAF" })
    expect(offers.length).toBeGreaterThan(0)
    for (const { price } of offers) {
      expect([price.currency, price.amount]).toEqual([price.insurerCurrency, price.insurerAmount])
    }
  })

  it("converts into each currency of the tables, in whole minor units", async () => {
    expect(shippedTables.currencies.rows.length).toBeGreaterThan(30)
    for (const { code, minorUnits } of shippedTables.currencies.rows) {
      const { offers } = await quote({ currency: code })
      expect([code, offers.length > 0]).toEqual([code, true])
      for (const { price } of offers) {
        expect(price.currency).toBe(code)
        expect(price.amount).toBe(Number(`${price.amountInCents}e-${minorUnits}`))
        if (price.insurerCurrency === code) expect(price.amount).toBe(price.insurerAmount)
      }
    }
  })

  it("links icons and documents that resolve", async () => {
    const { offers } = await quote({ intent: "expat" })
    const links = [...offers, ...(await quote({ tripPrice: 100 })).offers].flatMap((offer) => [
      offer.iconUrl,
      offer.insurer.logoUrl,
      offer.documents.cgvUrl,
      offer.documents.ipidUrl,
    ])
    for (const link of new Set(links.filter((one) => typeof one === "string"))) {
      const { pathname, port } = new URL(link)
      const answer = await send({ port: Number(port), method: "GET", path: pathname })
      expect([link, answer.status]).toEqual([link, 200])
    }
    for (const { iconUrl, insurer } of offers) {
      if (iconUrl !== undefined) expect(insurer.logoUrl).toBe(iconUrl)
    }
  })
})

describe("the partner fee of POST /quotes", () => {
  it("is absent without an uplift, and is part of the price with one", async () => {
    const key = await service().createKey({ partnerCode: "uplifted" })
    const standard = await quote({}, {}, { key })
    expect("partnerFee" in standard.meta).toBe(false)
    await service().run(
      Effect.flatMap(Partners, (partners) => partners.setCommission("uplifted", 2_500)),
    )
    const uplifted = await quote({}, {}, { key })
    expect(uplifted.meta.partnerFee).toEqual({
      feeBps: 2_500,
      upliftBps: 1_500,
      commissionBps: 2_500,
    })
    for (const { id, price } of uplifted.offers) {
      const before = standard.offers.find((offer) => offer.id === id)?.price
      expect(price.insurerAmount).toBeGreaterThan(before?.insurerAmount ?? 0)
    }
  })
})

describe("the magic destinations of POST /quotes", () => {
  it.each([
    [["BV"], "502 PRICING_UNAVAILABLE"],
    [["HM"], "504 PRICING_UNAVAILABLE"],
    [["ES", "BV"], "502 PRICING_UNAVAILABLE"],
    [["HM", "BV"], "502 PRICING_UNAVAILABLE"],
  ])("answers %j with %s and gives the read back", async (arrivalCountries, expected) => {
    const key = await service().createKey()
    const before = await service().quotaOf(key)
    const answer = await post(quoteBody({ arrivalCountries }), { key })
    expect(outcomeOf(answer)).toBe(expected)
    expect(answer.headers["x-ratelimit-remaining"]).toBe(answer.headers["x-ratelimit-limit"])
    const { reads_used, prices } = before
    expect(await service().quotaOf(key)).toMatchObject({ burst_used: 1, reads_used, prices })
  })

  it("finds no offer but near misses for GS, and counts the read", async () => {
    const key = await service().createKey()
    const answer = await quote({ arrivalCountries: ["GS"] }, {}, { key })
    expect(answer.offers).toEqual([])
    expect(answer.nearMissCount).toBeGreaterThan(0)
    expect((await service().quotaOf(key))["reads_used"]).toBe(1)
  })

  it("are places like any other for a live key", async () => {
    const key = await service().createKey({ mode: "live" })
    for (const place of ["BV", "HM", "GS"]) {
      const answer = await post(quoteBody({ arrivalCountries: [place] }), { key })
      expect(outcomeOf(answer)).toBe("200")
      expect((answer.body as { readonly offers: ReadonlyArray<unknown> }).offers).not.toEqual([])
    }
    expect((await service().quotaOf(key))["reads_used"]).toBe(3)
  })
})
