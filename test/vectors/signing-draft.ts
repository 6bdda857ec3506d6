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

/** One header as it is sent. */
type Header = readonly [name: string, value: string]

/** The server clock of most vectors: 2026-01-01T00:00:00Z. */
export const now = 1_767_225_600
/** Seconds of a day. */
export const day = 86_400
/** The key that most vectors sign with. */
export const sandboxKey: VectorKey = {
  keyId: "ak_test_5c1d0c4e8f3b4a6d9e2f7a1b0c3d4e5f",
  mode: "sandbox",
  secret: "vsk_test_example-current-secret-0001",
}
/** A live key. */
export const liveKey: VectorKey = {
  keyId: "ak_live_9b8a7c6d5e4f30211203f4e5d6c7b8a9",
  mode: "live",
  secret: "vsk_live_example-current-secret-0002",
}
/** A second sandbox key. */
export const otherKey: VectorKey = {
  keyId: "ak_test_00112233445566778899aabbccddeeff",
  mode: "sandbox",
  secret: "vsk_test_example-other-secret-0003",
}
/** The secret of the sandbox key before its last rotation. */
export const previousSecret = "vsk_test_example-previous-secret-0004"
/** The secret before that one. */
export const oldestSecret = "vsk_test_example-oldest-secret-0005"
/** The sandbox key after a rotation. */
export const rotatedKey = (validUntil: number): VectorKey => ({
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

/** The call that most vectors make. */
export const pricing = {
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

/** A vector that verifies. */
export const accepted = (name: string, change: Change = {}): SigningVector =>
  vector(name, change, { ok: true, keyId: change.signed?.keyId ?? sandboxKey.keyId })

const refused =
  (error: string) =>
  (name: string, change: Change): SigningVector =>
    vector(name, change, { ok: false, error, status: 401 })

/** A vector whose key is refused. */
export const unauthorized = refused("UNAUTHORIZED")
/** A vector under the retired scheme. */
export const retired = refused("V1_SCHEME_RETIRED")
/** A vector whose timestamp is refused. */
export const stale = refused("STALE_TIMESTAMP")
/** A vector whose signature is refused. */
export const invalid = refused("INVALID_SIGNATURE")

/** Replaces the value of one header. */
export const setting =
  (suffix: string, value: (old: string) => string) =>
  (headers: ReadonlyArray<Header>): ReadonlyArray<Header> =>
    headers.map(([name, old]) => (name.endsWith(suffix) ? [name, value(old)] : [name, old]))

/** Leaves out one header. */
export const without = (suffix: string) => (headers: ReadonlyArray<Header>) =>
  headers.filter(([name]) => !name.endsWith(suffix))

/** Sends one header once more, with a value made from the first. */
export const repeating =
  (suffix: string, value: (old: string) => string) => (headers: ReadonlyArray<Header>) =>
    headers.flatMap(([name, old]): ReadonlyArray<Header> =>
      name.endsWith(suffix)
        ? [
            [name, old],
            [name, value(old)],
          ]
        : [[name, old]],
    )

/** Leaves a value as it is. */
export const same = (old: string): string => old
/** Replaces the signature. */
export const signatureTo = (value: (old: string) => string) => ({
  headers: setting("signature", value),
})
/** Signs at another timestamp. */
export const signedAt = (timestamp: string) => ({ signed: { timestamp } })

/** The signature of the plain call under the retired scheme. */
export const v1 = (): string =>
  `v1=${createHmac("sha256", sandboxKey.secret).update(`${now}.${pricing.body}`).digest("hex")}`
