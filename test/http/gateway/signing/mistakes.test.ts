import { createHmac } from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import {
  defaultSigningSettings,
  prepareAuthenticate,
} from "../../../../http/gateway/authenticate.ts"
import {
  signingRefusalDetail,
  type SigningRefusal,
} from "../../../../rules/signing/signing-refusal.ts"
import { sourceOf } from "./vector-call.ts"
import type { SignedRequest } from "../../../../rules/signing/check.ts"

const now = 1_767_225_600
const path = "/api/v1/travel/quotes"
const sandbox = {
  keyId: "ak_test_a",
  mode: "sandbox",
  secret: `vsk_test_${"0a".repeat(32)}`,
} as const
const live = { keyId: "ak_live_a", mode: "live", secret: `vsk_live_${"b7".repeat(32)}` } as const

interface Sent {
  readonly key?: typeof sandbox | typeof live
  readonly secret?: string | Uint8Array
  /** What is signed. */
  readonly message: string
  readonly target?: string
  readonly body?: string
  readonly method?: string
}

const settings = { ...defaultSigningSettings, baseUrl: "https://api.example/insurance" }

const requestOf = ({
  body = "{}",
  key = sandbox,
  message,
  method = "POST",
  secret = key.secret,
  target = path,
}: Sent): SignedRequest => {
  const hex = createHmac("sha256", secret).update(message).digest("hex")
  const headers: Readonly<Record<string, string>> = {
    host: "127.0.0.1:8080",
    "x-svc-key-id": key.keyId,
    "x-svc-timestamp": String(now),
    "x-svc-signature": `v2=${hex}`,
  }
  const headerValues = (name: string) => (headers[name] === undefined ? [] : [headers[name]])
  return { method, path: target, body: Buffer.from(body), headerValues }
}

const refusalOf = (sent: Sent): Promise<SigningRefusal> =>
  Effect.runPromise(
    Effect.flip(prepareAuthenticate(sourceOf([sandbox, live]), settings)(requestOf(sent), now)),
  ) as Promise<SigningRefusal>

const mistakeOf = async (sent: Sent): Promise<string | undefined> => {
  const refused = await refusalOf(sent)
  assert.strictEqual(refused._tag, "InvalidSignature")
  return refused._tag === "InvalidSignature" ? refused.mistake : undefined
}

const json = { a: [1, { b: "x, y: [z]" }], c: {} }

describe("a signature that does not hold", () => {
  it("is told by the mistake that was made, if it is a frequent one", async () => {
    const compact = JSON.stringify(json)
    const python = '{"a": [1, {"b": "x, y: [z]"}], "c": {}}'
    const mistakes: ReadonlyArray<readonly [string, Sent]> = [
      ["query", { message: `${now}.POST.${path}?a=1.{}`, target: `${path}?a=1` }],
      ["no_body", { message: `${now}.POST.${path}.` }],
      ["line_feed", { message: `${now}.POST.${path}.{}\n` }],
      ["json_written_otherwise", { message: `${now}.POST.${path}.${python}`, body: compact }],
      ["json_written_otherwise", { message: `${now}.POST.${path}.${compact}`, body: python }],
      ["method_case", { message: `${now}.post.${path}.{}` }],
      ["timestamp_and_body", { message: `${now}.{}` }],
      ["object_for_no_body", { method: "GET", message: `${now}.GET.${path}.{}`, body: "" }],
      ...[
        `http://127.0.0.1:8080${path}`,
        `https://127.0.0.1:8080${path}?a=1`,
        `https://api.example/insurance${path}`,
      ].map((address): readonly [string, Sent] => [
        "whole_address",
        { message: `${now}.POST.${address}.{}`, target: `${path}?a=1` },
      ]),
      ...[`/insurance${path}`, "/travel/quotes", path.slice(1), `${path}/`].map(
        (other): readonly [string, Sent] => ["path_prefix", { message: `${now}.POST.${other}.{}` }],
      ),
    ]
    for (const [mistake, sent] of mistakes) {
      assert.strictEqual(await mistakeOf(sent), mistake)
      assert.strictEqual(await mistakeOf({ ...sent, key: live }), mistake)
      const detail = signingRefusalDetail(await refusalOf(sent))
      assert.match(detail, /^The signature does not verify\. It holds .*: .*\.$/)
      // Longer ones are cut where they are kept.
      assert.isAtMost(detail.length, 200)
    }
  })

  it("is told by what the secret was taken for", async () => {
    const message = `${now}.POST.${path}.{}`
    for (const key of [sandbox, live]) {
      const digits = key.secret.slice("vsk_test_".length)
      const taken = [
        ["secret_line_feed", `${key.secret}\n`],
        ["secret_without_prefix", digits],
        ["secret_without_prefix", key.secret.slice("vsk_".length)],
        ["secret_decoded", Buffer.from(digits, "hex")],
      ] as const
      for (const [mistake, secret] of taken) {
        assert.strictEqual(await mistakeOf({ key, secret, message }), mistake)
        const detail = signingRefusalDetail(await refusalOf({ key, secret, message }))
        assert.match(detail, /^The signature does not verify\. It holds .*: .*\.$/)
        assert.isAtMost(detail.length, 200)
      }
    }
  })

  it("tells no mistake to whoever has not the secret, or made another", async () => {
    assert.isUndefined(await mistakeOf({ message: `${now}.POST.${path}.`, secret: "wrong" }))
    assert.isUndefined(await mistakeOf({ message: `${now}.POST./other.{}` }))
    assert.isUndefined(await mistakeOf({ message: `${now}.POST.${path}.{"a":2}` }))
    const detail = signingRefusalDetail(await refusalOf({ message: `${now}.POST./other.{}` }))
    assert.include(detail, `Received: method POST, path ${path}`)
  })

  it("is not looked into where its body is long", async () => {
    const body = JSON.stringify("x".repeat(20_000))
    assert.isUndefined(await mistakeOf({ message: `${now}.POST.${path}.`, body }))
  })
})
