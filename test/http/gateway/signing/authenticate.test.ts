import { createHash } from "node:crypto"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { KeyStoreUnavailable } from "../../../../http/ports/account-errors.ts"
import type { KeyRecord } from "../../../../http/ports/keys.ts"
import { type KeySource, prepareAuthenticate } from "../../../../http/gateway/authenticate.ts"
import { signRequest } from "../../../../http/platform/sign-request.ts"
import { signingRefusalDetail } from "../../../../rules/signing/signing-refusal.ts"
import { recordOf, sourceOf } from "./vector-call.ts"
import type { SignedRequest } from "../../../../rules/signing/check.ts"

const now = 1_767_225_600
const sandbox = { keyId: "ak_test_a", mode: "sandbox", secret: "first" } as const
const live = { keyId: "ak_live_a", mode: "live", secret: "second" } as const

const signed = (options: {
  readonly key?: { readonly keyId: string; readonly secret: string }
  readonly body?: string
  readonly sentBody?: string
}): SignedRequest => {
  const { key = sandbox, body = "{}", sentBody = body } = options
  const request = { method: "POST", path: "/api/v1/travel/quotes" }
  const { keyId, secret } = key
  const headers = signRequest({ ...request, keyId, secret, body, nowSeconds: now })
  const headerValues = (name: string) => (headers[name] === undefined ? [] : [headers[name]])
  return { ...request, body: Buffer.from(sentBody), headerValues }
}

const refusalOf = (request: SignedRequest, keys: KeySource) =>
  Effect.runPromise(Effect.flip(prepareAuthenticate(keys)(request, now)))

describe("prepareAuthenticate()", () => {
  it("answers the record of the key that signed", async () => {
    const authenticate = prepareAuthenticate(sourceOf([sandbox]))
    const record = await Effect.runPromise(authenticate(signed({}), now))
    expect(record.keyId).toBe(sandbox.keyId)
  })

  it("tells the holder of a sandbox key what was received, never what was expected", async () => {
    const request = signed({ body: '{"a":1}', sentBody: '{"a": 2}' })
    const refusal = await refusalOf(request, sourceOf([sandbox]))
    const sha256 = createHash("sha256").update('{"a": 2}').digest("hex")
    expect(refusal).toEqual({
      _tag: "InvalidSignature",
      code: "INVALID_SIGNATURE",
      reason: "mismatch",
      received: {
        method: "POST",
        path: "/api/v1/travel/quotes",
        bodyBytes: 8,
        bodySha256: sha256,
      },
    })
    if (refusal._tag !== "InvalidSignature") return
    const detail = signingRefusalDetail(refusal)
    expect(detail).toContain(sha256)
    expect(detail.match(/[0-9a-f]{64}/g)).toEqual([sha256])
  })

  it("tells the holder of a live key nothing of what was received", async () => {
    const request = signed({ key: { ...live, secret: "wrong" } })
    expect(await refusalOf(request, sourceOf([live]))).toEqual({
      _tag: "InvalidSignature",
      code: "INVALID_SIGNATURE",
      reason: "mismatch",
    })
  })

  it("says the same of an unknown and of a revoked key", async () => {
    const unknown = await refusalOf(signed({}), sourceOf([]))
    const revoked = await refusalOf(signed({}), sourceOf([{ ...sandbox, revoked: true }]))
    if (unknown._tag !== "Unauthorized" || revoked._tag !== "Unauthorized") throw unknown
    expect(signingRefusalDetail(unknown)).toBe(signingRefusalDetail(revoked))
  })

  it("fails as unavailable, not as unauthorized, when the key store does not answer", async () => {
    const down = new KeyStoreUnavailable({ cause: new Error("connection refused") })
    const refusal = await refusalOf(signed({}), { lookup: () => Effect.fail(down) })
    expect(refusal).toBe(down)
  })

  it("reads the key again before it refuses a signature, so that a rotation is seen at once", async () => {
    const after: KeyRecord = recordOf({ ...sandbox, secret: "rotated" })
    const keys: KeySource = {
      lookup: () => Effect.succeed(recordOf(sandbox)),
      refresh: () => Effect.succeed(after),
    }
    const request = signed({ key: { keyId: sandbox.keyId, secret: "rotated" } })
    expect(await Effect.runPromise(prepareAuthenticate(keys)(request, now))).toBe(after)
  })

  it("refuses as revoked when the second reading says so", async () => {
    const keys: KeySource = {
      lookup: () => Effect.succeed(recordOf(sandbox)),
      refresh: () => Effect.succeed(recordOf({ ...sandbox, revoked: true })),
    }
    const request = signed({ key: { keyId: sandbox.keyId, secret: "wrong" } })
    expect(await refusalOf(request, keys)).toMatchObject({ reason: "revoked" })
  })

  it("does not read the key again for headers that no record could turn", async () => {
    let reads = 0
    const keys: KeySource = {
      lookup: () => Effect.succeed(recordOf(sandbox)),
      refresh: () => Effect.sync(() => (reads++, undefined)),
    }
    const request = signed({})
    const garbled: SignedRequest = {
      ...request,
      headerValues: (name) => (name.endsWith("signature") ? ["v2=00"] : request.headerValues(name)),
    }
    expect(await refusalOf(garbled, keys)).toMatchObject({ reason: "garbled" })
    expect(reads).toBe(0)
  })
})
