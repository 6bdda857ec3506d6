import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Random from "effect/Random"
import * as Tracer from "effect/Tracer"
import * as HttpClient from "effect/http/HttpClient"
import * as OtlpExporter from "effect/observability/OtlpExporter"
import * as OtlpSerialization from "effect/observability/OtlpSerialization"
import * as OtlpTracer from "effect/observability/OtlpTracer"
import { apiVersion } from "../config/version.ts"
import { type AccessLine, AccessLog } from "./access-log.ts"
import { keyModeOf } from "./key-mode.ts"
import { quietTracer } from "./quiet-spans.ts"
import { layerFetchClient } from "../platform/fetch-client.ts"
import { notWaiting } from "../platform/not-waiting.ts"

/** Where spans are sent, and how much of what happens is traced. */
export interface TracingSettings {
  /** The collector, as OTLP over HTTP names it: spans go to `/v1/traces` below it. */
  readonly endpoint: URL
  readonly headers: Readonly<Record<string, string>>
  /** The share of calls that are traced, from 0 to 1. */
  readonly share: number
  /** The address that callers reach the service under. */
  readonly serverUrl: URL
}

/** How long the end of the process waits for the last spans to be sent. */
const shutdownTimeout = "1 second"

const tracesUrl = (endpoint: URL): string => `${endpoint.href.replace(/\/$/, "")}/v1/traces`

const makeTracer = ({ endpoint, headers, share }: TracingSettings) =>
  Effect.gen(function* () {
    const client = yield* HttpClient.HttpClient
    const tracer = yield* Effect.provideService(
      OtlpTracer.make({
        url: tracesUrl(endpoint),
        headers,
        resource: { serviceName: "viatica", serviceVersion: apiVersion },
        shutdownTimeout,
      }),
      HttpClient.HttpClient,
      collectorClient(client),
    )
    const random = yield* Random.Random
    return quietTracer(tracer, share, () => random.nextDoubleUnsafe())
  })

const portOf = ({ port, protocol }: URL): number =>
  port === "" ? (protocol === "https:" ? 443 : 80) : Number(port)

/** Notes on the span of a call what its log line says. */
const noteOnSpan = (serverUrl: URL, line: AccessLine): void => {
  const { keyId, method, requestId, route, status } = line
  const fiber = Fiber.getCurrent()
  if (fiber === undefined) return
  const span = Option.getOrUndefined(Context.getOption(fiber.context, Tracer.ParentSpan))
  if (span?._tag !== "Span") return
  span.attribute("http.request.method", method)
  span.attribute("http.response.status_code", status)
  span.attribute("http.route", route)
  span.attribute("server.address", serverUrl.hostname)
  span.attribute("server.port", portOf(serverUrl))
  span.attribute("viatica.key_mode", keyModeOf(keyId))
  span.attribute("viatica.request_id", requestId)
}

/** Sends spans of calls, handlers, ports and statements to a collector. */
export const layerTracing = (settings: TracingSettings): Layer.Layer<never> =>
  Layer.mergeAll(
    Layer.effect(Tracer.Tracer, makeTracer(settings)),
    Layer.effect(
      AccessLog,
      Effect.map(AccessLog, (log) => (line: AccessLine) => {
        noteOnSpan(settings.serverUrl, line)
        log(line)
      }),
    ),
  ).pipe(
    Layer.provide(OtlpExporter.layerFlusher),
    Layer.provide(OtlpSerialization.layerJson),
    Layer.provide(layerFetchClient),
  )

/** How long one batch of spans may take to be sent, its answer read. */
const sendTimeout = "5 seconds"

/** Batches on their way at once. */
const batchesMax = 4

/** A collector that takes batches slower than they come; what it does not take is dropped. */
class CollectorTooSlow extends Data.TaggedError("CollectorTooSlow")<{}> {}

/**
 * A client that no collector of spans can hold up: a batch has a deadline, and where so many are
 * under way, one more is dropped, so that what waits to be sent stays bounded. Both are defects, for
 * the exporter would try any other failure again; after one it rests for a minute.
 */
const collectorClient = (client: HttpClient.HttpClient): HttpClient.HttpClient => {
  let underWay = 0
  const tooSlow = Effect.die(new CollectorTooSlow())
  return HttpClient.transform(client, (sent) =>
    Effect.suspend(() => {
      if (underWay >= batchesMax) return tooSlow
      underWay += 1
      const whole = Effect.tap(sent, (response) => Effect.ignore(response.arrayBuffer))
      return notWaiting(whole).pipe(
        Effect.timeoutOrElse({ duration: sendTimeout, orElse: () => tooSlow }),
        Effect.ensuring(
          Effect.sync(() => {
            underWay -= 1
          }),
        ),
      )
    }),
  )
}
