import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Flag from "effect/cli/Flag"
import { serverSettings } from "../config/server.ts"
import { readUrl } from "../platform/read-url.ts"
import { wrongUsage } from "./command-refused.ts"
import type { SignedCaller } from "./service-call.ts"

const addressOf = (text: string): Option.Option<URL> => {
  const url = readUrl(text)
  return url !== undefined && /^https?:$/.test(url.protocol) ? Option.some(url) : Option.none()
}

const notAnAddress = (text: string): string =>
  `Expected an http or https address, got ${JSON.stringify(text)}`

/**
 * Flags that say who calls a service, and where it is. What is left out comes from the environment, by the names
 * that the lines at `/docs` export, so that a secret stands in no history of commands and no list of processes.
 */
export const callerFlags = {
  key: Flag.String("key").pipe(
    Flag.withDescription("Key id; VIATICA_KEY when left out"),
    Flag.optional,
  ),
  secret: Flag.Redacted("secret").pipe(
    Flag.withDescription("Signing secret of the key; VIATICA_SECRET when left out"),
    Flag.optional,
  ),
  baseUrl: Flag.String("base-url").pipe(
    Flag.withDescription("Address of the service; VIATICA_URL or BASE_URL when left out"),
    Flag.filterMap(addressOf, notAnAddress),
    Flag.optional,
  ),
}

/** What these flags were given. */
export interface CallerGiven {
  readonly key: Option.Option<string>
  readonly secret: Option.Option<Redacted.Redacted>
  readonly baseUrl: Option.Option<URL>
}

/** Who calls, by flags and environment; a command without a key ends with status 2. */
export const readCaller = Effect.fnUntraced(function* (given: CallerGiven) {
  const settings = yield* serverSettings
  const keyId = Option.getOrElse(given.key, () => "") || (yield* exported("VIATICA_KEY"))
  const secret =
    Option.getOrElse(Option.map(given.secret, Redacted.value), () => "") ||
    (yield* exported("VIATICA_SECRET"))
  if (keyId === "" || secret === "") {
    const missing = [
      ...(keyId === "" ? ["--key or VIATICA_KEY"] : []),
      ...(secret === "" ? ["--secret or VIATICA_SECRET"] : []),
    ]
    return yield* wrongUsage(`calls are signed: give ${missing.join(", and ")}`)
  }
  const caller: SignedCaller = {
    origin: Option.isSome(given.baseUrl)
      ? given.baseUrl.value
      : yield* exportedAddress(settings.baseUrl),
    keyId,
    secret,
    headerPrefix: settings.headerPrefix,
  }
  return caller
})

const exported = (variable: string): Effect.Effect<string, Config.ConfigError> =>
  Config.String(variable).pipe(Config.withDefault(""))

const exportedAddress = Effect.fnUntraced(function* (otherwise: string) {
  const text = yield* exported("VIATICA_URL")
  const url = text === "" ? Option.some(new URL(otherwise)) : addressOf(text)
  if (Option.isSome(url)) return url.value
  return yield* wrongUsage(`VIATICA_URL: ${notAnAddress(text)}`)
})
