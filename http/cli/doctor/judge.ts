import { usualScopes } from "../../../rules/accounts/scopes.ts"
import { doubtful, type ConnectionFinding, ok, wrong } from "./finding.ts"

/** What a service allows that keeps the contract; a test compares it with `timestamp_window_s`. */
const windowSeconds = 300

/** A clock further off than this will be out of the window some day. */
const drifting = 30

/**
 * What a clock's distance from the service's comes to, in seconds; positive where ours is behind.
 *
 * ```ts
 * import { judgeClock } from "../http/cli/doctor/judge.ts"
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
 * What the address itself tells of its encryption, once it has answered.
 *
 * ```ts
 * import { judgeAddress } from "../http/cli/doctor/judge.ts"
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

const keyForm = /^ak_(test|live)_[0-9a-f]+$/
const secretForm = /^vsk_(test|live)_[0-9a-f]+$/

/**
 * What a key id and a secret look like, before anybody is asked; nothing where they look right.
 *
 * ```ts
 * import { judgeCredentials } from "../http/cli/doctor/judge.ts"
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

const usesOf: Readonly<Record<(typeof usualScopes)[number], string>> = {
  quotes: "prices",
  "quotes.link": "links",
  coach: "bilans and cards",
}

/**
 * What the scopes of a key allow.
 *
 * ```ts
 * import { judgeScopes } from "../http/cli/doctor/judge.ts"
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

/** What a key has left, as `GET /travel/meta` tells it. */
export interface QuotaLeft {
  readonly reads: { readonly limit: number; readonly remaining: number }
  readonly writes: { readonly limit: number; readonly remaining: number }
  readonly burst: { readonly limit: number; readonly remaining: number }
  readonly resetInSeconds: number
}

const scarce = 0.1

/**
 * What is left of a key's quota.
 *
 * ```ts
 * import { judgeQuota } from "../http/cli/doctor/judge.ts"
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
