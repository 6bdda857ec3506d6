import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { RefusalName } from "../../api/api-refusal.ts"
import type { CallAnswer } from "../../terminal/service-call.ts"
import { usualScopes } from "../../../rules/accounts/scopes.ts"

/** What one check of a connection has come to. */
export interface ConnectionFinding {
  /** What was looked at, such as `clock`. */
  readonly check: string
  readonly state: "ok" | "doubtful" | "wrong"
  readonly found: string
  /** What to do about it; null where all is well. */
  readonly todo: string | null
}

/** All is well. */
export const ok = (check: string, found: string): ConnectionFinding => ({
  check,
  state: "ok",
  found,
  todo: null,
})

/** It does not work. */
export const wrong = (check: string, found: string, todo: string): ConnectionFinding => ({
  check,
  state: "wrong",
  found,
  todo,
})

/**
 * Findings for people: a line each, and under it what to do.
 *
 * ```ts
 * import { findingsText, ok } from "../http/cli/doctor/findings.ts"
 *
 * findingsText([ok("clock", "0 s off")]) // => "ok        clock      0 s off"
 * ```
 */
export const findingsText = (findings: ReadonlyArray<ConnectionFinding>): string =>
  findings
    .map(({ check, found, state, todo }) => {
      const line = `${state.padEnd(10)}${check.padEnd(11)}${found}`
      return todo === null ? line : `${line}\n${" ".repeat(10)}-> ${todo}`
    })
    .join("\n")

/**
 * What a clock's distance from the service's comes to, in seconds; positive where ours is behind.
 *
 * ```ts
 * import { judgeClock } from "../http/cli/doctor/findings.ts"
 *
 * judgeClock(0).state // => "ok"
 * judgeClock(-45).state // => "doubtful"
 * judgeClock(900).state // => "wrong"
 * ```
 */
export const judgeClock = (behindSeconds: number): ConnectionFinding => {
  const off = Math.abs(behindSeconds)
  const found =
    off <= 1 ? "right" : `${off} s ${behindSeconds > 0 ? "behind" : "ahead of"} the service`
  const todo = "set this machine's clock by a time server (NTP); a timestamp may be 300 s off"
  if (off > windowSeconds) return wrong("clock", found, todo)
  return off > drifting ? doubtful("clock", found, todo) : ok("clock", found)
}

/**
 * What the address itself shows of its encryption, once it has answered.
 *
 * ```ts
 * import { judgeAddress } from "../http/cli/doctor/findings.ts"
 *
 * judgeAddress(new URL("http://127.0.0.1:8080")).state // => "ok"
 * judgeAddress(new URL("http://api.example")).state // => "wrong"
 * ```
 */
export const judgeAddress = ({ hostname, protocol }: URL): ConnectionFinding => {
  if (protocol === "https:") return ok("tls", "the certificate holds")
  return ["127.0.0.1", "localhost", "[::1]"].includes(hostname)
    ? ok("tls", "none, and none needed on this machine")
    : wrong(
        "tls",
        "the address begins with http://",
        "use https://: others can read and replay calls",
      )
}

/**
 * What a key id and a secret look like, before anybody is asked; nothing where they look right.
 *
 * ```ts
 * import { judgeCredentials } from "../http/cli/doctor/findings.ts"
 *
 * judgeCredentials("ak_test_1a", "vsk_test_2b") // => []
 * judgeCredentials("ak_live_1a", "vsk_test_2b").map(({ found }) => found) // => ["the key is a live one, the secret a test one"]
 * judgeCredentials("ak_test_1a ", "vsk_test_2b").map(({ found }) => found) // => ["blanks around the key id"]
 * ```
 */
export const judgeCredentials = (
  keyId: string,
  secret: string,
): ReadonlyArray<ConnectionFinding> => {
  const found: Array<ConnectionFinding> = []
  const blanks = { "key id": keyId, secret }
  for (const [name, text] of Object.entries(blanks)) {
    if (text !== text.trim()) {
      found.push(wrong("key", `blanks around the ${name}`, "take them away where the key is kept"))
    }
  }
  const [, keyMode] = keyForm.exec(keyId.trim()) ?? []
  const [, secretMode] = secretForm.exec(secret.trim()) ?? []
  if (keyMode === undefined) {
    found.push(doubtful("key", "the key id has another form than ak_test_…", "copy it anew"))
  }
  if (secretMode === undefined) {
    found.push(doubtful("key", "the secret has another form than vsk_test_…", "copy it anew"))
  }
  if (keyMode !== undefined && secretMode !== undefined && keyMode !== secretMode) {
    const what = `the key is a ${keyMode} one, the secret a ${secretMode} one`
    found.push(wrong("key", what, "take both from the same key"))
  }
  return found
}

/**
 * What the scopes of a key allow.
 *
 * ```ts
 * import { judgeScopes } from "../http/cli/doctor/findings.ts"
 *
 * judgeScopes(["quotes", "quotes.link", "coach"]).state // => "ok"
 * judgeScopes(["quotes"]).found // => "no links, bilans and cards"
 * ```
 */
export const judgeScopes = (scopes: ReadonlyArray<string>): ConnectionFinding => {
  const missing = usualScopes.filter((scope) => !scopes.includes(scope))
  if (missing.length === 0) return ok("scopes", scopes.join(", "))
  const uses = missing.map((scope) => usesOf[scope]).join(", ")
  return doubtful(
    "scopes",
    `no ${uses}`,
    `if you need them, ask for a key with the scope ${missing.join(", ")}`,
  )
}

/**
 * What a service's page on who operates it shows travellers of the operator.
 *
 * ```ts
 * import { judgeOperator } from "../http/cli/doctor/findings.ts"
 *
 * judgeOperator("<div class=\"card\"></div>").state // => "ok"
 * judgeOperator("<div data-unset=\"OPERATOR_NAME\"></div>").found // => "travellers read that these are not stated: OPERATOR_NAME"
 * ```
 */
export const judgeOperator = (page: string): ConnectionFinding => {
  const unset = /data-unset="([A-Z_ ]+)"/.exec(page)?.[1]
  return unset === undefined
    ? ok("operator", "has stated who it is")
    : doubtful(
        "operator",
        `travellers read that these are not stated: ${unset.replaceAll(" ", ", ")}`,
        "who operates the service sets them, before travellers buy by it",
      )
}

/**
 * What is left of a key's quota.
 *
 * ```ts
 * import { judgeQuota } from "../http/cli/doctor/findings.ts"
 *
 * const all = { limit: 200, remaining: 200 }
 * judgeQuota({ reads: all, writes: all, burst: all, resetInSeconds: 60 }).state // => "ok"
 * judgeQuota({ reads: { limit: 200, remaining: 0 }, writes: all, burst: all, resetInSeconds: 60 }).state // => "wrong"
 * ```
 */
export const judgeQuota = ({
  burst,
  reads,
  resetInSeconds,
  writes,
}: QuotaLeft): ConnectionFinding => {
  const left = [
    `${reads.remaining} of ${reads.limit} reads`,
    `${writes.remaining} of ${writes.limit} writes`,
    `${burst.remaining} of ${burst.limit} calls of this minute`,
  ].join(", ")
  const day = [reads, writes]
  const todo = `wait ${Math.ceil(resetInSeconds / 60)} min for the next day (UTC), or ask for more`
  if (day.some(({ remaining }) => remaining === 0)) return wrong("quota", left, todo)
  return day.some(({ limit, remaining }) => remaining < limit * scarce)
    ? doubtful("quota", left, todo)
    : ok("quota", left)
}

/** What an answer that is none of the wanted ones tells: the refusal and what to do, or that something else answers. */
export const refusedFinding = (
  check: string,
  { body, headers, status }: CallAnswer,
): ConnectionFinding =>
  Option.match(readRefused(body), {
    onNone: () =>
      wrong(
        check,
        `${status}${told(headers, "location", (to) => ` that leads to ${to},`)} with a body that is not of this API`,
        "something else answers at the address: a proxy, a login page",
      ),
    onSome: ({ detail = "", error }) => {
      const id = told(headers, "x-request-id", (id) => ` (request ${id})`)
      const after = told(headers, "retry-after", (seconds) => ` (Retry-After: ${seconds} s)`)
      return wrong(
        checkOf(check, error),
        `${status} ${error}: ${detail}${after}${id}`,
        remedyOf(error),
      )
    },
  })

/** It works, and may not for long. */
const doubtful = (check: string, found: string, todo: string): ConnectionFinding => ({
  check,
  state: "doubtful",
  found,
  todo,
})

/** What a service allows that keeps the contract; a test compares it with `timestamp_window_s`. */
const windowSeconds = 300

/** A clock further off than this will be out of the window some day. */
const drifting = 30

const keyForm = /^ak_(test|live)_[0-9a-f]+$/

const secretForm = /^vsk_(test|live)_[0-9a-f]+$/

const usesOf: Readonly<Record<(typeof usualScopes)[number], string>> = {
  quotes: "prices",
  "quotes.link": "links",
  coach: "bilans and cards",
}

/** What a key has left, as `GET /travel/meta` tells it. */
interface QuotaLeft {
  readonly reads: { readonly limit: number; readonly remaining: number }
  readonly writes: { readonly limit: number; readonly remaining: number }
  readonly burst: { readonly limit: number; readonly remaining: number }
  readonly resetInSeconds: number
}

const scarce = 0.1

const Refused = Schema.Struct({ error: Schema.String, detail: Schema.optional(Schema.String) })

const readRefused = Schema.decodeUnknownOption(Schema.fromJsonString(Refused))

const told = (headers: CallAnswer["headers"], name: string, text: (value: string) => string) =>
  headers[name] === undefined ? "" : text(headers[name])

/** The check that a refusal of a signed call belongs to. */
const checkOf = (check: string, code: string): string =>
  check === "signature" && !signingCodes.has(code) ? "call" : check

/** What is wrong when these are refused is how a call is signed, or by whom; else it is the call itself. */
const signingCodes: ReadonlySet<string> = new Set([
  "UNAUTHORIZED",
  "V1_SCHEME_RETIRED",
  "STALE_TIMESTAMP",
  "INVALID_SIGNATURE",
])

/** What to do about a code that a call was refused with. */
const remedyOf = (code: string): string =>
  (isNamed(code) ? remedies[code] : undefined) ??
  "read the reference of errors at /docs, and tell the operators the request id"

const isNamed = (code: string): code is keyof typeof remedies => Object.hasOwn(remedies, code)

/** What to do about a refusal that a first call may meet. */
const remedies: Partial<Readonly<Record<RefusalName, string>>> = {
  UNAUTHORIZED:
    "compare the key id with the console's; it is unknown at this address, or revoked. A sandbox of another service has other keys",
  V1_SCHEME_RETIRED: "sign by v2: the timestamp, method, path and body, joined by dots",
  STALE_TIMESTAMP: "set this machine's clock; send Unix seconds, not milliseconds",
  INVALID_SIGNATURE:
    "the secret is not that of the key, or something on the way changes path or body: compare what the service received",
  ADDRESS_FORBIDDEN: "call from a network that the key lists, or add this one to it in the console",
  SCOPE_FORBIDDEN: "ask for a key with that scope; a suspended account may call nothing",
  RATE_LIMITED: "wait for the seconds of Retry-After",
  QUOTA_EXCEEDED: "wait for the seconds of Retry-After, or ask for more",
  NOT_FOUND: "the address leads to no service of this kind; leave out any path behind the host",
  SERVICE_UNAVAILABLE: "wait a moment, and look at /status of the service",
  INTERNAL_ERROR: "tell the operators the request id",
}
