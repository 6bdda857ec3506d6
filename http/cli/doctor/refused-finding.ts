import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { RefusalName } from "../../api/api-refusal.ts"
import type { CallAnswer } from "../../terminal/service-call.ts"
import { type ConnectionFinding, wrong } from "./finding.ts"

const Refused = Schema.Struct({ error: Schema.String, detail: Schema.optional(Schema.String) })

/** What is wrong when these are refused is how a call is signed, or by whom; else it is the call itself. */
const signingCodes: ReadonlySet<string> = new Set([
  "UNAUTHORIZED",
  "V1_SCHEME_RETIRED",
  "STALE_TIMESTAMP",
  "INVALID_SIGNATURE",
])

/** The check that a refusal of a signed call belongs to. */
const checkOf = (check: string, code: string): string =>
  check === "signature" && !signingCodes.has(code) ? "call" : check

const told = (headers: CallAnswer["headers"], name: string, text: (value: string) => string) =>
  headers[name] === undefined ? "" : text(headers[name])

const readRefused = Schema.decodeUnknownOption(Schema.fromJsonString(Refused))

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

/** What to do about a refusal that a first call may meet. */
const remedies: Partial<Readonly<Record<RefusalName, string>>> = {
  UNAUTHORIZED:
    "compare the key id with the console's; it is unknown at this address, or revoked. A sandbox of another service has other keys",
  V1_SCHEME_RETIRED: "sign by v2: the timestamp, method, path and body, joined by dots",
  STALE_TIMESTAMP: "set this machine's clock; send Unix seconds, not milliseconds",
  INVALID_SIGNATURE:
    "the secret is not that of the key, or something on the way changes path or body: compare what the service received",
  SCOPE_FORBIDDEN: "ask for a key with that scope; a suspended account may call nothing",
  RATE_LIMITED: "wait for the seconds of Retry-After",
  QUOTA_EXCEEDED: "wait for the seconds of Retry-After, or ask for more",
  NOT_FOUND: "the address leads to no service of this kind; leave out any path behind the host",
  SERVICE_UNAVAILABLE: "wait a moment, and look at /status of the service",
  INTERNAL_ERROR: "tell the operators the request id",
}

const isNamed = (code: string): code is keyof typeof remedies => Object.hasOwn(remedies, code)

/** What to do about a code that a call was refused with. */
const remedyOf = (code: string): string =>
  (isNamed(code) ? remedies[code] : undefined) ??
  "read the reference of errors at /docs, and tell the operators the request id"
