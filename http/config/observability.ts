import * as Config from "effect/Config"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { httpAddress, oneOf, port, share, text } from "./kinds.ts"
import { type Kind, optionalSetting, setting } from "./setting.ts"

export const metricsPort = optionalSetting("METRICS_PORT", port, {
  about: "where figures are served for Prometheus, at `/metrics`",
})

export const metricsHost = setting("METRICS_HOST", text, {
  otherwise: "127.0.0.1",
  about: "the address that this is on, which nobody outside should reach",
  needs: "METRICS_PORT",
})

/** Where figures are served for Prometheus; none where METRICS_PORT is unset. */
export const metricsAddress = Config.all({ port: metricsPort, host: metricsHost }).pipe(
  Config.map(({ host, port }) => Option.map(port, (port) => ({ host, port }))),
)

export const tracingEndpoint = optionalSetting("OTEL_EXPORTER_OTLP_ENDPOINT", httpAddress, {
  about: "a collector of traces, as OTLP over HTTP; unset, none are made",
  isSecret: true,
})

const headerPairs: Kind<Readonly<Record<string, string>>> = {
  config: (name) => Config.Record(Schema.String, Schema.StringFromUriComponent, name),
  expected: "name=value pairs joined by commas",
}

export const tracingHeaders = setting("OTEL_EXPORTER_OTLP_HEADERS", headerPairs, {
  otherwise: {},
  unset: "unset",
  about: "headers for the collector",
  isSecret: true,
  needs: "OTEL_EXPORTER_OTLP_ENDPOINT",
  isRight: (text) => text.split(",").every((each) => each.includes("=")),
})

export const tracingShare = setting("OTEL_TRACES_SAMPLER_ARG", share, {
  otherwise: 1,
  about: "the share of calls that are traced",
  needs: "OTEL_EXPORTER_OTLP_ENDPOINT",
})

/** How calls are traced; none where no collector is named. */
export const tracingSettings = Config.all({
  endpoint: tracingEndpoint,
  headers: tracingHeaders,
  share: tracingShare,
}).pipe(
  Config.map(({ endpoint, ...more }) =>
    Option.map(endpoint, (endpoint) => ({ endpoint, ...more })),
  ),
)

export const logLevel = setting(
  "LOG_LEVEL",
  oneOf(["All", "Trace", "Debug", "Info", "Warn", "Error", "Fatal", "None"]),
  { otherwise: "Info", about: "what is logged at least; `Warn` silences the access log" },
)

export const logFormat = setting("LOG_FORMAT", oneOf(["text", "json"]), {
  otherwise: "text",
  about: "`text` for people or `json` for machines",
})
