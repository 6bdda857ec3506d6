import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as CircuitBreaker from "effect/persistence/CircuitBreaker"
import { insurerAllowPrivate, insurerTimeoutMs, insurerUrls } from "../../config/outside.ts"
import { Insurers } from "../../ports/insurers.ts"
import { makeInsurers } from "./make-insurers.ts"
import { insurerPolicy } from "./policy.ts"

/** Insurers rated here from their tariffs, and those at the addresses in `INSURER_URLS`. */
export const layerInsurers = Layer.effect(
  Insurers,
  Effect.gen(function* () {
    const urls = yield* insurerUrls
    const timeoutMs = yield* insurerTimeoutMs
    const allowPrivate = yield* insurerAllowPrivate
    return yield* makeInsurers({ urls, allowPrivate, policy: { ...insurerPolicy, timeoutMs } })
  }),
).pipe(Layer.provide(CircuitBreaker.layerStoreMemory()))
