import type { RefusalName } from "../../api/api-refusal.ts"

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
export const remedyOf = (code: string): string =>
  (isNamed(code) ? remedies[code] : undefined) ??
  "read the reference of errors at /docs, and tell the operators the request id"
