import { signingHeaderNames } from "../../rules/signing/headers.ts"
import type { EmulatedAccount, EmulatedKey } from "./keys.ts"
import { recordText } from "../../core/plain-text.ts"

/** What is told of an emulator that has started. */
export interface StartedEmulator extends EmulatedAccount {
  readonly url: string
  readonly seed: string
  readonly now: string
  readonly headerPrefix: string
  /** How many calls are replayed; null where none are. */
  readonly replayedCalls: number | null
}

/** A trip to try, a year from now. */
const sampleBody = (now: string): string => {
  const year = Number(now.slice(0, 4)) + 1
  return JSON.stringify({
    trip: {
      intent: "forTourism",
      startDate: `${year}-07-01`,
      endDate: `${year}-07-14`,
      countryResidence: "FR",
      arrivalCountries: ["US"],
      travellers: [{ age: 34 }],
    },
  })
}

const path = "/api/v1/travel/quotes"

const keyOf = (keys: ReadonlyArray<EmulatedKey>, mode: EmulatedKey["mode"]) =>
  keys.find((key) => key.mode === mode)

const curlText = ({ headerPrefix, now, url }: StartedEmulator, key: EmulatedKey): string => {
  const names = signingHeaderNames(headerPrefix)
  return [
    `  body='${sampleBody(now)}'; ts=$(date +%s)`,
    `  sig=$(printf '%s' "$ts.POST.${path}.$body" | openssl dgst -sha256 -hmac ${key.secret} | sed 's/^.* //')`,
    `  curl -s ${url}${path} -H "${names.keyId}: ${key.keyId}" -H "${names.timestamp}: $ts" -H "${names.signature}: v2=$sig" -d "$body"`,
  ].join("\n")
}

const typescriptText = ({ headerPrefix, now, url }: StartedEmulator, key: EmulatedKey): string =>
  [
    `  import { makeClient } from "viatica/client"`,
    `  const viatica = makeClient(${JSON.stringify({ baseUrl: url, keyId: key.keyId, secret: key.secret, headerPrefix })})`,
    `  console.log(await viatica.quotes(${sampleBody(now)}))`,
  ].join("\n")

/** What programs of the quickstart read from the environment. */
const exportsText = ({ ref, url }: StartedEmulator, { keyId, secret }: EmulatedKey): string => {
  const values = { VIATICA_URL: url, VIATICA_KEY: keyId, VIATICA_SECRET: secret, VIATICA_REF: ref }
  return Object.entries(values)
    .flatMap(([name, value]) => (value === null ? [] : [`  export ${name}=${value}`]))
    .join("\n")
}

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
