import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { makeClient } from "../../../../http/clients/typescript/client.ts"
import {
  type ApiPrograms,
  layerFetch,
  ViaticaClient,
} from "../../../../http/clients/typescript/effect-client.ts"
import type { ProgramFailure } from "../../../../http/clients/typescript/effect-send.ts"
import type { CallFailure } from "../../../../http/clients/typescript/failure.ts"
import type { ClientOptions } from "../../../../http/clients/typescript/options.ts"
import type { CallResult } from "../../../../http/clients/typescript/result.ts"

/** An answer, or why there is none. */
export type Ended<Answer> = { readonly answer: Answer } | { readonly failure: CallFailure }

type Asked<Name extends keyof ApiPrograms> = ApiPrograms[Name] extends (
  request: infer Request,
) => unknown
  ? Request
  : never

/** Both clients behind one face, so that a test holds for each of them. */
export interface Flavour {
  readonly quotes: (request: Asked<"quotes">) => Promise<Ended<unknown>>
  readonly links: (request: Asked<"links">) => Promise<Ended<unknown>>
  readonly meta: () => Promise<Ended<unknown>>
  readonly bilan: (request: Asked<"bilan">) => Promise<Ended<unknown>>
  readonly cards: (request: Asked<"cards">) => Promise<Ended<unknown>>
  readonly conversion: (request: Asked<"conversion">) => Promise<Ended<unknown>>
  readonly sales: (request: Asked<"sales">) => Promise<Ended<unknown>>
  readonly statements: (request: Asked<"statements">) => Promise<Ended<unknown>>
  readonly statementBooks: (request: Asked<"statementBooks">) => Promise<Ended<unknown>>
  readonly calls: (request: Asked<"calls">) => Promise<Ended<unknown>>
  readonly events: (request: Asked<"events">) => Promise<Ended<unknown>>
  readonly eventEndpoints: () => Promise<Ended<unknown>>
  readonly eventPing: (request: Asked<"eventPing">) => Promise<Ended<unknown>>
  readonly eventResend: (request: Asked<"eventResend">) => Promise<Ended<unknown>>
  readonly eventEndpointCreate: (request: Asked<"eventEndpointCreate">) => Promise<Ended<unknown>>
  readonly eventEndpointUpdate: (request: Asked<"eventEndpointUpdate">) => Promise<Ended<unknown>>
  readonly eventEndpointRotate: (request: Asked<"eventEndpointRotate">) => Promise<Ended<unknown>>
  readonly eventEndpointRemove: (request: Asked<"eventEndpointRemove">) => Promise<Ended<unknown>>
  readonly vocabulary: () => Promise<Ended<unknown>>
}

const plain = (options: ClientOptions): Flavour => {
  const client = makeClient(options)
  const ended = async <Answer>(call: Promise<CallResult<Answer>>): Promise<Ended<Answer>> => {
    const result = await call
    return result._tag === "Success" ? { answer: result.success } : { failure: result.failure }
  }
  return {
    quotes: (request) => ended(client.quotes(request)),
    links: (request) => ended(client.links(request)),
    meta: () => ended(client.meta()),
    bilan: (request) => ended(client.bilan(request)),
    cards: (request) => ended(client.cards(request)),
    conversion: (request) => ended(client.conversion(request)),
    sales: (request) => ended(client.sales(request)),
    statements: (request) => ended(client.statements(request)),
    statementBooks: (request) => ended(client.statementBooks(request)),
    calls: (request) => ended(client.calls(request)),
    events: (request) => ended(client.events(request)),
    eventEndpoints: () => ended(client.eventEndpoints()),
    eventPing: (request) => ended(client.eventPing(request)),
    eventResend: (request) => ended(client.eventResend(request)),
    eventEndpointCreate: (request) => ended(client.eventEndpointCreate(request)),
    eventEndpointUpdate: (request) => ended(client.eventEndpointUpdate(request)),
    eventEndpointRotate: (request) => ended(client.eventEndpointRotate(request)),
    eventEndpointRemove: (request) => ended(client.eventEndpointRemove(request)),
    vocabulary: () => ended(client.vocabulary()),
  }
}

const programs = (options: ClientOptions): Flavour => {
  const ended = <Answer>(
    ask: (client: ApiPrograms) => Effect.Effect<Answer, ProgramFailure>,
  ): Promise<Ended<Answer>> =>
    Effect.flatMap(ViaticaClient, ask).pipe(
      Effect.result,
      Effect.map(
        Result.match({
          onSuccess: (answer): Ended<Answer> => ({ answer }),
          onFailure: (failure): Ended<Answer> => ({ failure }),
        }),
      ),
      Effect.provide(layerFetch(options)),
      Effect.runPromise,
    )
  return {
    quotes: (request) => ended((client) => client.quotes(request)),
    links: (request) => ended((client) => client.links(request)),
    meta: () => ended((client) => client.meta),
    bilan: (request) => ended((client) => client.bilan(request)),
    cards: (request) => ended((client) => client.cards(request)),
    conversion: (request) => ended((client) => client.conversion(request)),
    sales: (request) => ended((client) => client.sales(request)),
    statements: (request) => ended((client) => client.statements(request)),
    statementBooks: (request) => ended((client) => client.statementBooks(request)),
    calls: (request) => ended((client) => client.calls(request)),
    events: (request) => ended((client) => client.events(request)),
    eventEndpoints: () => ended((client) => client.eventEndpoints),
    eventPing: (request) => ended((client) => client.eventPing(request)),
    eventResend: (request) => ended((client) => client.eventResend(request)),
    eventEndpointCreate: (request) => ended((client) => client.eventEndpointCreate(request)),
    eventEndpointUpdate: (request) => ended((client) => client.eventEndpointUpdate(request)),
    eventEndpointRotate: (request) => ended((client) => client.eventEndpointRotate(request)),
    eventEndpointRemove: (request) => ended((client) => client.eventEndpointRemove(request)),
    vocabulary: () => ended((client) => client.vocabulary),
  }
}

/** The clients by the entries of the package that they are exported from. */
export const flavours = [
  { entry: "viatica/client", make: plain },
  { entry: "viatica/client/effect", make: programs },
]

/** The tag of what a call ended in. */
export const tagOf = (ended: Ended<unknown>): string =>
  "failure" in ended ? ended.failure._tag : "answer"
