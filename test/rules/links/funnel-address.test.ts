import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import {
  coachAddress,
  creditedFormAddress,
  quoteAddress,
  quoteFormAddress,
  readRedirectQuery,
  trackedAddress,
} from "../../../rules/links/funnel-address.ts"
import { travellerLanguages } from "../../../rules/messages/travellers/languages.ts"
import { formatQuoteToken } from "../../../rules/links/link-code.ts"
import { sampleTrip } from "../../support/sample-trips.ts"
import { normal, normalTrip } from "./trips.ts"

const funnelUrl = "https://funnel.example/app"
const baseUrl = "https://service.example"

const queryOf = (address: string): string => new URL(address).search

const parametersOf = (address: string): ReadonlyArray<readonly [string, string]> => [
  ...new URL(address).searchParams,
]

const code = fc.stringMatching(/^[A-Za-z0-9]{4,32}$/)
const mac = fc.stringMatching(/^[A-Za-z0-9_-]{22}$/)
/** Addresses of now, of before there were languages in them, and of before there were MACs. */
const proof = fc.oneof(
  fc.record({ mac, language: fc.constantFrom(...travellerLanguages) }),
  fc.record({ mac, language: fc.constant(null) }),
  fc.constant({ mac: null, language: null }),
)
const quote = fc
  .tuple(fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/), proof)
  .map(([quoteRef, proven]) => ({ quoteRef, ...proven }))
const offerId = fc.option(fc.integer({ min: 1, max: 2_147_483_647 }))

describe("quoteFormAddress()", () => {
  it("fills in residence, destinations, traveller count, intent and language", () => {
    const trip = normal({ ...sampleTrip, arrivalCountries: ["ES", "PT"] })
    assert.strictEqual(
      quoteFormAddress(funnelUrl, { trip, language: "en" }),
      "https://funnel.example/app/quote?residence=FR&destinations=ES,PT&travellers=2&intent=forTourism&lang=en",
    )
  })

  it("shows of a trip nothing else: no date, no age, no amount", () => {
    fc.assert(
      fc.property(normalTrip, (trip) => {
        assert.deepStrictEqual(
          parametersOf(quoteFormAddress(funnelUrl, { trip, language: "fr" })),
          [
            ["residence", trip.countryResidence],
            ["destinations", trip.arrivalCountries.join()],
            ["travellers", String(trip.travellers.length)],
            ["intent", trip.intent],
            ["lang", "fr"],
          ],
        )
      }),
    )
  })
})

describe("creditedFormAddress()", () => {
  it.each([
    [null, null, "?ref=acme-SPRING27"],
    ["FR", null, "?ref=acme-SPRING27&residence=FR"],
    [null, "fr", "?ref=acme-SPRING27&lang=fr"],
    ["FR", "fr", "?ref=acme-SPRING27&residence=FR&lang=fr"],
  ])("leaves out what is not known: residence %s, language %s", (residence, language, query) => {
    assert.strictEqual(
      creditedFormAddress(funnelUrl, { ref: "acme-SPRING27", residence, language }),
      `https://funnel.example/app/quote${query}`,
    )
  })

  it("encodes every value, so that none can add a parameter or leave the page", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (ref) => {
        const address = creditedFormAddress(funnelUrl, { ref, residence: null, language: "en" })
        assert.match(address, /^[!-~]+$/)
        assert.strictEqual(new URL(address).pathname, "/app/quote")
        assert.deepStrictEqual(parametersOf(address), [
          ["ref", ref.toWellFormed()],
          ["lang", "en"],
        ])
      }),
    )
    const address = creditedFormAddress(funnelUrl, {
      ref: "\ud800",
      residence: null,
      language: null,
    })
    assert.strictEqual(queryOf(address), "?ref=%EF%BF%BD")
  })
})

describe("quoteAddress()", () => {
  it("leads to the presubscribe form with an offer, else to the list of offers", () => {
    const quote = { quoteRef: "q1", language: "fr" }
    assert.strictEqual(
      quoteAddress(funnelUrl, { ...quote, offerId: null }),
      "https://funnel.example/app/offers?quote=q1&lang=fr",
    )
    assert.strictEqual(
      quoteAddress(funnelUrl, { ...quote, offerId: 101 }),
      "https://funnel.example/app/presubscribe?quote=q1&offer=101&lang=fr",
    )
  })

  it("leaves out a language that is not known", () => {
    assert.strictEqual(
      quoteAddress(funnelUrl, { quoteRef: "q1", language: null, offerId: 101 }),
      "https://funnel.example/app/presubscribe?quote=q1&offer=101",
    )
  })
})

describe("trackedAddress()", () => {
  it("has a query that reads back to what it names, and nothing more", () => {
    fc.assert(
      fc.property(code, quote, offerId, (code, quote, offerId) => {
        const address = trackedAddress(baseUrl, { code, quote: formatQuoteToken(quote), offerId })
        assert.strictEqual(new URL(address).pathname, `/r/${code}`)
        assert.deepStrictEqual(readRedirectQuery(queryOf(address), new Set(["en"])), {
          quote,
          offerId,
          residence: null,
          language: null,
        })
      }),
    )
  })
})

describe("coachAddress()", () => {
  it("has a query that reads back to residence and language", () => {
    const address = coachAddress(baseUrl, { code: "SPRING27", residence: "FR", language: "fr" })
    assert.strictEqual(address, "https://service.example/r/SPRING27?res=FR&lang=fr")
    assert.deepStrictEqual(readRedirectQuery(queryOf(address), new Set(["fr"])), {
      quote: null,
      offerId: null,
      residence: "FR",
      language: "fr",
    })
  })
})
