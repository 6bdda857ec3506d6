import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Semaphore from "effect/Semaphore"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiClient from "effect/http-api/HttpApiClient"
import { makeApi } from "../../api/api.ts"
import type * as answers from "./answers.ts"
import { calls } from "./calls.ts"
import type { CallsWished, EventsWished, SalesWished, StatementsWished } from "./client.ts"
import { type ProgramFailure, sendEffect, signingClient } from "./effect-send.ts"
import { type ClientOptions, limitsIn, serviceAddress } from "./options.ts"
import { makeRateGate } from "./rate-gate.ts"
import type * as requests from "./requests.ts"
import { makeSigner } from "./sign.ts"
import {
  keepQuote,
  linkWithin,
  quoteWithin,
  type TravellerLink,
  type TravellerQuote,
  type TravellerState,
} from "./traveller.ts"

/** A call as a program: it fails with the refusal, or with what happened on the way. */
type Call<Request, Answer> = (request: Request) => Effect.Effect<Answer, ProgramFailure>

/** The calls for one traveller, which share a session. Never share it between travellers. */
export interface TravellerPrograms {
  /** The session, once a quote has opened it. */
  readonly sessionId: Effect.Effect<string | undefined>
  readonly quotes: Call<TravellerQuote, answers.QuoteReceived>
  readonly links: Call<TravellerLink, answers.LinkReceived>
}

/** The calls of the API as programs. */
export interface ApiPrograms {
  readonly quotes: Call<requests.QuoteAsked, answers.QuoteReceived>
  readonly links: Call<requests.LinkAsked, answers.LinkReceived>
  readonly meta: Effect.Effect<answers.MetaReceived, ProgramFailure>
  readonly bilan: Call<requests.BilanAsked, answers.BilanReceived>
  readonly cards: Call<requests.CardsAsked, answers.CardsReceived>
  readonly conversion: Call<requests.SaleReported, answers.SaleReceived>
  readonly sales: Call<SalesWished, answers.SalesReceived>
  readonly statements: Call<StatementsWished, answers.StatementsReceived>
  /** Reads the books of a statement, a page at a time. */
  readonly statementBooks: Call<requests.StatementBooksAsked, answers.StatementBooksReceived>
  readonly calls: Call<CallsWished, answers.CallsReceived>
  readonly events: Call<EventsWished, answers.EventsReceived>
  readonly eventEndpoints: Effect.Effect<answers.EventEndpointsReceived, ProgramFailure>
  readonly eventPing: Call<requests.PingAsked, answers.EventSentReceived>
  readonly eventResend: Call<requests.EventResendAsked, answers.EventSentReceived>
  readonly eventEndpointCreate: Call<requests.EndpointWished, answers.EventEndpointSecretReceived>
  readonly eventEndpointUpdate: Call<requests.EndpointChanged, answers.EventEndpointReceived>
  readonly eventEndpointRotate: Call<requests.EndpointRotated, answers.EventEndpointSecretReceived>
  readonly eventEndpointRemove: Call<requests.EndpointRemoved, answers.EventEndpointRemovedReceived>
  readonly vocabulary: Effect.Effect<answers.VocabularyReceived, ProgramFailure>
  /** Begins the calls for one traveller, or goes on with a session that was kept. */
  readonly traveller: (sessionId?: string) => Effect.Effect<TravellerPrograms>
}

/** A client of the service. */
export class ViaticaClient extends Context.Service<ViaticaClient, ApiPrograms>()(
  "viatica/client/ViaticaClient",
) {}

/** What the layer of a client is made with. */
export interface EffectClientOptions extends Omit<ClientOptions, "secret"> {
  readonly secret: string | Redacted.Redacted
}

/** The API as the service declares it; the service itself checks what it is sent. */
const api = makeApi(() => Number.MAX_SAFE_INTEGER)
  .annotate(HttpApi.PayloadParseOptions, { disableChecks: true })
  .annotate(HttpApi.QueryParseOptions, { disableChecks: true })

const responseMode = "response-only"

/** A query with the length of a page as the text that an address takes. */
const pageAsked = <Query extends object>({
  limit,
  ...query
}: Query & { readonly limit?: number }) =>
  limit === undefined ? query : { ...query, limit: String(limit) }

const makeTravellerPrograms = (
  { links, quotes }: Pick<ApiPrograms, "links" | "quotes">,
  sessionId: string | undefined,
): Effect.Effect<TravellerPrograms> =>
  Effect.map(Semaphore.make(1), (turn) => {
    const state: TravellerState = { sessionId, trip: undefined }
    const ask: TravellerPrograms["quotes"] = (request) =>
      Effect.suspend(() =>
        Effect.tap(quotes(quoteWithin(state, request)), (answer) =>
          Effect.sync(() => keepQuote(state, request, answer)),
        ),
      )
    return {
      sessionId: Effect.sync(() => state.sessionId),
      // Two first quotes at once would open two sessions: until there is one, they take turns.
      quotes: (request) =>
        Effect.suspend(() =>
          state.sessionId === undefined ? turn.withPermits(1)(ask(request)) : ask(request),
        ),
      links: (request) => Effect.suspend(() => links(linkWithin(state, request))),
    }
  })

const makePrograms = ({ secret, ...options }: EffectClientOptions) =>
  Effect.gen(function* () {
    const key = Redacted.isRedacted(secret) ? Redacted.value(secret) : secret
    const http = yield* HttpClient.HttpClient
    const sign = makeSigner({ ...options, secret: key })
    const httpClient = signingClient(http, serviceAddress(options.baseUrl), sign)
    const { account, coach, conversions, events, travel } = yield* HttpApiClient.makeWith(api, {
      httpClient,
    })
    const ground = { gate: makeRateGate(), limits: limitsIn(options) }
    const programs: ApiPrograms = {
      quotes: (payload) =>
        sendEffect(ground, calls.quotes, travel.quotes({ payload, responseMode })),
      links: (payload) => sendEffect(ground, calls.links, travel.links({ payload, responseMode })),
      meta: sendEffect(ground, calls.meta, travel.meta({ responseMode })),
      bilan: (payload) => sendEffect(ground, calls.bilan, coach.bilan({ payload, responseMode })),
      cards: (query) => sendEffect(ground, calls.cards, coach.cards({ query, responseMode })),
      conversion: (payload) =>
        sendEffect(ground, calls.conversion, conversions.conversion({ payload, responseMode })),
      sales: (wished) => {
        const query = pageAsked(wished)
        return sendEffect(ground, calls.sales, conversions.sales({ query, responseMode }))
      },
      statements: (wished) => {
        const query = pageAsked(wished)
        return sendEffect(ground, calls.statements, conversions.statements({ query, responseMode }))
      },
      statementBooks: (query) =>
        sendEffect(
          ground,
          calls.statementBooks,
          conversions.statementBooks({ query, responseMode }),
        ),
      calls: ({ refused, ...wished }) => {
        const only = refused === true ? { refused: "true" as const } : {}
        const query = { ...pageAsked(wished), ...only }
        return sendEffect(ground, calls.calls, account.calls({ query, responseMode }))
      },
      events: (wished) => {
        const query = pageAsked(wished)
        return sendEffect(ground, calls.events, events.events({ query, responseMode }))
      },
      eventEndpoints: sendEffect(
        ground,
        calls.eventEndpoints,
        events.eventEndpoints({ responseMode }),
      ),
      eventPing: (payload) =>
        sendEffect(ground, calls.eventPing, events.eventPing({ payload, responseMode })),
      eventResend: (payload) =>
        sendEffect(ground, calls.eventResend, events.eventResend({ payload, responseMode })),
      eventEndpointCreate: (payload) =>
        sendEffect(
          ground,
          calls.eventEndpointCreate,
          events.eventEndpointCreate({ payload, responseMode }),
        ),
      eventEndpointUpdate: (payload) =>
        sendEffect(
          ground,
          calls.eventEndpointUpdate,
          events.eventEndpointUpdate({ payload, responseMode }),
        ),
      eventEndpointRotate: (payload) =>
        sendEffect(
          ground,
          calls.eventEndpointRotate,
          events.eventEndpointRotate({ payload, responseMode }),
        ),
      eventEndpointRemove: (payload) =>
        sendEffect(
          ground,
          calls.eventEndpointRemove,
          events.eventEndpointRemove({ payload, responseMode }),
        ),
      vocabulary: sendEffect(ground, calls.vocabulary, coach.vocabulary({ responseMode })),
      traveller: (sessionId) => makeTravellerPrograms(programs, sessionId),
    }
    return programs
  })

/**
 * The layer of a client over the `HttpClient` at hand. Its rules are those of `viatica/client`: it signs,
 * waits for quotas, sends again, and keeps to one deadline a call.
 */
export const layer = (
  options: EffectClientOptions,
): Layer.Layer<ViaticaClient, never, HttpClient.HttpClient> =>
  Layer.effect(ViaticaClient, makePrograms(options))

/**
 * The layer of a client over the platform's `fetch`, which follows no redirect: a signature holds for
 * one address.
 *
 * ```js
 * import { layerFetch, ViaticaClient } from "viatica/client/effect"
 *
 * const program = Effect.gen(function* () {
 *   const viatica = yield* ViaticaClient
 *   const traveller = yield* viatica.traveller()
 *   return yield* traveller.quotes({ trip })
 * }).pipe(Effect.catchTag("NO_TRAVELLERS", () => Effect.succeed(null)))
 * program.pipe(Effect.provide(layerFetch({ baseUrl, keyId, secret })), Effect.runPromise)
 * ```
 */
export const layerFetch = (options: EffectClientOptions): Layer.Layer<ViaticaClient> =>
  layer(options).pipe(
    Layer.provide(FetchHttpClient.layer),
    Layer.provide(Layer.succeed(FetchHttpClient.RequestInit, { redirect: "manual" })),
  )
