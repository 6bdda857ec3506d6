import { fileURLToPath } from "node:url"
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import { headerPrefixPattern } from "../../rules/signing/headers.ts"
import { insurerPolicy } from "../outside/insurers/policy.ts"
import { readInsurerUrls } from "./insurer-urls.ts"

/** The settings of a server process, read from the environment. */
export interface ServerSettings {
  readonly port: number
  readonly host: string
  /** The address that partners reach the service under, without a trailing slash. */
  readonly baseUrl: string
  /** The traveller's funnel, without a trailing slash. */
  readonly funnelUrl: string
  /** Whether pages of the service stand in for the funnel, as none is configured. */
  readonly isFunnelStandIn: boolean
  /** The service's own segment in the names of the signing headers. */
  readonly headerPrefix: string
}

const withoutSlash = (url: URL): string => url.href.replace(/\/$/, "")

/** A whole number from the environment, within bounds; `otherwise` where it is unset. */
const wholeNumber = (
  name: string,
  bounds: { readonly minimum: number; readonly maximum: number },
  otherwise: number,
): Config.Config<number> =>
  Config.withDefault(
    Config.schema(Schema.NumberFromString.check(Schema.isInt(), Schema.isBetween(bounds)), name),
    otherwise,
  )

/** The folder of tables that ships with the project. */
export const shippedTablesFolder = fileURLToPath(new URL("../../data", import.meta.url))

/** `TABLES_DIR`: the folder of tables, default the `data` folder of the project. */
export const tablesFolder: Config.Config<string> = Config.withDefault(
  Config.NonEmptyString("TABLES_DIR"),
  shippedTablesFolder,
)

/** `TABLES_WATCH`: whether a server takes changed tables by itself, default `true`. */
export const tablesWatch = Config.withDefault(Config.Boolean("TABLES_WATCH"), true)

/** One of some words, in whatever case it is written. */
const oneOf = <const Word extends string>(
  words: ReadonlyArray<Word>,
  name: string,
): Config.Config<Word> => {
  const byLowerCase = new Map(words.map((word) => [word.toLowerCase(), word]))
  return Config.schema(
    Schema.String.pipe(
      Schema.decodeTo(
        Schema.Literals(words),
        SchemaTransformation.transform({
          decode: (text) => byLowerCase.get(text.toLowerCase()) ?? (text as Word),
          encode: (word) => word,
        }),
      ),
    ),
    name,
  )
}

/** How log lines may be written. */
export const logFormats = ["text", "json"] as const

/** `LOG_FORMAT`: `text` for people or `json` for machines, in any case, default `text`. */
export const logFormat = Config.withDefault(oneOf(logFormats, "LOG_FORMAT"), "text" as const)

/** From which level on things may be logged. */
export const logLevels = [
  "All",
  "Trace",
  "Debug",
  "Info",
  "Warn",
  "Error",
  "Fatal",
  "None",
] as const

/** `LOG_LEVEL`: what is logged at least, in any case, default `Info`; `None` for silence. */
export const logLevel = Config.withDefault(oneOf(logLevels, "LOG_LEVEL"), "Info" as const)

/** An address of HTTP without a name and password in it: fetch sends none. */
const HttpAddress = Schema.String.check(
  Schema.isPattern(/^https?:\/\/[^\s/?#@]+([/?#]\S*)?$/, {
    expected: "an address that begins with http:// or https://, without a name or password",
  }),
).pipe(Schema.decodeTo(Schema.URLFromString))

/** An address of HTTP that paths are put behind. */
const BaseAddress = HttpAddress.check(
  Schema.makeFilter(({ href }) => !/[?#]/.test(href), {
    expected: "an address without a query or fragment",
  }),
)

/**
 * `FORMALITIES_URL`: a source of what destinations ask of visitors, asked by GET with `residence`
 * and `destinations` in the query. Unset, the tables say it.
 */
export const formalitiesUrl = Config.option(Config.schema(HttpAddress, "FORMALITIES_URL"))

/** `FORMALITIES_TIMEOUT_MS`: how long that source may take, 1 to 30000 milliseconds, default 1500. */
export const formalitiesTimeoutMs = wholeNumber(
  "FORMALITIES_TIMEOUT_MS",
  { minimum: 1, maximum: 30_000 },
  1_500,
)

const InsurerUrls = Schema.String.check(
  Schema.makeFilter((text: string) => readInsurerUrls(text) !== undefined, {
    expected:
      "key=address pairs joined by commas, each key once, such as kestrelgate=https://rates.example/v1 " +
      "(http:// or https://, without a name or password, commas in it written %2C)",
  }),
)

/**
 * `INSURER_URLS`: where insurers are asked over HTTP, as `key=address` joined by commas, keys as in
 * `catalogue/insurers.csv`. Unset, no insurer is asked.
 */
export const insurerUrls = Config.withDefault(Config.schema(InsurerUrls, "INSURER_URLS"), "").pipe(
  Config.map((text) => readInsurerUrls(text) ?? new Map<string, URL>()),
)

/** `INSURER_TIMEOUT_MS`: how long insurers may take for a quote, 50 to 30000 milliseconds, default 4000. */
export const insurerTimeoutMs = wholeNumber(
  "INSURER_TIMEOUT_MS",
  { minimum: 50, maximum: 30_000 },
  insurerPolicy.timeoutMs,
)

/**
 * `INSURER_ALLOW_PRIVATE`: whether insurers may be at addresses that are not public, such as this
 * machine's own, default `false`.
 */
export const insurerAllowPrivate = Config.withDefault(
  Config.Boolean("INSURER_ALLOW_PRIVATE"),
  false,
)

/**
 * `RATES_URL`: a source of exchange rates, asked by GET for the rates of the day. Unset, the table
 * of currencies says them.
 */
export const ratesUrl = Config.option(Config.schema(HttpAddress, "RATES_URL"))

/** `RATES_REFRESH_MINUTES`: how often that source is asked, every 1 to 1440 minutes, default 60. */
export const ratesRefreshMinutes = wholeNumber(
  "RATES_REFRESH_MINUTES",
  { minimum: 1, maximum: 1_440 },
  60,
)

/** `METRICS_PORT`: the port of the figures for Prometheus. */
export const metricsPort = Config.option(Config.Port("METRICS_PORT"))

/** `METRICS_HOST`: the address that this port is on. */
export const metricsHost = Config.withDefault(Config.NonEmptyString("METRICS_HOST"), "127.0.0.1")

/**
 * `METRICS_PORT`: where figures are served for Prometheus, at `/metrics`; unset, nowhere.
 * `METRICS_HOST` 127.0.0.1: the address that this is on, which nobody outside should reach.
 */
export const metricsAddress = Config.all({
  port: metricsPort,
  host: metricsHost,
}).pipe(Config.map(({ host, port }) => Option.map(port, (port) => ({ host, port }))))

/** `OTEL_EXPORTER_OTLP_ENDPOINT`: a collector of spans. */
export const tracingEndpoint = Config.option(
  Config.schema(HttpAddress, "OTEL_EXPORTER_OTLP_ENDPOINT"),
)

/** `OTEL_EXPORTER_OTLP_HEADERS`: headers for the collector. */
export const tracingHeaders = Config.withDefault(
  Config.Record(Schema.String, Schema.StringFromUriComponent, "OTEL_EXPORTER_OTLP_HEADERS"),
  {},
)

/** `OTEL_TRACES_SAMPLER_ARG`: the share of calls that are traced. */
export const tracingShare = Config.withDefault(
  Config.schema(
    Schema.NumberFromString.check(Schema.isBetween({ minimum: 0, maximum: 1 })),
    "OTEL_TRACES_SAMPLER_ARG",
  ),
  1,
)

/**
 * `OTEL_EXPORTER_OTLP_ENDPOINT`: a collector that spans are sent to, by OTLP over HTTP; unset, none
 * are made. `OTEL_EXPORTER_OTLP_HEADERS`: headers for it, as `name=value` joined by commas.
 * `OTEL_TRACES_SAMPLER_ARG` 1: the share of calls that are traced.
 */
export const tracingSettings = Config.all({
  endpoint: tracingEndpoint,
  headers: tracingHeaders,
  share: tracingShare,
}).pipe(
  Config.map(({ endpoint, ...more }) =>
    Option.map(endpoint, (endpoint) => ({ endpoint, ...more })),
  ),
)

const clientMs = { minimum: 100, maximum: 600_000 } as const

/** `SEND_TIMEOUT_MS`: how long a client may take over sending a request. */
export const sendTimeoutMs = wholeNumber("SEND_TIMEOUT_MS", clientMs, 10_000)

/** `TAKE_TIMEOUT_MS`: how long a client may take over taking an answer. */
export const takeTimeoutMs = wholeNumber("TAKE_TIMEOUT_MS", clientMs, 30_000)

/**
 * `SEND_TIMEOUT_MS` 10000: how long a client may take over sending a request. `TAKE_TIMEOUT_MS`
 * 30000: how long it may take over taking an answer. Both 100 to 600000 milliseconds.
 */
export const clientTimeouts = Config.all({ sendMs: sendTimeoutMs, takeMs: takeTimeoutMs })

/**
 * `UNREAD_ANSWERS_MAX_MB`: how much of all answers may lie unread in a process, 1 to 10000 megabytes,
 * default 64; where it is more, the clients are cut off that have not read for longest.
 */
export const unreadAnswersMaxMegabytes = wholeNumber(
  "UNREAD_ANSWERS_MAX_MB",
  { minimum: 1, maximum: 10_000 },
  64,
)

/**
 * `CONNECTIONS_MAX`: how many connections a process holds at once, 1 to 1000000, default 10000; more
 * are closed as they come.
 */
export const connectionsMax = wholeNumber(
  "CONNECTIONS_MAX",
  { minimum: 1, maximum: 1_000_000 },
  10_000,
)

/**
 * `CALLS_WAITING_MAX`: how many signed calls may wait for their key and their charge at once, 1 to
 * 100000, default 1024; what is over is turned away, and so is what one key has waiting beyond as many
 * places as are free. One statement settles hundreds of calls, so
 * that whoever is let in is answered within seconds.
 */
export const callsWaitingMax = wholeNumber(
  "CALLS_WAITING_MAX",
  { minimum: 1, maximum: 100_000 },
  1_024,
)

/**
 * `UNKNOWN_KEYS_PER_SECOND`: how many calls without a valid key one address is refused in a second, 1
 * to 100000, default 500; for all addresses together it is four times as many. More of them wait.
 */
export const unknownKeysPerSecond = wholeNumber(
  "UNKNOWN_KEYS_PER_SECOND",
  { minimum: 1, maximum: 100_000 },
  500,
)

/**
 * `PROXIES_IN_FRONT`: how many proxies a call comes through that each add the address it came from to
 * `X-Forwarded-For`; 0 to 10, default 0: the header is not believed.
 */
export const proxiesInFront = wholeNumber("PROXIES_IN_FRONT", { minimum: 0, maximum: 10 }, 0)

/**
 * `DRAIN_MS`: how long a process that is told to stop goes on taking calls while `/readyz` says that
 * it stops, for a balancer in front of it to notice; 0 to 60000 milliseconds, default 0.
 */
export const drainMs = wholeNumber("DRAIN_MS", { minimum: 0, maximum: 60_000 }, 0)

/** `PORT`: the port that the service listens on. */
export const servicePort = Config.withDefault(Config.Port("PORT"), 8080)

/** `HOST`: the address that the service listens on. */
export const serviceHost = Config.withDefault(Config.NonEmptyString("HOST"), "127.0.0.1")

/** `BASE_URL`: the address that partners reach the service under. */
export const baseAddress = Config.option(Config.schema(BaseAddress, "BASE_URL"))

/** `FUNNEL_URL`: the address of the traveller's funnel. */
export const funnelAddress = Config.option(Config.schema(BaseAddress, "FUNNEL_URL"))

/** `HEADER_PREFIX`: the service's own segment in the names of the signing headers. */
export const headerPrefixSetting = Config.withDefault(
  Config.schema(Schema.String.check(Schema.isPattern(headerPrefixPattern)), "HEADER_PREFIX"),
  "svc",
)

/**
 * `PORT` 8080, `HOST` 127.0.0.1, `BASE_URL` http://HOST:PORT, `FUNNEL_URL` BASE_URL/funnel,
 * `HEADER_PREFIX` svc.
 */
export const serverSettings: Effect.Effect<ServerSettings, Config.ConfigError> = Effect.gen(
  function* () {
    const port = yield* servicePort
    const host = yield* serviceHost
    const named = yield* baseAddress
    const baseUrl = Option.match(named, {
      onNone: () => `http://${host.includes(":") ? `[${host}]` : host}:${port}`,
      onSome: withoutSlash,
    })
    const funnel = yield* funnelAddress
    const headerPrefix = yield* headerPrefixSetting
    return {
      port,
      host,
      baseUrl,
      funnelUrl: Option.match(funnel, {
        onNone: () => `${baseUrl}/funnel`,
        onSome: withoutSlash,
      }),
      isFunnelStandIn: Option.isNone(funnel),
      headerPrefix,
    }
  },
)
