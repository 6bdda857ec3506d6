import { describe, expect, it } from "@effect/vitest"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as fc from "fast-check"
import { makeSignatureCheck, type SigningKey } from "../../../rules/signing/check.ts"

/** A MAC that anybody can read, and how many of them were asked for. */
const countedMacs = () => {
  let made = 0
  const hexOf = (text: string): string =>
    [...new TextEncoder().encode(text)].map((byte) => byte.toString(16).padStart(2, "0")).join("")
  const hmacSha256Hex = (
    secret: string | Uint8Array,
    [head, body]: readonly [string, Uint8Array],
  ) => {
    made += 1
    let [sum, more] = [7, 11]
    for (const code of new TextEncoder().encode(
      `${String(secret)}|${head}|${hexOf(String(body))}`,
    )) {
      sum = (sum * 31 + code) % 4_294_967_291
      more = (more * 37 + code) % 4_294_967_279
    }
    return `${sum.toString(16).padStart(8, "0")}${more.toString(16).padStart(8, "0")}`.repeat(4)
  }
  const macs = {
    hmacSha256Hex,
    equalMacs: (left: string, right: string) => left === right,
    sha256Hex: (bytes: Uint8Array) => hexOf(String(bytes)),
  }
  return { macs, made: () => made }
}

const now = 1_767_225_600
const key = (more: Partial<SigningKey> = {}): SigningKey => ({
  mode: "live",
  secrets: {
    current: Redacted.make("new"),
    previous: { secret: Redacted.make("old"), validForMs: 5 },
  },
  validForMs: null,
  revokedAt: null,
  ...more,
})

interface Sent {
  readonly timestamp: string
  readonly method: string
  readonly path: string
  readonly body: string
}

const sent: Sent = {
  timestamp: String(now),
  method: "POST",
  path: "/api/v1/coach/bilan",
  body: "{}",
}

const claimOf = ({ body, method, path, timestamp }: Sent, signatureHex: string) => ({
  request: { method, path, body: new TextEncoder().encode(body), headerValues: () => [] },
  headers: { timestamps: [timestamp], signatures: [`v2=${signatureHex}`] },
  nowSeconds: now,
  windowSeconds: 300,
})

/** What a call comes to that `secret` signs as `signed` and that arrives as `arrived`, and at how many MACs. */
const checked = (
  secret: string,
  of: SigningKey | undefined,
  { arrived = sent, signed = sent }: { readonly arrived?: Sent; readonly signed?: Sent } = {},
) => {
  const { made, macs } = countedMacs()
  const head = `${signed.timestamp}.${signed.method.toUpperCase()}.${signed.path}.`
  const signature = macs.hmacSha256Hex(secret, [head, new TextEncoder().encode(signed.body)])
  const before = made()
  const outcome = makeSignatureCheck(macs).check(claimOf(arrived, signature), of)
  const said = Result.match(outcome, {
    onFailure: (refused) =>
      "reason" in refused ? `${refused.code} ${refused.reason}` : refused.code,
    onSuccess: () => "signed",
  })
  return [said, made() - before] as const
}

describe("the signature of a call", () => {
  it.each([
    ["the newest secret", "new", key(), "signed", 1],
    ["the one before it", "old", key(), "signed", 2],
    ["another", "guessed", key(), "INVALID_SIGNATURE mismatch", 2],
    [
      "another, of a key with one secret",
      "old",
      key({ secrets: { current: Redacted.make("new") } }),
      "INVALID_SIGNATURE mismatch",
      2,
    ],
    [
      "the newest secret of a key that has ended",
      "new",
      key({ validForMs: 0 }),
      "UNAUTHORIZED expired",
      1,
    ],
    [
      "another, of a key that has ended",
      "guessed",
      key({ validForMs: 0 }),
      "INVALID_SIGNATURE mismatch",
      2,
    ],
    [
      "that of a revoked key",
      "new",
      key({ revokedAt: "2026-01-01T00:00:00Z" }),
      "UNAUTHORIZED revoked",
      2,
    ],
    ["any, of a key that is not there", "new", undefined, "UNAUTHORIZED unknown", 2],
  ] as const)("made with %s", (_, secret, of, outcome, macs) => {
    expect(checked(secret, of)).toEqual([outcome, macs])
  })

  it("holds for what arrived as it was signed, and for nothing else", () => {
    const drawn = fc.record({
      timestamp: fc.integer({ min: now - 300, max: now + 300 }).map(String),
      method: fc.constantFrom("GET", "POST"),
      path: fc.constantFrom("/a", "/a/", "/b"),
      body: fc.constantFrom("", "{}", "{ }"),
    })
    fc.assert(
      fc.property(drawn, drawn, fc.constantFrom("new", "old"), (signed, other, secret) => {
        expect(checked(secret, key(), { signed, arrived: signed })[0]).toBe("signed")
        const isSame = JSON.stringify(signed) === JSON.stringify(other)
        const said = isSame ? "signed" : "INVALID_SIGNATURE mismatch"
        expect(checked(secret, key(), { signed, arrived: other })[0]).toBe(said)
      }),
    )
  })
})
