import * as Clock from "effect/Clock"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { recordText, tableText } from "../../../core/plain-text.ts"
import type { ServerSettings } from "../../config/server.ts"
import { signRequest } from "../../platform/sign-request.ts"
import { signInAddress } from "../../pages/sign-in/emails.ts"
import { demoPagePath } from "../../pages/widget/demo-page.ts"
import { Operators } from "../../ports/operators.ts"
import { Rates } from "../../ports/rates.ts"
import { TrackedLinks } from "../../ports/tracked-links.ts"
import {
  type DemoKey,
  demoPartnerCode,
  ensureDemoLiveKey,
  ensureDemoPartner,
} from "../../store/accounts/demo.ts"
import { refusal } from "../../terminal/command-refused.ts"
import { sendRaw } from "../../terminal/service-call.ts"
import type { BilanResponse } from "../../../rules/coach/response.ts"
import type { Offer } from "../../../rules/pricing/offer.ts"
import { sampleTripIn } from "../../../rules/trip/sample-trip.ts"

/**
 * Shows a running service to a newcomer: makes the demo account where there is none, calls the
 * service with its key, and prints the answers and how to go on. A refused call, such as when the
 * demo key's day is spent, is told and does not end the service.
 */
export const showDemo = (settings: ServerSettings) =>
  Effect.gen(function* () {
    const key = yield* ensureDemoPartner
    yield* ensureDemoLiveKey
    const text = yield* Effect.match(makeSampleCalls(settings, key), {
      onSuccess: answersText,
      onFailure: (error) => `\n${error.message}\n`,
    })
    yield* Console.log(text)
    const consoleLinks = yield* makeDemoLinks(localAddress(settings))
    const ref = (yield* (yield* TrackedLinks).usual(demoPartnerCode))?.ref ?? null
    const ratesOf = (yield* Rates).status().days.newest
    yield* Console.log(nextText(settings, { key, ref, consoleLinks, ratesOf }))
  })

/** Prices the sample trip, mints a link for its first offer, and reads the sample card. */
const makeSampleCalls = (settings: ServerSettings, key: DemoKey) =>
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

/** A trip for the demo: two weeks in the United States for two, with its cancellation insured. */
const sampleQuoteRequest = (year: number) => ({
  trip: {
    ...sampleTripIn(year),
    travellers: [{ age: 34 }, { age: 36 }],
    tripPrice: 3200,
    currency: "EUR",
    shouldCoverCancellation: true,
  },
})

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

/** The address of the service on this machine, whatever its public one is. */
const localAddress = ({ host, port }: ServerSettings): string => {
  const reachable = { "0.0.0.0": "127.0.0.1", "::": "::1" }[host] ?? host
  return `http://${reachable.includes(":") ? `[${reachable}]` : reachable}:${port}`
}

/** The part of a quote that the demo uses. */
interface SampleQuote {
  readonly sessionId: string
  readonly offers: ReadonlyArray<Offer>
  readonly unpricedCount: number
  readonly nearMissCount: number
  readonly quote: { readonly days: number; readonly travellers: number }
}

/** A card for the demo: a mid-range card of a French bank, for the same destination. */
const sampleBilanRequest = {
  residence: "FR",
  destinations: ["US"],
  card: { bank: "BNP Paribas", network: "visa", tier: "mid" },
} as const

/** What the demo's calls gave. */
interface SampleAnswers {
  readonly quoteRequest: ReturnType<typeof sampleQuoteRequest>
  readonly quote: SampleQuote
  readonly link: SampleLink
  readonly bilan: BilanResponse
}

/** The part of a minted link that the demo prints. */
interface SampleLink {
  readonly url: string
  readonly subscriptionId: string
}

/** What the demo's calls gave, for people: the priced trip, its link and the card's reading. */
const answersText = (answers: SampleAnswers): string =>
  ["", offersText(answers), "", linkText(answers), "", bilanText(answers), ""].join("\n")

const offersText = ({ quote, quoteRequest: { trip } }: SampleAnswers): string => {
  const rows = quote.offers.map((offer) => [
    offer.position,
    offer.id,
    `${offer.name} ${offer.plan}`,
    price(offer),
    ceiling(offer, "hospitalFeesAbroad"),
    ceiling(offer, "cancelTrip"),
  ])
  return [
    `A trip, priced: ${trip.countryResidence} to ${trip.arrivalCountries.join(", ")}, ${quote.quote.days} days, ${quote.quote.travellers} travellers, ${trip.tripPrice} ${trip.currency} insured against cancellation`,
    "",
    tableText(["#", "offer", "product", "price", "hospital abroad", "cancellation"], rows),
    "",
    `${quote.offers.length} offers of the sandbox's fictional insurer, cheapest first; ${quote.unpricedCount} could not be priced, ${quote.nearMissCount} nearly matched.`,
  ].join("\n")
}

const price = ({ price: { amount, currency, insurerAmount, insurerCurrency } }: Offer): string =>
  insurerCurrency === currency
    ? `${amount.toFixed(2)} ${currency}`
    : `${amount.toFixed(2)} ${currency} (${insurerAmount.toFixed(2)} ${insurerCurrency})`

const ceiling = (offer: Offer, slug: string): string => {
  const guarantee = offer.guarantees[slug]
  if (guarantee === undefined || guarantee.state === "not_available") return "-"
  return guarantee.value === null
    ? guarantee.state.replaceAll("_", " ")
    : `${guarantee.value.toLocaleString("en")} ${offer.guaranteeCurrency}`
}

const linkText = ({ link }: SampleAnswers): string =>
  [
    "A link for its traveller, minted in the sandbox, which credits nobody:",
    "",
    recordText({ subscription: link.subscriptionId, url: link.url }),
  ].join("\n")

const bilanText = ({ bilan: { bilan, card } }: SampleAnswers): string => {
  const { bank, network, tier } = sampleBilanRequest.card
  const gaps = Object.entries(card.guarantees).map(([slug, gap]) => [
    slug,
    gap.badge,
    gap.value,
    gap.recommendedValue,
    gap.state,
  ])
  const argumentRows = bilan.arguments.map((argument, index) => [
    index + 1,
    argument.id,
    argument.category,
    argument.strength,
    argument.figure,
  ])
  return [
    `A card, read: ${bank}, ${network}, ${tier}; residence ${sampleBilanRequest.residence}, destination ${sampleBilanRequest.destinations.join(", ")}`,
    "",
    `Medical target ${bilan.medical.target}: ${bilan.medical.ceilingOk ? "met by the card" : "not met by the card"}.`,
    "",
    "What the card lacks:",
    tableText(["guarantee", "badge", `card ${card.currency}`, "recommended", "state"], gaps),
    "",
    "Arguments, strongest first:",
    tableText(["#", "argument", "category", "strength", "figure"], argumentRows),
  ].join("\n")
}

/** Makes the people of the demo where there are none, and a link for each. */
const makeDemoLinks = (address: string) =>
  Effect.gen(function* () {
    const operators = yield* Operators
    yield* operators.enrol(demoPartnerCode, demoOwner)
    yield* operators.appoint(demoOperator)
    const links: DemoLinks = {
      partner: yield* makeDemoLink(address, demoOwner, "/console"),
      operator: yield* makeDemoLink(address, demoOperator, "/console/operator"),
    }
    return links
  })

/** People of the demo; nobody reads what is sent to them but its outbox. */
const demoOwner = "owner@demo.example"

const demoOperator = "operator@demo.example"

/** Links that sign in to the console of a demo, each once. */
interface DemoLinks {
  /** As an owner of the demo partner. */
  readonly partner: string
  readonly operator: string
}

/** Makes a link that signs an address in at a page, under the address that the demo prints. */
const makeDemoLink = (address: string, email: string, nextPath: string) =>
  Effect.flatMap(Operators, (operators) =>
    Effect.map(
      operators.link({ email, language: "en", nextPath, validMinutes: demoLinkMinutes }),
      (link) => signInAddress(address, link),
    ),
  )

/** How long links that the demo prints hold: people start it and look at it in the evening. */
const demoLinkMinutes = 1_440

/** How to go on: lines to copy, which `/docs` goes on from, the pages of the API, the demo key and its ref. */
const nextText = (
  settings: ServerSettings,
  { consoleLinks, key, ratesOf, ref }: DemoAccount,
): string => {
  const address = localAddress(settings)
  const secret = Redacted.value(key.secret)
  return [
    "Call it next, from another terminal in this folder:",
    "",
    `  export VIATICA_URL=${address}`,
    `  export VIATICA_KEY=${key.keyId}`,
    `  export VIATICA_SECRET=${secret}`,
    ...(ref === null ? [] : [`  export VIATICA_REF=${ref}`]),
    "  npm run -s viatica -- call GET /api/v1/travel/meta",
    `  npm run -s viatica -- call POST /api/v1/coach/bilan '{"residence":"FR","destinations":["TH"],"card":{"none":true}}'`,
    "  npm run -s viatica -- --help",
    "",
    recordText({
      "API for partners": `${address}/docs`,
      "OpenAPI document": `${address}/openapi.json`,
      "front door": `${address}/`,
      "console, signed in": consoleLinks.partner,
      "as an operator": consoleLinks.operator,
      "its emails": `${address}/outbox`,
      "a page with the widget": `${address}${demoPagePath}`,
      "demo key": key.keyId,
      "its secret": secret,
      ...(ref === null ? {} : { "a tracked ref": ref }),
    }),
    "",
    "Each console link works once, for a day.",
    `A demo asks nobody: its exchange rates are those of its tables${ratesOf === null ? "" : `, of ${ratesOf}`}, and its insurer is fictional.`,
    "Serving until Ctrl-C.",
  ].join("\n")
}

/** What the demo account has to go on with. */
interface DemoAccount {
  readonly key: DemoKey
  /** What its sales are reported under; null where each of its links is archived. */
  readonly ref: string | null
  readonly consoleLinks: DemoLinks
  /** The day of its newest exchange rates; null where they have none. */
  readonly ratesOf: string | null
}
