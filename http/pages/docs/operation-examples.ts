import type { BilanResponse, CardsResponse } from "../../../rules/coach/response.ts"
import type { RenderedBilan } from "../../../rules/messages/render.ts"
import type { PricedQuote } from "../../../rules/pricing/offer.ts"
import { dayMs } from "../../../core/vocabulary/day.ts"
import * as Result from "effect/Result"
import type { CallsResponse } from "../../api/calls.ts"
import type { ConversionResponse } from "../../api/conversion.ts"
import type {
  EventEndpointRemovedResponse,
  EventEndpointResponse,
  EventEndpointSecretResponse,
  EventEndpointsResponse,
  EventSentResponse,
  EventsResponse,
} from "../../api/events.ts"
import type { LinkResponse } from "../../api/links.ts"
import type { MetaResponse } from "../../api/meta.ts"
import type { SalesResponse } from "../../api/sales.ts"
import type { StatementBooksResponse, StatementsResponse } from "../../api/statements.ts"
import { apiVersion } from "../../config/version.ts"
import { minorToNumber } from "../../../core/money/minor.ts"
import { handlingFeeBps, newAccountTerms } from "../../../rules/fees/handling-fee.ts"
import { commissionMinor, noCaps } from "../../../rules/sales/commission.ts"
import { limitsOf } from "../../../rules/reference/limits.ts"
import {
  defaultLanguage,
  metaVocabulary,
  prepareTripVocabulary,
} from "../../../rules/trip/trip-vocabulary.ts"
import { readQuoteRequest } from "../../../rules/trip/request.ts"
import type { Tables } from "../../../rules/tables/index.ts"
import { sampleReading, sampleTrip } from "../samples.ts"
import { operationEndpoint } from "./docs-menu.ts"
import type { OperationName } from "./docs-words.ts"
import type { ExampleRequest } from "./snippets/languages.ts"

/** What the examples of the documentation are answered, by the engines over the tables in force. */
export interface DocsSamples {
  readonly quote: PricedQuote
  /** Undefined where the tables take no such card. */
  readonly bilan: BilanResponse | undefined
  readonly cards: CardsResponse | undefined
  /** The bilan in sentences of a language. */
  readonly said: (language: "en" | "fr") => RenderedBilan | undefined
}

/** A call and its answer, as documentation shows them. */
export interface OperationExample {
  readonly request: ExampleRequest
  readonly answer: unknown
  /** What the sandbox answers, where that is another answer than the one of live calls. */
  readonly sandboxAnswer?: unknown
}

/** What examples say of who calls. */
export const exampleNames = {
  keyId: "ak_test_…",
  sessionId: "qs_…",
  ref: "acme-SPRING27",
  code: "SPRING27",
  order: "AC-2291",
  eventId: "evt_…",
  endpointId: "we_…",
  requestId: "3f8e9a52-6c1d-4b7e-9f30-2a5d8c417be6",
} as const

const bookedAtMs = Date.UTC(2027, 4, 3, 9, 30)

const instant = (afterDays = 0): string => new Date(bookedAtMs + afterDays * dayMs).toISOString()

const requestOf = (name: OperationName, query: string, body?: unknown): ExampleRequest => {
  const { method, path } = operationEndpoint(name)
  return {
    method: method === "POST" ? "POST" : "GET",
    target: `${path}${query}`,
    ...(body === undefined ? {} : { body }),
  }
}

/** What examples are made of. */
export interface OperationExampleParts {
  readonly samples: Omit<DocsSamples, "said">
  readonly tables: Tables
  readonly baseUrl: string
}

/** The sample trip as answers tell it: with what it leaves to the service. */
const answeredTrip = (tables: Tables) =>
  Result.match(readQuoteRequest({ trip: sampleTrip }, prepareTripVocabulary(tables)), {
    onFailure: () => sampleTrip,
    onSuccess: ({ trip }) => trip,
  })

const quoteAnswer = ({ samples, tables }: OperationExampleParts) => ({
  ok: true,
  mode: "sandbox",
  sessionId: exampleNames.sessionId,
  ...samples.quote,
  trip: answeredTrip(tables),
  quote: { mode: "sandbox", days: 14, travellers: 2, expiresAt: instant() },
  meta: { apiVersion, language: defaultLanguage, notice: "…" },
})

const linkAnswer = ({ baseUrl, samples, tables }: OperationExampleParts) =>
  ({
    ok: true,
    mode: "live",
    subscriptionId: "sub_…",
    url: `${baseUrl}/r/${exampleNames.code}?quote=…&offer=${samples.quote.offers[0]?.id}`,
    ref: exampleNames.ref,
    offerId: samples.quote.offers[0]?.id ?? null,
    replayed: false,
    updated: false,
    expiresAt: instant(limitsOf(tables)("link_lifetime_days")),
    meta: { apiVersion, language: defaultLanguage },
  }) satisfies (typeof LinkResponse)["Type"]

/** What the sandbox answers to the sample offer of the trip: a link to the plain form, which credits nobody. */
const sandboxLinkAnswer = (parts: OperationExampleParts) =>
  ({
    ...linkAnswer(parts),
    mode: "sandbox",
    subscriptionId: "sub_sandbox_…",
    url: `${parts.baseUrl}/funnel/quote?residence=FR&destinations=US&travellers=2&intent=forTourism&lang=en`,
    ref: null,
  }) satisfies (typeof LinkResponse)["Type"]

/** What a sale in euros earns an account on the terms that it begins with. */
const earned = (amount: number, tables: Tables): number => {
  const terms = newAccountTerms(tables)
  const rates = { ...terms, feeBps: handlingFeeBps(terms) }
  return minorToNumber(commissionMinor(Math.round(amount * 100), noCaps, rates), 2)
}

const sale = ({ samples, tables }: OperationExampleParts) => {
  const amount = samples.quote.offers[0]?.price.amount ?? 0
  return {
    externalOrderId: exampleNames.order,
    ref: exampleNames.ref,
    status: "pending" as const,
    amount,
    commission: earned(amount, tables),
    currency: "EUR",
  }
}

const conversionAnswer = (parts: OperationExampleParts) =>
  ({
    ok: true,
    mode: "sandbox",
    ...sale(parts),
    created: true,
    updated: false,
  }) satisfies (typeof ConversionResponse)["Type"]

const salesAnswer = (parts: OperationExampleParts) =>
  ({
    ok: true,
    mode: "sandbox",
    sales: [
      {
        ...sale(parts),
        bookedAt: instant(),
        changedAt: instant(),
        validatesAt: instant(limitsOf(parts.tables)("sale_validation_days")),
        validatedAt: null,
        correctedAt: null,
      },
    ],
    nextCursor: null,
  }) satisfies (typeof SalesResponse)["Type"]

const noFigure = { amount: 0, sales: 0 }

/** A tree of three lines, signed with a key that signs nothing else. */
const exampleCheckpoint =
  "viatica/statements/acme/EUR/2\n3\numye+TdYfYsuRGL2wzKlCnAAKlK96Rd8jUJ22HElzW4=\n\n— viatica/statements/acme/EUR/2 Uk2+wiPUX1sNAtGFzO/82ed+p5BaJz/ls39R0hrXkJOkLsa0m3/4DHycppFxMdUCwq3+/yu+FlRxhNSeSCOV9fyE4wM=\n"

/** Sandbox sales make no statements: the example is of a live key. */
const statementsAnswer = {
  ok: true,
  mode: "live",
  statements: [
    {
      number: "ACME-2027-05-EUR",
      month: "2027-05",
      currency: "EUR",
      closedAt: "2027-06-01T02:00:00.000Z",
      fingerprint: "9c41e07b52af",
      checkpoint: exampleCheckpoint,
      pending: {
        opening: 212.4,
        opened: { amount: 1176.85, sales: 61 },
        changed: noFigure,
        validated: { amount: -1083.2, sales: 58 },
        cancelled: { amount: -71.25, sales: 4 },
        corrected: noFigure,
        closing: 234.8,
      },
      owed: {
        opening: 38.15,
        validated: { amount: 1083.2, sales: 58 },
        changed: noFigure,
        reversed: { amount: -31.05, sales: 2 },
        corrected: noFigure,
        returned: noFigure,
        closing: 1090.3,
      },
      held: 0,
      minimum: 50,
      due: 1090.3,
      carried: 0,
      payOn: "2027-06-05",
      payout: {
        number: "PO-1204",
        state: "due",
        amount: 1090.3,
        dueOn: "2027-06-05",
        sentOn: null,
        bankReference: null,
        endedOn: null,
        reason: null,
      },
    },
  ],
  nextCursor: null,
} satisfies (typeof StatementsResponse)["Type"]

const statementBooksAnswer = {
  ok: true,
  mode: "live",
  number: "ACME-2027-05-EUR",
  head: `viatica-books 1\nold 0\n\n${exampleCheckpoint}`,
  lines: [
    '{"order" : "order 1", "at" : "2027-05-04T09:12:00.000Z", "kind" : "booking", "from" : "commission_expense", "to" : "pending", "amountMinor" : "6000"}',
    '{"order" : "order 1", "at" : "2027-05-18T09:12:00.000Z", "kind" : "validation", "from" : "pending", "to" : "payable", "amountMinor" : "6000"}',
    '{"version":1,"number":"ACME-2027-05-EUR","partnerCode":"acme","partnerName":"Acme","month":"2027-05","currency":"EUR","minorUnits":2,"closedAtMs":1811815200000,"holdDays":14,"payOn":"2027-06-05","pending":{"openingMinor":"0","opened":{"amountMinor":"6000","sales":1},"changed":{"amountMinor":"0","sales":0},"validated":{"amountMinor":"-6000","sales":1},"cancelled":{"amountMinor":"0","sales":0},"corrected":{"amountMinor":"0","sales":0},"closingMinor":"0"},"owed":{"openingMinor":"0","validated":{"amountMinor":"6000","sales":1},"changed":{"amountMinor":"0","sales":0},"reversed":{"amountMinor":"0","sales":0},"corrected":{"amountMinor":"0","sales":0},"returned":{"amountMinor":"0","sales":0},"closingMinor":"6000"},"heldMinor":"0","minimumMinor":"5000","dueMinor":"6000","carriedMinor":"0"}',
  ],
  nextCursor: null,
} satisfies (typeof StatementBooksResponse)["Type"]

const callsAnswer = {
  ok: true,
  mode: "sandbox",
  calls: [
    {
      at: instant(),
      requestId: exampleNames.requestId,
      keyId: exampleNames.keyId,
      isSigned: true,
      endpoint: "quotes",
      method: "POST",
      path: "/api/v1/travel/quotes",
      status: 400,
      errorCode: "BAD_DATES",
      detail: "trip.endDate: not before startDate",
      durationMs: 3,
    },
  ],
  nextCursor: "1204.3",
} satisfies (typeof CallsResponse)["Type"]

const eventsAnswer = (parts: OperationExampleParts) => {
  const days = limitsOf(parts.tables)("sale_validation_days")
  const told = { ...sale(parts), status: "validated" }
  return {
    ok: true,
    mode: "sandbox",
    events: [
      {
        id: exampleNames.eventId,
        type: "sale.validated",
        at: instant(days),
        data: { ...told, bookedAt: instant(), validatedAt: instant(days) },
        deliveries: [
          {
            endpointId: exampleNames.endpointId,
            state: "delivered",
            settledAt: instant(days),
            attempts: [
              { at: instant(days), durationMs: 84, outcome: "delivered", status: 204, answer: "" },
            ],
          },
        ],
      },
    ],
    nextCursor: null,
  } satisfies (typeof EventsResponse)["Type"]
}

const eventEndpoint = {
  endpointId: exampleNames.endpointId,
  url: "https://partner.example/viatica/events",
  types: [],
  createdAt: instant(),
  previousValidUntil: null,
  waiting: 0,
  failures: 0,
  failingSince: null,
  retryAt: null,
  pausedAt: null,
  triedAt: null,
  lastOutcome: null,
}

const eventSecretAnswer = {
  ok: true,
  mode: "sandbox",
  endpointId: exampleNames.endpointId,
  secret: `whsec_${"0".repeat(43)}=`,
  previousValidUntil: null,
} satisfies (typeof EventEndpointSecretResponse)["Type"]

const eventEndpointAnswer = {
  ok: true,
  mode: "sandbox",
  endpoint: { ...eventEndpoint, types: ["sale.validated"], pausedAt: instant() },
} satisfies (typeof EventEndpointResponse)["Type"]

const eventRemovedAnswer = {
  ok: true,
  mode: "sandbox",
  endpointId: exampleNames.endpointId,
  removed: true,
} satisfies (typeof EventEndpointRemovedResponse)["Type"]

const eventEndpointsAnswer = {
  ok: true,
  mode: "sandbox",
  endpoints: [eventEndpoint],
} satisfies (typeof EventEndpointsResponse)["Type"]

const eventSentAnswer = {
  ok: true,
  mode: "sandbox",
  eventId: exampleNames.eventId,
  endpoints: 1,
} satisfies (typeof EventSentResponse)["Type"]

const bucketOf = (limit: number) => ({ limit, used: 1, remaining: limit - 1 })

const metaAnswer = ({ tables }: OperationExampleParts) => {
  const limit = limitsOf(tables)
  const { remaining } = bucketOf(limit("burst_calls_per_minute"))
  return {
    ok: true,
    apiVersion,
    key: {
      keyId: exampleNames.keyId,
      mode: "sandbox",
      scopes: ["quotes", "quotes.link", "coach"],
      quota: {
        reads: bucketOf(limit("sandbox_reads_per_day")),
        writes: bucketOf(limit("sandbox_writes_per_day")),
        burst: { limit: limit("burst_calls_per_minute"), remaining },
        resetInSeconds: 34_200,
      },
      lifetime: {
        createdAt: instant(),
        prices: 1,
        links: 1,
        bilans: 0,
        goLive: {
          pricesRequired: limit("go_live_prices"),
          linksRequired: limit("go_live_links"),
          approved: false,
          ready: false,
        },
      },
    },
    ...metaVocabulary(tables),
  } satisfies (typeof MetaResponse)["Type"]
}

/** The examples of all operations. */
export const operationExamples = (
  parts: OperationExampleParts,
): Readonly<Record<OperationName, OperationExample>> => {
  const { samples } = parts
  const offerId = samples.quote.offers[0]?.id
  const { sessionId } = exampleNames
  const reported = sale(parts)
  const report = {
    contractVersion: "3.2",
    ref: reported.ref,
    externalOrderId: reported.externalOrderId,
    status: reported.status,
    amount: reported.amount,
    currency: reported.currency,
  }
  return {
    quotes: { request: requestOf("quotes", "", { trip: sampleTrip }), answer: quoteAnswer(parts) },
    bilan: { request: requestOf("bilan", "", sampleReading), answer: samples.bilan },
    cards: { request: requestOf("cards", "?country=FR&lang=en"), answer: samples.cards },
    links: {
      request: requestOf("links", "", { sessionId, offerId, trip: sampleTrip }),
      answer: linkAnswer(parts),
      sandboxAnswer: sandboxLinkAnswer(parts),
    },
    conversion: { request: requestOf("conversion", "", report), answer: conversionAnswer(parts) },
    sales: { request: requestOf("sales", "?by=changed&limit=10"), answer: salesAnswer(parts) },
    statements: {
      request: requestOf("statements", "?currency=EUR&limit=10"),
      answer: statementsAnswer,
    },
    statementBooks: {
      request: requestOf("statementBooks", "?number=ACME-2027-05-EUR"),
      answer: statementBooksAnswer,
    },
    calls: { request: requestOf("calls", "?limit=10"), answer: callsAnswer },
    events: { request: requestOf("events", "?limit=10"), answer: eventsAnswer(parts) },
    eventEndpoints: { request: requestOf("eventEndpoints", ""), answer: eventEndpointsAnswer },
    eventPing: {
      request: requestOf("eventPing", "", { endpointId: exampleNames.endpointId }),
      answer: eventSentAnswer,
    },
    eventResend: {
      request: requestOf("eventResend", "", { eventId: exampleNames.eventId }),
      answer: eventSentAnswer,
    },
    eventEndpointCreate: {
      request: requestOf("eventEndpointCreate", "", {
        url: eventEndpoint.url,
        types: ["sale.validated"],
      }),
      answer: eventSecretAnswer,
    },
    eventEndpointUpdate: {
      request: requestOf("eventEndpointUpdate", "", {
        endpointId: exampleNames.endpointId,
        types: ["sale.validated"],
        paused: true,
      }),
      answer: eventEndpointAnswer,
    },
    eventEndpointRotate: {
      request: requestOf("eventEndpointRotate", "", { endpointId: exampleNames.endpointId }),
      answer: { ...eventSecretAnswer, previousValidUntil: instant(1) },
    },
    eventEndpointRemove: {
      request: requestOf("eventEndpointRemove", "", { endpointId: exampleNames.endpointId }),
      answer: eventRemovedAnswer,
    },
    meta: { request: requestOf("meta", ""), answer: metaAnswer(parts) },
    vocabulary: { request: requestOf("vocabulary", ""), answer: undefined },
  }
}
