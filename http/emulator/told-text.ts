import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { recordText, type Shown, tableText } from "../../core/plain-text.ts"
import type { EmulatedAccount, EmulatedKey } from "./keys.ts"
import { signingHeaderNames } from "../../rules/signing/message.ts"
import { sampleTripIn } from "../../rules/trip/sample-trip.ts"

/** The fields of an answer, a line each. */
export const fieldsText = (answer: unknown): string =>
  typeof answer === "object" && answer !== null
    ? recordText(
        Object.fromEntries(
          Object.entries(answer).map(([name, field]) => [
            name,
            isPlain(field) ? field : JSON.stringify(field),
          ]),
        ),
      )
    : String(answer)

/**
 * What a trigger came to, for people.
 *
 * ```ts
 * import { triggeredText } from "../http/emulator/told-text.ts"
 *
 * const what = "the next body loses its last byte"
 * triggeredText({ trigger: "INVALID_JSON", what, endpoints: ["quotes"], changed: [] }) // => "INVALID_JSON: the next body loses its last byte.\nIt waits for a call of quotes."
 * ```
 */
export const triggeredText = (answer: unknown): string =>
  Option.match(readTriggered(answer), {
    onNone: () => fieldsText(answer),
    onSome: ({ changed, endpoints, trigger, what }) => {
      const once = [...new Set(changed.map(fieldsText))]
      return [
        `${trigger}: ${what}.`,
        ...(endpoints.length === 0 ? [] : [`It waits for a call of ${endpoints.join(", ")}.`]),
        ...(once.length === 0 ? [] : ["", once.join("\n\n")]),
      ].join("\n")
    },
  })

/** The account and its keys, for people. */
export const accountText = (answer: unknown): string =>
  Option.match(readAccount(answer), {
    onNone: () => fieldsText(answer),
    onSome: ({ keys, partner, ref }) =>
      [
        recordText({ partner, "live ref": ref }),
        "",
        tableText(
          ["mode", "key id", "secret"],
          keys.map(({ keyId, mode, secret }) => [mode, keyId, secret]),
        ),
      ].join("\n"),
  })

/** An endpoint that was made, and how to try it, for people. */
export const listeningText = (answer: unknown, flag: string): string =>
  Option.match(readListening(answer), {
    onNone: () => fieldsText(answer),
    onSome: (made) =>
      [
        recordText({ ...made, types: made.types.length === 0 ? "all" : made.types }),
        "",
        `Try it: viatica emulator trigger ping${flag}`,
      ].join("\n"),
  })

/** The endpoints of events, for people. */
export const listenersText = (answer: unknown): string =>
  Option.match(readListeners(answer), {
    onNone: () => fieldsText(answer),
    onSome: ({ endpoints }) =>
      endpoints.length === 0
        ? "No address listens: viatica emulator listen http://127.0.0.1:9000/hooks"
        : tableText(
            ["endpoint", "mode", "url", "types", "waiting", "last", "failing since"],
            endpoints.map((one) => [
              one.endpointId,
              one.mode,
              one.url,
              one.types.length === 0 ? "all" : one.types,
              one.waiting,
              one.lastOutcome,
              one.failingSince,
            ]),
          ),
  })

/** What is printed of an emulator that has started: keys, and what to do next. */
export const startedText = (started: StartedEmulator): string => {
  const { keys, now, ref, replayedCalls, seed, url } = started
  const sandbox = keyOf(keys, "sandbox")
  const live = keyOf(keys, "live")
  const flag = url.endsWith(":4010") ? "" : ` --base-url ${url}`
  const replaying = replayedCalls === null ? [] : [`Replaying ${replayedCalls} recorded calls.`, ""]
  return [
    "",
    recordText({
      emulator: url,
      clock: now,
      seed,
      "sandbox key": sandbox?.keyId,
      "sandbox secret": sandbox?.secret,
      "live key": live?.keyId,
      "live secret": live?.secret,
      "live ref": ref,
      reference: `${url}/docs`,
    }),
    "",
    ...replaying,
    ...(sandbox === undefined
      ? []
      : [
          `For the programs of ${url}/docs:`,
          "",
          exportsText(started, sandbox),
          "",
          "A first price, by curl:",
          "",
          curlText(started, sandbox),
          "",
          "The same in TypeScript:",
          "",
          typescriptText(started, sandbox),
          "",
        ]),
    "From another terminal:",
    "",
    recordText({
      [`  viatica emulator trigger --list${flag}`]: "what can go wrong",
      [`  viatica emulator trigger BAD_DATES${flag}`]: "the next quote is refused with it",
      [`  viatica emulator advance 14d${flag}`]: "quotas reset, rotations end, sales validate",
      [`  viatica emulator listen http://127.0.0.1:9000/hooks${flag}`]: "events are posted there",
      [`  viatica emulator reset${flag}`]: "begins anew, with the same keys",
    }),
    "",
    "All of it is gone with Ctrl-C.",
  ].join("\n")
}

const isPlain = (value: unknown): value is Exclude<Shown, undefined> =>
  value === null || ["string", "number", "boolean"].includes(typeof value)

const Triggered = Schema.Struct({
  trigger: Schema.String,
  what: Schema.String,
  endpoints: Schema.Array(Schema.String),
  changed: Schema.Array(Schema.Unknown),
})

const readTriggered = Schema.decodeUnknownOption(Triggered)

const Account = Schema.Struct({
  partner: Schema.String,
  ref: Schema.NullOr(Schema.String),
  keys: Schema.Array(
    Schema.Struct({ keyId: Schema.String, secret: Schema.String, mode: Schema.String }),
  ),
})

const readAccount = Schema.decodeUnknownOption(Account)

const Listening = Schema.Struct({
  endpointId: Schema.String,
  secret: Schema.String,
  mode: Schema.String,
  url: Schema.String,
  types: Schema.Array(Schema.String),
})

const readListening = Schema.decodeUnknownOption(Listening)

const readListeners = Schema.decodeUnknownOption(
  Schema.Struct({
    endpoints: Schema.Array(
      Schema.Struct({
        endpointId: Schema.String,
        mode: Schema.String,
        url: Schema.String,
        types: Schema.Array(Schema.String),
        waiting: Schema.Int,
        lastOutcome: Schema.NullOr(Schema.String),
        failingSince: Schema.NullOr(Schema.String),
      }),
    ),
  }),
)

/** What is printed about an emulator that has started. */
interface StartedEmulator extends EmulatedAccount {
  readonly url: string
  readonly seed: string
  readonly now: string
  readonly headerPrefix: string
  /** How many calls are replayed; null where none are. */
  readonly replayedCalls: number | null
}

const keyOf = (keys: ReadonlyArray<EmulatedKey>, mode: EmulatedKey["mode"]) =>
  keys.find((key) => key.mode === mode)

/** What programs of the quickstart read from the environment. */
const exportsText = ({ ref, url }: StartedEmulator, { keyId, secret }: EmulatedKey): string => {
  const values = { VIATICA_URL: url, VIATICA_KEY: keyId, VIATICA_SECRET: secret, VIATICA_REF: ref }
  return Object.entries(values)
    .flatMap(([name, value]) => (value === null ? [] : [`  export ${name}=${value}`]))
    .join("\n")
}

const curlText = ({ headerPrefix, now, url }: StartedEmulator, key: EmulatedKey): string => {
  const names = signingHeaderNames(headerPrefix)
  return [
    `  body='${sampleBody(now)}'; ts=$(date +%s)`,
    `  sig=$(printf '%s' "$ts.POST.${path}.$body" | openssl dgst -sha256 -hmac ${key.secret} | sed 's/^.* //')`,
    `  curl -s ${url}${path} -H "${names.keyId}: ${key.keyId}" -H "${names.timestamp}: $ts" -H "${names.signature}: v2=$sig" -d "$body"`,
  ].join("\n")
}

/** A trip to try, a year from now. */
const sampleBody = (now: string): string =>
  JSON.stringify({ trip: sampleTripIn(Number(now.slice(0, 4)) + 1) })

const path = "/api/v1/travel/quotes"

const typescriptText = ({ headerPrefix, now, url }: StartedEmulator, key: EmulatedKey): string =>
  [
    `  import { makeClient } from "viatica/client"`,
    `  const viatica = makeClient(${JSON.stringify({ baseUrl: url, keyId: key.keyId, secret: key.secret, headerPrefix })})`,
    `  console.log(await viatica.quotes(${sampleBody(now)}))`,
  ].join("\n")

const unitMs = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const

type Unit = keyof typeof unitMs

const whole = /^(?:\d{1,9}(?:ms|s|m|h|d|w))+$/u
const parts = /(\d+)(ms|s|m|h|d|w)/gu

/** The longest time that a clock is moved by at once: ten years. */
const longestMs = 3_660 * unitMs.d

/** How a length of time is written. */
export const durationForm = "a length of time such as 14d, 36h, 90s or 1d12h, of at most ten years"

/**
 * Reads a length of time into milliseconds: whole numbers with their units, the largest first or not.
 * Undefined for anything else, for nothing at all, and for more than ten years.
 *
 * ```ts
 * import { readDuration } from "../http/emulator/told-text.ts"
 *
 * readDuration("14d") // => 1209600000
 * readDuration("1h30m") // => 5400000
 * readDuration("-1d") // => undefined
 * readDuration("0s") // => undefined
 * ```
 */
export const readDuration = (text: string): number | undefined => {
  if (!whole.test(text)) return undefined
  const ms = [...text.matchAll(parts)].reduce(
    (sum, [, count, unit]) => sum + Number(count) * unitMs[unit as Unit],
    0,
  )
  return ms > 0 && ms <= longestMs ? ms : undefined
}
