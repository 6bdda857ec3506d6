import type { KeyId } from "../../../../rules/accounts/key-text.ts"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { KeyRecord } from "../../../../http/ports/keys.ts"
import { recordInTime } from "../../../../http/store/accounts/key-cache.ts"
import type { KeySource } from "../../../../http/gateway/authenticate.ts"
import { now, type SigningVector, type VectorKey } from "../../../vectors/signing-draft.ts"
import type { KeySecrets, SignedRequest } from "../../../../rules/signing/check.ts"

/** The secrets of a vector's key as a reading of it at a moment gives them. */
const secretsAt = (key: VectorKey, nowSeconds: number): KeySecrets => {
  const current = Redacted.make(key.secret)
  if (key.previous === undefined) return { current }
  const secret = Redacted.make(key.previous.secret)
  return {
    current,
    previous: { secret, validForMs: (key.previous.validUntil - nowSeconds) * 1_000 },
  }
}

/** A key record with the secrets of a vector; account and scopes do not matter to signing. */
export const recordOf = (key: VectorKey, nowSeconds = now): KeyRecord =>
  recordInTime(untimedRecord(key, nowSeconds), 0)

const untimedRecord = (key: VectorKey, nowSeconds: number): KeyRecord => ({
  keyId: key.keyId as KeyId,
  mode: key.mode,
  partner: {
    id: "acc_1",
    code: "acme",
    status: "approved",
    baseRateBps: 1000,
    upliftBps: 0,
    factsOnly: false,
    defaultLinkCode: null,
  },
  scopes: ["quotes", "quotes.link", "coach"],
  secrets: secretsAt(key, nowSeconds),
  validForMs: null,
  networks: [],
  readsSales: true,
  revision: 1n,
  revokedAt: key.revoked === true ? "2026-01-01T00:00:00.000Z" : null,
  createdAt: "2025-12-01T00:00:00.000Z",
})

/** A source that knows the keys of a vector, as they are at a moment, and nothing else. */
export const sourceOf = (keys: ReadonlyArray<VectorKey>, nowSeconds = now): KeySource => {
  const records = new Map(keys.map((key) => [key.keyId, recordOf(key, nowSeconds)]))
  return { lookup: (keyId) => Effect.succeed(records.get(keyId)) }
}

/** The request of a vector as a server receives it. */
export const requestOf = ({ request }: Pick<SigningVector, "request">): SignedRequest => ({
  method: request.method,
  path: request.path,
  body:
    request.bodyBase64 === undefined
      ? Buffer.from(request.bodyUtf8 ?? "", "utf8")
      : Buffer.from(request.bodyBase64, "base64"),
  headerValues: (name) =>
    request.headers.filter(([given]) => given.toLowerCase() === name).map(([, value]) => value),
})
