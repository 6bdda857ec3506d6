import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { BilanResponse } from "../../../rules/coach/response.ts"
import type { Offer } from "../../../rules/pricing/offer.ts"
import type { DemoKey } from "../../store/accounts/demo.ts"
import { sendRaw } from "../../terminal/service-call.ts"
import type { ServerSettings } from "../../config/server.ts"
import { signRequest } from "../../gateway/signing/sign.ts"
import { refusal } from "../../terminal/command-refused.ts"

/** A trip for the demo: two weeks in the United States for two, with its cancellation insured. */
export const sampleQuoteRequest = (year: number) => ({
  trip: {
    intent: "forTourism",
    startDate: `${year}-07-01`,
    endDate: `${year}-07-14`,
    countryResidence: "FR",
    arrivalCountries: ["US"],
    travellers: [{ age: 34 }, { age: 36 }],
    tripPrice: 3200,
    currency: "EUR",
    shouldCoverCancellation: true,
  },
})

/** A card for the demo: a mid-range card of a French bank, for the same destination. */
export const sampleBilanRequest = {
  residence: "FR",
  destinations: ["US"],
  card: { bank: "BNP Paribas", network: "visa", tier: "mid" },
} as const

/** The part of a quote that the demo uses. */
export interface SampleQuote {
  readonly sessionId: string
  readonly offers: ReadonlyArray<Offer>
  readonly unpricedCount: number
  readonly nearMissCount: number
  readonly quote: { readonly days: number; readonly travellers: number }
}

/** The part of a minted link that the demo prints. */
export interface SampleLink {
  readonly url: string
  readonly subscriptionId: string
}

/** What the demo's calls gave. */
export interface SampleAnswers {
  readonly quoteRequest: ReturnType<typeof sampleQuoteRequest>
  readonly quote: SampleQuote
  readonly link: SampleLink
  readonly bilan: BilanResponse
}

/** The address of the service on this machine, whatever its public one is. */
export const localAddress = ({ host, port }: ServerSettings): string => {
  const reachable = { "0.0.0.0": "127.0.0.1", "::": "::1" }[host] ?? host
  return `http://${reachable.includes(":") ? `[${reachable}]` : reachable}:${port}`
}

const post = (settings: ServerSettings, key: DemoKey, path: string, request: unknown) =>
  Effect.gen(function* () {
    const body = Buffer.from(JSON.stringify(request), "utf8")
    const headers = signRequest({
      keyId: key.keyId,
      secret: Redacted.value(key.secret),
      method: "POST",
      path,
      body,
      nowSeconds: Math.floor((yield* Clock.currentTimeMillis) / 1000),
      prefix: settings.headerPrefix,
    })
    const answer = yield* sendRaw({
      origin: new URL(localAddress(settings)),
      method: "POST",
      target: path,
      headers: { ...headers, "content-length": String(body.byteLength) },
      body,
    })
    if (answer.status !== 200 && answer.status !== 201) {
      return yield* refusal("sample-call-refused", {
        path,
        status: answer.status,
        body: answer.body,
      })
    }
    return JSON.parse(answer.body) as unknown
  })

/** Prices the sample trip, mints a link for its first offer, and reads the sample card. */
export const makeSampleCalls = (settings: ServerSettings, key: DemoKey) =>
  Effect.gen(function* () {
    const year = new Date(yield* Clock.currentTimeMillis).getUTCFullYear() + 1
    const quoteRequest = sampleQuoteRequest(year)
    const quoted = yield* post(settings, key, "/api/v1/travel/quotes", quoteRequest)
    const quote = quoted as SampleQuote
    const link = yield* post(settings, key, "/api/v1/travel/links", {
      ...quoteRequest,
      sessionId: quote.sessionId,
      offerId: quote.offers[0]?.id,
    })
    const bilan = yield* post(settings, key, "/api/v1/coach/bilan", sampleBilanRequest)
    const answers: SampleAnswers = {
      quoteRequest,
      quote,
      link: link as SampleLink,
      bilan: bilan as BilanResponse,
    }
    return answers
  })
