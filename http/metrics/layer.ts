import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { metricsAddress, tracingSettings } from "../config/observability.ts"
import { serverSettings } from "../config/server.ts"
import * as References from "effect/References"
import type { MetricsAddress } from "./metrics-server.ts"
import type { TracingSettings } from "../observability/tracing.ts"

const layerMeteringAt = (address: MetricsAddress) =>
  Layer.unwrap(
    Effect.map(
      Effect.promise(() => import("./metering.ts")),
      ({ layerMetering }) => layerMetering(address),
    ),
  )

const layerTracingTo = (settings: TracingSettings) =>
  Layer.unwrap(
    Effect.map(
      Effect.promise(() => import("../observability/tracing.ts")),
      ({ layerTracing }) => layerTracing(settings),
    ),
  )

/** Figures and traces as the environment asks for them; what it does not ask for is not loaded. */
export const layerObservability = Layer.unwrap(
  Effect.gen(function* () {
    const metrics = yield* metricsAddress
    const tracing = yield* tracingSettings
    const { baseUrl } = yield* serverSettings
    const metering = Option.match(metrics, {
      onNone: () => Layer.empty,
      onSome: layerMeteringAt,
    })
    return Option.match(tracing, {
      onNone: () => Layer.merge(metering, Layer.succeed(References.TracerEnabled, false)),
      onSome: (settings) =>
        Layer.provideMerge(layerTracingTo({ ...settings, serverUrl: new URL(baseUrl) }), metering),
    })
  }),
)
