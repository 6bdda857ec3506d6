import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as config from "../config.ts"
import { dataFolder, databaseUrl, isDatabaseUrl } from "../../store/database/client.ts"
import { parseMasterKey } from "../../store/secrets/master-key.ts"
import { settingFacts, type SettingFacts, settingMistake, type SettingName } from "./setting.ts"
import { SettingsWrong } from "./wrong.ts"

/** The text of a setting; undefined where it is unset. */
const textOf = (name: string): Effect.Effect<string | undefined> =>
  Config.option(Config.String(name)).pipe(
    Effect.map(Option.getOrUndefined),
    Effect.orElseSucceed(() => undefined),
  )

/** Whether a setting can be read, or how it is read. */
type Reading = Effect.Effect<unknown, unknown>

const fits = (name: SettingName, isRight: (text: string) => boolean): Reading =>
  Effect.flatMap(textOf(name), (text) =>
    text === undefined || text === "" || isRight(text) ? Effect.void : Effect.fail(name),
  )

const readings: Readonly<Record<SettingName, Reading>> = {
  PORT: config.servicePort,
  HOST: config.serviceHost,
  DATABASE_URL: Effect.filterOrFail(
    databaseUrl,
    Option.match({
      onNone: () => true,
      onSome: (url) => isDatabaseUrl(Redacted.value(url)),
    }),
  ),
  DATA_DIR: dataFolder,
  BASE_URL: config.baseAddress,
  FUNNEL_URL: config.funnelAddress,
  TABLES_DIR: config.tablesFolder,
  TABLES_WATCH: config.tablesWatch,
  FORMALITIES_URL: config.formalitiesUrl,
  FORMALITIES_TIMEOUT_MS: config.formalitiesTimeoutMs,
  INSURER_URLS: config.insurerUrls,
  INSURER_TIMEOUT_MS: config.insurerTimeoutMs,
  INSURER_ALLOW_PRIVATE: config.insurerAllowPrivate,
  RATES_URL: config.ratesUrl,
  RATES_REFRESH_MINUTES: config.ratesRefreshMinutes,
  SEND_TIMEOUT_MS: config.sendTimeoutMs,
  TAKE_TIMEOUT_MS: config.takeTimeoutMs,
  UNREAD_ANSWERS_MAX_MB: config.unreadAnswersMaxMegabytes,
  CONNECTIONS_MAX: config.connectionsMax,
  CALLS_WAITING_MAX: config.callsWaitingMax,
  UNKNOWN_KEYS_PER_SECOND: config.unknownKeysPerSecond,
  PROXIES_IN_FRONT: config.proxiesInFront,
  HEADER_PREFIX: config.headerPrefixSetting,
  MASTER_KEY: fits("MASTER_KEY", (text) => parseMasterKey(text) !== undefined),
  DRAIN_MS: config.drainMs,
  METRICS_PORT: config.metricsPort,
  METRICS_HOST: config.metricsHost,
  OTEL_EXPORTER_OTLP_ENDPOINT: config.tracingEndpoint,
  OTEL_EXPORTER_OTLP_HEADERS: Effect.andThen(
    config.tracingHeaders,
    fits("OTEL_EXPORTER_OTLP_HEADERS", (text) =>
      text.split(",").every((each) => each.includes("=")),
    ),
  ),
  OTEL_TRACES_SAMPLER_ARG: config.tracingShare,
  LOG_LEVEL: config.logLevel,
  LOG_FORMAT: config.logFormat,
}

const names = Object.keys(settingFacts) as ReadonlyArray<SettingName>

const everyAddress = ["0.0.0.0", "::"]
const thisMachine = ["localhost", "127.0.0.1", "::1"]

/** Whether one port on both hosts is one to listen on. */
const isSameHost = (one: string, other: string): boolean =>
  one === other ||
  [one, other].some((host) => everyAddress.includes(host)) ||
  [one, other].every((host) => thisMachine.includes(host))

/** What is wrong with two ports that are each right: one of them would find the other one taken. */
const samePort = Effect.gen(function* () {
  const metrics = yield* config.metricsAddress
  const port = yield* config.servicePort
  const host = yield* config.serviceHost
  return Option.isSome(metrics) &&
    metrics.value.port === port &&
    isSameHost(metrics.value.host, host)
    ? [`The setting METRICS_PORT is wrong: expected another port than PORT has, got "${port}"`]
    : []
}).pipe(Effect.orElseSucceed((): ReadonlyArray<string> => []))

const mistakeOf = (name: SettingName): Effect.Effect<ReadonlyArray<string>> =>
  Effect.matchEffect(readings[name], {
    onSuccess: () => Effect.succeed([]),
    onFailure: () => Effect.map(textOf(name), (text) => [settingMistake(name, text)]),
  })

/** What a setting does nothing without, where that is unset. */
const idleOf = (name: SettingName): Effect.Effect<ReadonlyArray<string>> => {
  const { needs }: SettingFacts = settingFacts[name]
  if (needs === undefined) return Effect.succeed([])
  const isSet = (each: string) => Effect.map(textOf(each), (text) => (text ?? "") !== "")
  return Effect.map(Effect.all([isSet(name), isSet(needs)]), ([isGiven, isNeeded]) =>
    isGiven && !isNeeded ? [`${name} does nothing without ${needs}`] : [],
  )
}

/**
 * Reads every setting of a server before anything is done with one, and fails with all that are
 * wrong. Gives a sentence for each that does nothing without another one.
 */
export const checkSettings: Effect.Effect<ReadonlyArray<string>, SettingsWrong> = Effect.gen(
  function* () {
    const mistakes = (yield* Effect.forEach(names, mistakeOf)).flat()
    const all = [...mistakes, ...(yield* samePort)]
    if (all.length > 0) return yield* new SettingsWrong({ mistakes: all })
    return (yield* Effect.forEach(names, idleOf)).flat()
  },
)

/** Says of each setting that does nothing without another one that this is so. */
export const tellIdle = (idle: ReadonlyArray<string>): Effect.Effect<void> =>
  Effect.forEach(idle, (sentence) => Effect.logWarning(sentence), { discard: true })
