import { fileURLToPath } from "node:url"
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { headerPrefixPattern } from "../rules/signing/headers.ts"
import { insurerPolicy } from "./insurers/policy.ts"
import { readInsurerUrls } from "./insurers/read-urls.ts"

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
export const shippedTablesFolder = fileURLToPath(new URL("../data", import.meta.url))

/** `TABLES_DIR`: the folder of tables, default the `data` folder of the project. */
export const tablesFolder: Config.Config<string> = Config.withDefault(
  Config.NonEmptyString("TABLES_DIR"),
  shippedTablesFolder,
)

/** `TABLES_WATCH`: whether a server takes changed tables by itself, default `true`. */
export const tablesWatch = Config.withDefault(Config.Boolean("TABLES_WATCH"), true)

/** `LOG_FORMAT`: `text` for people or `json` for machines, default `text`. */
export const logFormat = Config.withDefault(
  Config.Literals(["text", "json"], "LOG_FORMAT"),
  "text" as const,
)

/** `LOG_LEVEL`: what is logged at least, default `Info`; `None` for silence. */
export const logLevel = Config.withDefault(Config.LogLevel("LOG_LEVEL"), "Info" as const)

/** An address of HTTP without a name and password in it: fetch sends none. */
const HttpAddress = Schema.String.check(
  Schema.isPattern(/^https?:\/\/[^\s/?#@]+([/?#]\S*)?$/, {
    expected: "an address that begins with http:// or https://, without a name or password",
  }),
).pipe(Schema.decodeTo(Schema.URLFromString))

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

/**
 * `METRICS_PORT`: where figures are served for Prometheus, at `/metrics`; unset, nowhere.
 * `METRICS_HOST` 127.0.0.1: the address that this is on, which nobody outside should reach.
 */
export const metricsAddress = Config.all({
  port: Config.option(Config.Port("METRICS_PORT")),
  host: Config.withDefault(Config.NonEmptyString("METRICS_HOST"), "127.0.0.1"),
}).pipe(Config.map(({ host, port }) => Option.map(port, (port) => ({ host, port }))))

/**
 * `OTEL_EXPORTER_OTLP_ENDPOINT`: a collector that spans are sent to, by OTLP over HTTP; unset, none
 * are made. `OTEL_EXPORTER_OTLP_HEADERS`: headers for it, as `name=value` joined by commas.
 * `OTEL_TRACES_SAMPLER_ARG` 1: the share of calls that are traced.
 */
export const tracingSettings = Config.all({
  endpoint: Config.option(Config.schema(HttpAddress, "OTEL_EXPORTER_OTLP_ENDPOINT")),
  headers: Config.withDefault(
    Config.Record(Schema.String, Schema.StringFromUriComponent, "OTEL_EXPORTER_OTLP_HEADERS"),
    {},
  ),
  share: Config.withDefault(
    Config.schema(
      Schema.NumberFromString.check(Schema.isBetween({ minimum: 0, maximum: 1 })),
      "OTEL_TRACES_SAMPLER_ARG",
    ),
    1,
  ),
}).pipe(
  Config.map(({ endpoint, ...more }) =>
    Option.map(endpoint, (endpoint) => ({ endpoint, ...more })),
  ),
)

const clientMs = { minimum: 100, maximum: 600_000 } as const

/**
 * `SEND_TIMEOUT_MS` 10000: how long a client may take over sending a request. `TAKE_TIMEOUT_MS`
 * 30000: how long it may take over taking an answer. Both 100 to 600000 milliseconds.
 */
export const clientTimeouts = Config.all({
  sendMs: wholeNumber("SEND_TIMEOUT_MS", clientMs, 10_000),
  takeMs: wholeNumber("TAKE_TIMEOUT_MS", clientMs, 30_000),
})

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

const Port = Config.Port("PORT")

const HeaderPrefix = Config.schema(
  Schema.String.check(Schema.isPattern(headerPrefixPattern)),
  "HEADER_PREFIX",
)

/**
 * `PORT` 8080, `HOST` 127.0.0.1, `BASE_URL` http://HOST:PORT, `FUNNEL_URL` BASE_URL/funnel,
 * `HEADER_PREFIX` svc.
 */
export const serverSettings: Effect.Effect<ServerSettings, Config.ConfigError> = Effect.gen(
  function* () {
    const port = yield* Config.withDefault(Port, 8080)
    const host = yield* Config.withDefault(Config.NonEmptyString("HOST"), "127.0.0.1")
    const named = yield* Config.option(Config.URL("BASE_URL"))
    const baseUrl = Option.match(named, {
      onNone: () => `http://${host.includes(":") ? `[${host}]` : host}:${port}`,
      onSome: withoutSlash,
    })
    const funnel = yield* Config.option(Config.URL("FUNNEL_URL"))
    const headerPrefix = yield* Config.withDefault(HeaderPrefix, "svc")
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
