import type * as answers from "./answers.ts"
import { type ClientCallName, calls } from "./calls.ts"
import { type ClientOptions, limitsIn, serviceAddress } from "./options.ts"
import { makeRateGate } from "./rate-gate.ts"
import type * as requests from "./requests.ts"
import type { CallResult } from "./result.ts"
import {
  type CallGround,
  type CallOptions,
  type CallParts,
  type FetchFunction,
  sendCall,
  sleepReally,
} from "./send.ts"
import { makeSigner } from "./sign.ts"
import { makeTraveller, type TravellerClient } from "./traveller.ts"

/** Which sales are listed, a page at a time. */
export type SalesWished = Omit<requests.SalesAsked, "limit"> & { readonly limit?: number }

/** Which statements are listed, a page at a time. */
export type StatementsWished = Omit<requests.StatementsAsked, "limit"> & { readonly limit?: number }

/** Which calls are listed, and from where on. */
export type CallsWished = Omit<requests.CallsAsked, "limit" | "refused"> & {
  readonly limit?: number
  /** Only calls that were refused or failed. */
  readonly refused?: boolean
}

/** Which events are listed, a page at a time. */
export type EventsWished = Omit<requests.EventsAsked, "limit"> & { readonly limit?: number }

type Call<Request, Answer> = (
  request: Request,
  options?: CallOptions,
) => Promise<CallResult<Answer>>

/** The calls of the API. Each gives a result and never throws; see {@link CallResult}. */
export interface ApiClient {
  /** Prices a trip. Better by a {@link ApiClient.traveller}, which keeps the session. */
  readonly quotes: Call<requests.QuoteAsked, answers.QuoteReceived>
  /** Makes the link of a traveller's session. */
  readonly links: Call<requests.LinkAsked, answers.LinkReceived>
  /** Tells vocabulary, ceilings and the state of the key. */
  readonly meta: (options?: CallOptions) => Promise<CallResult<answers.MetaReceived>>
  /** Tells what a card lacks for a trip. */
  readonly bilan: Call<requests.BilanAsked, answers.BilanReceived>
  /** Lists banks and cards. */
  readonly cards: Call<requests.CardsAsked | undefined, answers.CardsReceived>
  /** Reports a sale. */
  readonly conversion: Call<requests.SaleReported, answers.SaleReceived>
  /** Lists sales, a page at a time. */
  readonly sales: Call<SalesWished | undefined, answers.SalesReceived>
  /** Lists monthly statements, a page at a time. */
  readonly statements: Call<StatementsWished | undefined, answers.StatementsReceived>
  /** Reads the books of a statement, a page at a time: `head` and `lines`, each with a line feed, are verified. */
  readonly statementBooks: Call<requests.StatementBooksAsked, answers.StatementBooksReceived>
  /** Lists your calls as they come, with what was wrong. */
  readonly calls: Call<CallsWished | undefined, answers.CallsReceived>
  /** Lists your events, the newest first, a page at a time. */
  readonly events: Call<EventsWished | undefined, answers.EventsReceived>
  /** Lists your event endpoints, and how each one does. */
  readonly eventEndpoints: (
    options?: CallOptions,
  ) => Promise<CallResult<answers.EventEndpointsReceived>>
  /** Has an endpoint sent an event `ping`. */
  readonly eventPing: Call<requests.PingAsked, answers.EventSentReceived>
  /** Has an event sent again, under its id. */
  readonly eventResend: Call<requests.EventResendAsked, answers.EventSentReceived>
  /** Makes an endpoint of events; its secret is shown this once. Needs the scope `events`, as the next three do. */
  readonly eventEndpointCreate: Call<requests.EndpointWished, answers.EventEndpointSecretReceived>
  /** Pauses or resumes an endpoint, or chooses its types. */
  readonly eventEndpointUpdate: Call<requests.EndpointChanged, answers.EventEndpointReceived>
  /** Gives an endpoint a new secret; the one before signs too for 24 hours. */
  readonly eventEndpointRotate: Call<requests.EndpointRotated, answers.EventEndpointSecretReceived>
  /** Takes an endpoint away. */
  readonly eventEndpointRemove: Call<requests.EndpointRemoved, answers.EventEndpointRemovedReceived>
  /** Tells all that a bilan may say. */
  readonly vocabulary: (options?: CallOptions) => Promise<CallResult<answers.VocabularyReceived>>
  /** Begins the calls for one traveller, or goes on with a session that was kept. */
  readonly traveller: (sessionId?: string) => TravellerClient
}

/** The calls over whatever they run on. */
export const makeClientOn = (ground: CallGround): ApiClient => {
  const send = <Name extends ClientCallName>(name: Name, parts?: CallParts) =>
    sendCall(ground, calls[name], parts)
  /** A call with a body, and one with a query. */
  const posts =
    <Name extends ClientCallName>(name: Name) =>
    (payload: object, options?: CallOptions) =>
      send(name, { ...options, payload })
  const asks =
    <Name extends ClientCallName>(name: Name) =>
    (query: object = {}, options?: CallOptions) =>
      send(name, { ...options, query: { ...query } })
  const client: ApiClient = {
    quotes: posts("quotes"),
    links: posts("links"),
    meta: (options) => send("meta", options),
    bilan: posts("bilan"),
    cards: asks("cards"),
    conversion: posts("conversion"),
    sales: asks("sales"),
    statements: asks("statements"),
    statementBooks: asks("statementBooks"),
    calls: asks("calls"),
    events: asks("events"),
    eventEndpoints: (options) => send("eventEndpoints", options),
    eventPing: posts("eventPing"),
    eventResend: posts("eventResend"),
    eventEndpointCreate: posts("eventEndpointCreate"),
    eventEndpointUpdate: posts("eventEndpointUpdate"),
    eventEndpointRotate: posts("eventEndpointRotate"),
    eventEndpointRemove: posts("eventEndpointRemove"),
    vocabulary: (options) => send("vocabulary", options),
    traveller: (sessionId) => makeTraveller(client, sessionId),
  }
  return client
}

/** What a client is made with. */
export interface FetchClientOptions extends ClientOptions {
  /** In place of the platform's `fetch`. */
  readonly fetch?: FetchFunction | undefined
}

/**
 * Makes a client of the service, for servers: the secret must never reach a browser. One client holds
 * the key's quotas as its answers report them, so make one and keep it. Throws where `baseUrl` is no
 * address, and without a key or secret; calls never throw.
 *
 * ```js
 * import { makeClient } from "viatica/client"
 *
 * const viatica = makeClient({ baseUrl: "https://viatica.example", keyId, secret })
 * const traveller = viatica.traveller()
 * const quote = await traveller.quotes({ trip })
 * if (quote._tag === "Success") console.log(quote.success.offers[0]?.price.amount)
 * else if (quote.failure._tag === "BAD_DATES") console.log(quote.failure.detail)
 * ```
 */
export const makeClient = (options: FetchClientOptions): ApiClient =>
  makeClientOn({
    address: serviceAddress(options.baseUrl),
    // Called by its name, as some platforms refuse it under another `this`.
    fetch: options.fetch ?? ((url, asked) => fetch(url, asked)),
    gate: makeRateGate(),
    limits: limitsIn(options),
    sign: makeSigner(options),
    nowMs: () => Date.now(),
    random: () => Math.random(),
    sleep: sleepReally,
  })
