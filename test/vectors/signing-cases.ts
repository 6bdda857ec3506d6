import { createHmac } from "node:crypto"

/** A key as a vector describes it; times in Unix seconds. */
export interface VectorKey {
  readonly keyId: string
  readonly mode: "sandbox" | "live"
  readonly secret: string
  readonly previous?: { readonly secret: string; readonly validUntil: number }
  readonly revoked?: true
}

/** One request to check, in data that any language can read. */
export interface SigningVector {
  readonly name: string
  /** Unix seconds on the server's clock. */
  readonly now: number
  readonly prefix: string
  readonly keys: ReadonlyArray<VectorKey>
  readonly request: {
    readonly method: string
    /** Raw request target, the query included. */
    readonly path: string
    readonly bodyUtf8?: string
    readonly bodyBase64?: string
    readonly headers: ReadonlyArray<readonly [name: string, value: string]>
  }
  readonly expected:
    | { readonly ok: true; readonly keyId: string }
    | { readonly ok: false; readonly error: string; readonly status: 401 }
  /** False for what HTTP itself cannot carry: for checks of a verifying function only. */
  readonly overHttp?: false
}

type Header = readonly [name: string, value: string]

const now = 1_767_225_600
const day = 86_400
const sandboxKey: VectorKey = {
  keyId: "ak_test_5c1d0c4e8f3b4a6d9e2f7a1b0c3d4e5f",
  mode: "sandbox",
  secret: "vsk_test_example-current-secret-0001",
}
const liveKey: VectorKey = {
  keyId: "ak_live_9b8a7c6d5e4f30211203f4e5d6c7b8a9",
  mode: "live",
  secret: "vsk_live_example-current-secret-0002",
}
const otherKey: VectorKey = {
  keyId: "ak_test_00112233445566778899aabbccddeeff",
  mode: "sandbox",
  secret: "vsk_test_example-other-secret-0003",
}
const previousSecret = "vsk_test_example-previous-secret-0004"
const oldestSecret = "vsk_test_example-oldest-secret-0005"
const rotatedKey = (validUntil: number): VectorKey => ({
  ...sandboxKey,
  previous: { secret: previousSecret, validUntil },
})

/** A request before it is signed; what is left out is the plain sandbox pricing call. */
interface Draft {
  readonly method?: string
  readonly path?: string
  readonly body?: string | Uint8Array
  readonly keyId?: string
  readonly secret?: string
  readonly timestamp?: string
  readonly prefix?: string
}

const pricing = {
  method: "POST",
  path: "/api/v1/travel/quotes",
  body: '{"trip":{"intent":"forTourism"}}',
}

const bytesOf = (body: string | Uint8Array): Uint8Array =>
  typeof body === "string" ? Buffer.from(body, "utf8") : body

/** The signature of a message, written out here so that the vectors depend on no code they check. */
const signature = (draft: Draft): string => {
  const { method = pricing.method, path = pricing.path, body = pricing.body } = draft
  const timestamp = draft.timestamp ?? String(now)
  return createHmac("sha256", draft.secret ?? sandboxKey.secret)
    .update(`${timestamp}.${method}.${path}.`)
    .update(bytesOf(body))
    .digest("hex")
}

const headersOf = (draft: Draft): ReadonlyArray<Header> => {
  const prefix = draft.prefix ?? "svc"
  return [
    [`x-${prefix}-key-id`, draft.keyId ?? sandboxKey.keyId],
    [`x-${prefix}-timestamp`, draft.timestamp ?? String(now)],
    [`x-${prefix}-signature`, `v2=${signature(draft)}`],
  ]
}

const bodyField = (body: string | Uint8Array) =>
  typeof body === "string"
    ? { bodyUtf8: body }
    : { bodyBase64: Buffer.from(body).toString("base64") }

/** What differs between what was signed and what is sent and known. */
interface Change {
  readonly signed?: Draft
  readonly sent?: Pick<Draft, "method" | "path" | "body">
  readonly headers?: (headers: ReadonlyArray<Header>) => ReadonlyArray<Header>
  readonly keys?: ReadonlyArray<VectorKey>
  readonly now?: number
  readonly prefix?: string
  readonly overHttp?: false
}

const vector = (
  name: string,
  change: Change,
  expected: SigningVector["expected"],
): SigningVector => {
  const signed = change.signed ?? {}
  const sent = { ...pricing, ...signed, ...change.sent }
  const headers = headersOf(signed)
  return {
    name,
    now: change.now ?? now,
    prefix: change.prefix ?? "svc",
    keys: change.keys ?? [sandboxKey, liveKey, otherKey],
    request: {
      method: sent.method,
      path: sent.path,
      ...bodyField(sent.body),
      headers: change.headers === undefined ? headers : change.headers(headers),
    },
    expected,
    ...(change.overHttp === false ? { overHttp: false } : {}),
  }
}

const accepted = (name: string, change: Change = {}): SigningVector =>
  vector(name, change, { ok: true, keyId: change.signed?.keyId ?? sandboxKey.keyId })

const refused =
  (error: string) =>
  (name: string, change: Change): SigningVector =>
    vector(name, change, { ok: false, error, status: 401 })

const unauthorized = refused("UNAUTHORIZED")
const retired = refused("V1_SCHEME_RETIRED")
const stale = refused("STALE_TIMESTAMP")
const invalid = refused("INVALID_SIGNATURE")

/** Replaces the value of one header. */
const setting =
  (suffix: string, value: (old: string) => string) =>
  (headers: ReadonlyArray<Header>): ReadonlyArray<Header> =>
    headers.map(([name, old]) => (name.endsWith(suffix) ? [name, value(old)] : [name, old]))

const without = (suffix: string) => (headers: ReadonlyArray<Header>) =>
  headers.filter(([name]) => !name.endsWith(suffix))

/** Sends one header once more, with a value made from the first. */
const repeating = (suffix: string, value: (old: string) => string) => (headers: ReadonlyArray<Header>) =>
  headers.flatMap(([name, old]): ReadonlyArray<Header> =>
    name.endsWith(suffix)
      ? [
          [name, old],
          [name, value(old)],
        ]
      : [[name, old]],
  )

const same = (old: string): string => old
const signatureTo = (value: (old: string) => string) => ({ headers: setting("signature", value) })
const signedAt = (timestamp: string) => ({ signed: { timestamp } })

const v1 = (): string =>
  `v1=${createHmac("sha256", sandboxKey.secret).update(`${now}.${pricing.body}`).digest("hex")}`

const acceptedCases: ReadonlyArray<SigningVector> = [
  accepted("a POST with a JSON body"),
  accepted("a live key", { signed: { keyId: liveKey.keyId, secret: liveKey.secret } }),
  accepted("a GET signs an empty body, so the message ends on the final dot", {
    signed: { method: "GET", path: "/api/v1/travel/meta", body: "" },
  }),
  accepted("HEAD is signed as HEAD", {
    signed: { method: "HEAD", path: "/api/v1/travel/meta", body: "" },
  }),
  accepted("the conversion postback is signed like every call", {
    signed: { path: "/api/postback/conversion", body: '{"ref":"acme-x1","amount":10}' },
  }),
  accepted("the query is not part of the message", {
    signed: { method: "GET", path: "/api/v1/coach/cards", body: "" },
    sent: { path: "/api/v1/coach/cards?country=FR&lang=en" },
  }),
  accepted("an empty query is not part of the message", {
    signed: { method: "GET", path: "/api/v1/coach/cards", body: "" },
    sent: { path: "/api/v1/coach/cards?" },
  }),
  accepted("a second question mark belongs to the query", {
    signed: { method: "GET", path: "/api/v1/coach/cards", body: "" },
    sent: { path: "/api/v1/coach/cards?a=?b" },
  }),
  accepted("a POST with an empty body", { signed: { body: "" } }),
  accepted("upper-case hex in the signature", signatureTo((old) => `v2=${old.slice(3).toUpperCase()}`)),
  accepted(
    "mixed-case hex in the signature",
    signatureTo((old) => `v2=${old.slice(3, 35).toUpperCase()}${old.slice(35)}`),
  ),
  accepted("header names in any case", {
    headers: (headers) => headers.map(([name, value]) => [name.toUpperCase(), value]),
  }),
  accepted("headers in any order, others between them", {
    headers: (headers) => [["accept", "*/*"], ...headers.toReversed(), ["x-svc-note", "hello"]],
  }),
  accepted("another header prefix", { signed: { prefix: "acme-travel" }, prefix: "acme-travel" }),
  accepted("a UTF-8 body beyond ASCII", { signed: { body: '{"name":"Zoë 🧳 東京"}' } }),
  accepted("a body with a byte order mark", { signed: { body: "\ufeff{}" } }),
  accepted("a body with a trailing newline that was signed", { signed: { body: "{}\n" } }),
  accepted("a body with CRLF line ends", { signed: { body: '{\r\n"a":1\r\n}' } }),
  accepted("a binary body that is no UTF-8", {
    signed: { body: Uint8Array.of(0, 255, 254, 128, 192, 10, 13, 0) },
  }),
  accepted("a body of 4 KiB", { signed: { body: `"${"a".repeat(4_094)}"` } }),
  accepted("a percent-encoded path signed as it is sent", {
    signed: { path: "/api/v1/travel/qu%6Ftes" },
  }),
  accepted("a body that begins with a dot", { signed: { body: ".quotes" } }),
]

const windowCases: ReadonlyArray<SigningVector> = [
  accepted("299 s behind", signedAt(String(now - 299))),
  accepted("300 s behind", signedAt(String(now - 300))),
  stale("301 s behind", signedAt(String(now - 301))),
  accepted("299 s ahead", signedAt(String(now + 299))),
  accepted("300 s ahead", signedAt(String(now + 300))),
  stale("301 s ahead", signedAt(String(now + 301))),
  stale("a day behind", signedAt(String(now - day))),
  stale("the largest ten-digit timestamp", signedAt("9999999999")),
  stale("ten zeros", signedAt("0000000000")),
  stale("a timestamp in milliseconds", signedAt(`${now}000`)),
  stale("eleven digits with a leading zero", signedAt(`0${now}`)),
  stale("nine digits", signedAt(String(now).slice(0, 9))),
  stale("a plus sign", signedAt(`+${now}`)),
  stale("a minus sign", signedAt(`-${now}`)),
  stale("a decimal point", signedAt(`${now}.0`)),
  stale("an exponent", signedAt("1.76722e9")),
  stale("an exponent of ten characters", signedAt("17672256e2")),
  stale("hexadecimal", signedAt("0x6955b900")),
  stale("a space inside", signedAt("176722 5600")),
  stale("digit group separators", signedAt("1_767_225_600")),
  stale("an ISO 8601 instant", signedAt("2026-01-01T00:00:00Z")),
  stale("a word", signedAt("now")),
  stale("a trailing line feed", { ...signedAt(`${now}\n`), overHttp: false }),
  stale("digits of another script", { ...signedAt("１７６７２２５６００"), overHttp: false }),
  stale("an empty timestamp", signedAt("")),
  stale("no timestamp header", { headers: without("timestamp") }),
  stale("the timestamp sent twice, the same", { headers: repeating("timestamp", same) }),
  stale("the timestamp sent twice, different", {
    headers: repeating("timestamp", () => String(now - 1)),
  }),
  stale("two timestamps joined by a comma", signedAt(`${now}, ${now}`)),
  stale("a stale timestamp comes before a bad signature", {
    ...signedAt(String(now - 301)),
    headers: setting("signature", () => "v2=00"),
  }),
  stale("a stale timestamp comes before a missing signature", {
    ...signedAt(String(now - 301)),
    headers: without("signature"),
  }),
]

const keyCases: ReadonlyArray<SigningVector> = [
  unauthorized("no headers at all", { headers: () => [] }),
  unauthorized("no key id header", { headers: without("key-id") }),
  unauthorized("an empty key id", { signed: { keyId: "" } }),
  unauthorized("an unknown key", { signed: { keyId: "ak_test_ffffffffffffffffffffffffffffffff" } }),
  unauthorized("a key id in upper case", { signed: { keyId: sandboxKey.keyId.toUpperCase() } }),
  unauthorized("the key id sent twice, the same", { headers: repeating("key-id", same) }),
  unauthorized("the key id sent twice, different", {
    headers: repeating("key-id", () => otherKey.keyId),
  }),
  unauthorized("two key ids joined by a comma", {
    signed: { keyId: `${sandboxKey.keyId}, ${sandboxKey.keyId}` },
  }),
  unauthorized("a revoked key", { keys: [{ ...sandboxKey, revoked: true }] }),
  unauthorized("a revoked key with its previous secret", {
    signed: { secret: previousSecret },
    keys: [{ ...rotatedKey(now + day), revoked: true }],
  }),
  unauthorized("an unknown key comes before the retired scheme", {
    signed: { keyId: "ak_test_ffffffffffffffffffffffffffffffff" },
    headers: setting("signature", v1),
  }),
  unauthorized("an unknown key comes before a stale timestamp", {
    signed: { keyId: "ak_test_ffffffffffffffffffffffffffffffff", timestamp: "0" },
  }),
  unauthorized("headers with the prefix of another service", { signed: { prefix: "other" } }),
]

const schemeCases: ReadonlyArray<SigningVector> = [
  retired("a correct v1 signature", signatureTo(v1)),
  retired("v1 with a stale timestamp", {
    ...signedAt(String(now - 301)),
    headers: setting("signature", v1),
  }),
  retired("v1 without a timestamp", {
    headers: (headers) => without("timestamp")(setting("signature", v1)(headers)),
  }),
  retired("v1 with nothing after it", signatureTo(() => "v1=")),
  retired("v1 joined with v2 by a comma", signatureTo((old) => `${v1()}, ${old}`)),
  invalid("v2 joined with v1 by a comma", signatureTo((old) => `${old}, ${v1()}`)),
  invalid("V1 in upper case is no scheme", signatureTo(() => v1().replace("v1", "V1"))),
  invalid("V2 in upper case is no scheme", signatureTo((old) => old.replace("v2", "V2"))),
  invalid("v3 is no scheme", signatureTo((old) => old.replace("v2", "v3"))),
  invalid("hex without a scheme", signatureTo((old) => old.slice(3))),
]

const shapeCases: ReadonlyArray<SigningVector> = [
  invalid("no signature header", { headers: without("signature") }),
  invalid("an empty signature", signatureTo(() => "")),
  invalid("v2 with nothing after it", signatureTo(() => "v2=")),
  invalid("63 hex digits", signatureTo((old) => old.slice(0, -1))),
  invalid("62 hex digits", signatureTo((old) => old.slice(0, -2))),
  invalid("66 hex digits", signatureTo((old) => `${old}00`)),
  invalid("a letter beyond f in the last place", signatureTo((old) => `${old.slice(0, -1)}g`)),
  invalid("a signature of 64 letters beyond f", signatureTo(() => `v2=${"z".repeat(64)}`)),
  invalid("a space inside the hex", signatureTo((old) => `${old.slice(0, 20)} ${old.slice(20)}`)),
  invalid("the signature in base64", signatureTo((old) => {
    return `v2=${Buffer.from(old.slice(3), "hex").toString("base64")}`
  })),
  invalid("a 0x before the hex", signatureTo((old) => old.replace("v2=", "v2=0x"))),
  invalid("the signature sent twice, the same", { headers: repeating("signature", same) }),
  invalid("the signature sent twice, the second wrong", {
    headers: repeating("signature", () => `v2=${"0".repeat(64)}`),
  }),
  invalid("all zeros", signatureTo(() => `v2=${"0".repeat(64)}`)),
  invalid("one bit changed", signatureTo((old) => {
    const last = Number.parseInt(old.slice(-1), 16) ^ 1
    return `${old.slice(0, -1)}${last.toString(16)}`
  })),
]

const bindingCases: ReadonlyArray<SigningVector> = [
  invalid("a body serialised again after signing", { sent: { body: '{"trip": {"intent": "forTourism"}}' } }),
  invalid("a newline added to the body", { sent: { body: `${pricing.body}\n` } }),
  invalid("a byte order mark added to the body", { sent: { body: `\ufeff${pricing.body}` } }),
  invalid("one letter changed in the body", { sent: { body: pricing.body.replace("T", "t") } }),
  invalid("the body dropped", { sent: { body: "" } }),
  invalid("a body added to a GET", {
    signed: { method: "GET", path: "/api/v1/travel/meta", body: "" },
    sent: { body: "{}" },
  }),
  invalid("the same letters in another Unicode form", {
    signed: { body: '"Zo\u00eb"' },
    sent: { body: '"Zoe\u0308"' },
  }),
  invalid("a UTF-8 body sent as Latin-1", {
    signed: { body: '"Zo\u00eb"' },
    sent: { body: Buffer.from('"Zo\u00eb"', "latin1") },
  }),
  invalid("the path of another endpoint", { sent: { path: "/api/v1/travel/links" } }),
  invalid("a trailing slash added", { sent: { path: `${pricing.path}/` } }),
  invalid("a slash doubled", { sent: { path: "/api//v1/travel/quotes" } }),
  invalid("the path in another case", { sent: { path: "/api/v1/travel/Quotes" } }),
  invalid("a letter of the path percent-encoded", { sent: { path: "/api/v1/travel/qu%6Ftes" } }),
  invalid("percent-encoding in the other case", {
    signed: { path: "/api/v1/travel/qu%6ftes" },
    sent: { path: "/api/v1/travel/qu%6Ftes" },
  }),
  invalid("dot segments that would resolve to the path", {
    sent: { path: "/api/v1/coach/../travel/quotes" },
  }),
  invalid("the query signed as if it were part of the path", {
    signed: { method: "GET", path: "/api/v1/coach/cards?country=FR", body: "" },
  }),
  invalid("the whole URL signed instead of the path", {
    signed: { path: "https://api.example.com/api/v1/travel/quotes" },
    sent: { path: pricing.path },
  }),
  invalid("POST signed, GET sent", { sent: { method: "GET" } }),
  invalid("GET signed, HEAD sent", {
    signed: { method: "GET", path: "/api/v1/travel/meta", body: "" },
    sent: { method: "HEAD" },
  }),
  invalid("the method signed in lower case", { signed: { method: "post" }, sent: { method: "POST" } }),
  invalid("another timestamp sent than signed", {
    headers: setting("timestamp", () => String(now - 1)),
  }),
  invalid("the timestamp left out of the message", signatureTo(() => {
    const message = `${pricing.method}.${pricing.path}.${pricing.body}`
    return `v2=${createHmac("sha256", sandboxKey.secret).update(message).digest("hex")}`
  })),
  invalid("the v1 message under the v2 scheme", signatureTo(() => v1().replace("v1", "v2"))),
  invalid("a GET signed without the final dot", {
    signed: { method: "GET", path: "/api/v1/travel/meta", body: "" },
    headers: setting("signature", () => {
      const message = `${now}.GET./api/v1/travel/meta`
      return `v2=${createHmac("sha256", sandboxKey.secret).update(message).digest("hex")}`
    }),
  }),
  accepted("the joining dot is ambiguous: the body X. signs like a path that ends in .X", {
    signed: { body: "X." },
    sent: { path: `${pricing.path}.X`, body: "" },
  }),
  invalid("a body moved into the path, without the dot that ends it", {
    signed: { body: "X" },
    sent: { path: `${pricing.path}.X`, body: "" },
  }),
]

const secretCases: ReadonlyArray<SigningVector> = [
  invalid("the secret of another key of the same partner", { signed: { secret: otherKey.secret } }),
  invalid("the secret of a sandbox key on a live key", { signed: { keyId: liveKey.keyId } }),
  invalid("an empty secret", { signed: { secret: "" } }),
  invalid("the secret with a trailing newline", { signed: { secret: `${sandboxKey.secret}\n` } }),
  invalid("the key id used as the secret", { signed: { secret: sandboxKey.keyId } }),
  accepted("the new secret after a rotation", { keys: [rotatedKey(now + day)] }),
  accepted("the previous secret right after a rotation", {
    signed: { secret: previousSecret },
    keys: [rotatedKey(now + day)],
  }),
  accepted("the previous secret one second before its 24 hours end", {
    signed: { secret: previousSecret },
    keys: [rotatedKey(now + 1)],
  }),
  invalid("the previous secret when its 24 hours end", {
    signed: { secret: previousSecret },
    keys: [rotatedKey(now)],
  }),
  invalid("the previous secret one second after its 24 hours", {
    signed: { secret: previousSecret },
    keys: [rotatedKey(now - 1)],
  }),
  accepted("the new secret after the previous one ended", { keys: [rotatedKey(now - day)] }),
  invalid("the oldest secret after two rotations within a day", {
    signed: { secret: oldestSecret },
    keys: [rotatedKey(now + day)],
  }),
  accepted("the end of the overlap counts on the server's clock, not on the timestamp", {
    signed: { secret: previousSecret, timestamp: String(now + 300) },
    keys: [rotatedKey(now + 1)],
  }),
]

/** All vectors, in the order in which they are published. */
export const signingVectors: ReadonlyArray<SigningVector> = [
  ...acceptedCases,
  ...windowCases,
  ...keyCases,
  ...schemeCases,
  ...shapeCases,
  ...bindingCases,
  ...secretCases,
]
