import { logFormats, logLevels } from "../config.ts"

/** What is said of a setting of the environment. */
export interface SettingFacts {
  /** What it may be, as the end of a sentence that begins with "expected". */
  readonly expected: string
  /** Whether its value may hold a secret, such as a password or a token, so that it is never shown. */
  readonly isSecret?: boolean
  /** The setting without which this one does nothing. */
  readonly needs?: string
}

const wholeNumber = (minimum: number, maximum: number): string =>
  `a whole number from ${minimum} to ${maximum}`

const milliseconds = (minimum: number, maximum: number): string =>
  `${wholeNumber(minimum, maximum)} (milliseconds)`

const port = wholeNumber(1, 65_535)
const address = "an address that begins with http:// or https://, without a name or password"
const baseAddress = `${address}, query or fragment`
const yesOrNo = "true or false"
const any = "some text"

/** Every setting of the environment by its name, as `docs/operations.md` lists them. */
export const settingFacts = {
  PORT: { expected: port },
  HOST: { expected: any },
  DATABASE_URL: { expected: "postgres://user:password@host:port/database", isSecret: true },
  DATA_DIR: { expected: any },
  BASE_URL: { expected: baseAddress },
  FUNNEL_URL: { expected: baseAddress },
  TABLES_DIR: { expected: any },
  TABLES_WATCH: { expected: yesOrNo },
  FORMALITIES_URL: { expected: address, isSecret: true },
  FORMALITIES_TIMEOUT_MS: { expected: milliseconds(1, 30_000), needs: "FORMALITIES_URL" },
  INSURER_URLS: {
    expected:
      "key=address pairs joined by commas, each key once, such as kestrelgate=https://rates.example/v1 " +
      "(http:// or https://, without a name or password, commas in it written %2C)",
    isSecret: true,
  },
  INSURER_TIMEOUT_MS: { expected: milliseconds(50, 30_000), needs: "INSURER_URLS" },
  INSURER_ALLOW_PRIVATE: { expected: yesOrNo, needs: "INSURER_URLS" },
  RATES_URL: { expected: address, isSecret: true },
  RATES_REFRESH_MINUTES: { expected: wholeNumber(1, 1_440), needs: "RATES_URL" },
  SEND_TIMEOUT_MS: { expected: milliseconds(100, 600_000) },
  TAKE_TIMEOUT_MS: { expected: milliseconds(100, 600_000) },
  UNREAD_ANSWERS_MAX_MB: { expected: `${wholeNumber(1, 10_000)} (megabytes)` },
  CONNECTIONS_MAX: { expected: wholeNumber(1, 1_000_000) },
  CALLS_WAITING_MAX: { expected: wholeNumber(1, 100_000) },
  UNKNOWN_KEYS_PER_SECOND: { expected: wholeNumber(1, 100_000) },
  PROXIES_IN_FRONT: { expected: wholeNumber(0, 10) },
  HEADER_PREFIX: { expected: "lower-case words joined by single hyphens, such as svc" },
  MASTER_KEY: { expected: "32 bytes, as 64 hex digits or 44 characters of base64", isSecret: true },
  DRAIN_MS: { expected: milliseconds(0, 60_000) },
  METRICS_PORT: { expected: port },
  METRICS_HOST: { expected: any, needs: "METRICS_PORT" },
  OTEL_EXPORTER_OTLP_ENDPOINT: { expected: address, isSecret: true },
  OTEL_EXPORTER_OTLP_HEADERS: {
    expected: "name=value pairs joined by commas",
    isSecret: true,
    needs: "OTEL_EXPORTER_OTLP_ENDPOINT",
  },
  OTEL_TRACES_SAMPLER_ARG: {
    expected: "a number from 0 to 1",
    needs: "OTEL_EXPORTER_OTLP_ENDPOINT",
  },
  LOG_LEVEL: { expected: `one of ${logLevels.join(", ")}, in any case` },
  LOG_FORMAT: { expected: `one of ${logFormats.join(", ")}, in any case` },
} as const satisfies Readonly<Record<string, SettingFacts>>

/** The name of a setting. */
export type SettingName = keyof typeof settingFacts

const valueLengthMax = 200

/** A value fit for one line, without what stands before an `@`, which may be a password. */
const shownValue = (value: string): string =>
  JSON.stringify(value.slice(0, valueLengthMax).replace(/^(\w+:\/\/)?[^/]*@/, "$1***@"))

/**
 * Says what is wrong with a setting: its name, what it may be, and its value unless that may hold a
 * secret.
 *
 * ```ts
 * import { settingMistake } from "../http/config/settings/setting.ts"
 *
 * settingMistake("PORT", "http") // => 'The setting PORT is wrong: expected a whole number from 1 to 65535, got "http"'
 * settingMistake("MASTER_KEY", "5a") // => "The setting MASTER_KEY is wrong: expected 32 bytes, as 64 hex digits or 44 characters of base64"
 * ```
 */
export const settingMistake = (name: SettingName, value: string | undefined): string => {
  const { expected, isSecret }: SettingFacts = settingFacts[name]
  const got = isSecret === true || value === undefined ? "" : `, got ${shownValue(value)}`
  return `The setting ${name} is wrong: expected ${expected}${got}`
}

/** Whether a word is the name of a setting. */
export const isSettingName = (name: string): name is SettingName =>
  Object.hasOwn(settingFacts, name)
