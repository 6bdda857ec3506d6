import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as CircuitBreaker from "effect/persistence/CircuitBreaker"
import { formalitiesTimeoutMs, formalitiesUrl } from "../config.ts"
import { DestinationFacts } from "./destination-facts.ts"
import { makeSource, sourcePolicy } from "./source.ts"

/** How sources are asked. Redirects are answers like others, and refused: an address is configured, not handed on. */
export const layerClient = FetchHttpClient.layer.pipe(
  Layer.provideMerge(Layer.succeed(FetchHttpClient.RequestInit, { redirect: "manual" })),
)

const layerSource = (url: URL) =>
  Layer.effect(
    DestinationFacts,
    Effect.gen(function* () {
      const timeoutMs = yield* formalitiesTimeoutMs
      const rulesFor = yield* makeSource(url, { ...sourcePolicy, timeoutMs })
      return { over: () => rulesFor }
    }),
  ).pipe(Layer.provide([layerClient, CircuitBreaker.layerStoreMemory()]))

/** The facts of the source that `FORMALITIES_URL` names, or else those of the tables. */
export const layerDestinationFacts = Layer.unwrap(
  Effect.map(
    formalitiesUrl,
    Option.match({ onNone: () => DestinationFacts.layerTables, onSome: layerSource }),
  ),
)
