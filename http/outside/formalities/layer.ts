import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as CircuitBreaker from "effect/persistence/CircuitBreaker"
import { formalitiesTimeoutMs, formalitiesUrl } from "../../config/outside.ts"
import { makeSource, sourcePolicy } from "./source.ts"
import { layerFetchClient } from "../../platform/fetch-client.ts"
import { DestinationFacts } from "../../ports/destination-facts.ts"

const layerSource = (url: URL) =>
  Layer.effect(
    DestinationFacts,
    Effect.gen(function* () {
      const timeoutMs = yield* formalitiesTimeoutMs
      const rulesFor = yield* makeSource(url, { ...sourcePolicy, timeoutMs })
      return { over: () => rulesFor }
    }),
  ).pipe(Layer.provide([layerFetchClient, CircuitBreaker.layerStoreMemory()]))

/** The facts of the source that `FORMALITIES_URL` names, or else those of the tables. */
export const layerDestinationFacts = Layer.unwrap(
  Effect.map(formalitiesUrl, Option.match({ onNone: () => layerTableFacts, onSome: layerSource })),
)

/** The facts of the tables: those that a call began with, and always there. */
const layerTableFacts = Layer.succeed(DestinationFacts, {
  over: (tableRules) => {
    const known = Effect.succeed(tableRules)
    return () => known
  },
})
