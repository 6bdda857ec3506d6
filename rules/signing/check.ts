import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import type { KeyMode } from "../accounts/partner.ts"
import { signedMessage, signedPath } from "./message.ts"
import {
  type InvalidSignature,
  mistakenMessages,
  mistakenSecrets,
  type SigningRefusal,
  type StaleTimestamp,
  type Unauthorized,
  type V1SchemeRetired,
} from "./signing-refusal.ts"

/** How far a timestamp may be off, in either direction, in seconds (contract, Limits). */
export const timestampWindowSeconds = 300

/** What signs, as the platform computes it; rules read nothing of the system. */
export interface Macs {
  /** HMAC-SHA256 in lower-case hex, keyed with the UTF-8 bytes of a text or with bytes. */
  readonly hmacSha256Hex: (secret: string | Uint8Array, message: MessageParts) => string
  /** Whether two MACs are the same, without telling by its time where they differ. */
  readonly equalMacs: (left: string, right: string) => boolean
  /** In lower-case hex. */
  readonly sha256Hex: (bytes: Uint8Array) => string
}

type MessageParts = readonly [head: string, body: Uint8Array]

/** The secrets that a key signs with: the newest, and the one before it for 24 hours. */
export interface KeySecrets {
  readonly current: Redacted.Redacted<string>
  readonly previous?: {
    readonly secret: Redacted.Redacted<string>
    /** For how long it signs from the reading of the record on, by the clock of the database. */
    readonly validForMs: number
  }
}

/** What a signature is checked against of the record of its key. */
export interface SigningKey {
  readonly mode: KeyMode
  readonly secrets: KeySecrets
  /** For how long it signs from the reading of the record on; null for good. */
  readonly validForMs: number | null
  /** ISO 8601, UTC; null where it is not revoked. */
  readonly revokedAt: string | null
}

/** A request as it came off the wire. */
export interface SignedRequest {
  readonly method: string
  /** The raw target; what follows the first `?` is ignored. */
  readonly path: string
  /** The raw body, byte for byte. */
  readonly body: Uint8Array
  /** Every distinct occurrence of a header, by its lower-case name, in order. */
  readonly headerValues: (name: string) => ReadonlyArray<string>
}

/** A call to check: the request, the moment, and its signing headers. */
export interface SignatureClaim {
  readonly request: SignedRequest
  readonly headers: ReceivedSigningHeaders
  readonly nowSeconds: number
  readonly windowSeconds: number
  /** The address under which partners reach the service, to tell what they have signed instead. */
  readonly baseUrl?: string | undefined
}

/** The three headers as received: every distinct occurrence, in order. */
export interface ReceivedSigningHeaders {
  readonly timestamps: ReadonlyArray<string>
  readonly signatures: ReadonlyArray<string>
}

/** Signing headers that are well formed and in time; the signature is not yet verified. */
export interface SigningHeaders {
  /** Ten digits, as sent. */
  readonly timestamp: string
  /** 64 lower-case hex digits: the HMAC that the caller claims, who may send them in either case. */
  readonly signatureHex: string
}

const timestampPattern = /^\d{10}$/
const signaturePrefix = "v2="
const macDigits = 64
const retiredScheme = "v1="

const beyondHex = /[^0-9a-f]/

/** The claimed MAC of a signature header in lower case; undefined where it is none. */
const readMac = (signature: string): string | undefined => {
  if (signature.length !== signaturePrefix.length + macDigits) return undefined
  if (!signature.startsWith(signaturePrefix)) return undefined
  // As a whole: of a part of a text the engine first makes a text of its own.
  const mac = signature.toLowerCase().slice(signaturePrefix.length)
  return mac.length !== macDigits || beyondHex.test(mac) ? undefined : mac
}

/**
 * HTTP stacks join repeated headers with `", "`, some before we can see it. Reading the joined form
 * in every case makes the outcome the same on all of them: no single legal value holds a comma.
 */
const joined = (values: ReadonlyArray<string>): string =>
  values.length === 1 && values[0] !== undefined ? values[0] : values.join(", ")

/**
 * The key id of a call, from every occurrence of its header; the first check of the sequence.
 *
 * ```ts
 * import * as Result from "effect/Result"
 * import { readKeyId } from "../rules/signing/check.ts"
 *
 * Result.getOrUndefined(readKeyId(["ak_test_7f"])) // => "ak_test_7f"
 * Result.isFailure(readKeyId(["ak_test_7f", "ak_test_7f"])) // => true
 * ```
 */
export const readKeyId = (values: ReadonlyArray<string>): Result.Result<string, Unauthorized> => {
  const value = values[0]
  if (value === undefined || joined(values) === "") {
    return Result.fail({ _tag: "Unauthorized", code: "UNAUTHORIZED", reason: "missing" })
  }
  if (value.startsWith("vsk_")) {
    return Result.fail({ _tag: "Unauthorized", code: "UNAUTHORIZED", reason: "secret" })
  }
  return values.length > 1
    ? Result.fail({ _tag: "Unauthorized", code: "UNAUTHORIZED", reason: "repeated" })
    : Result.succeed(value)
}

const staleness = (
  values: ReadonlyArray<string>,
  nowSeconds: number,
  windowSeconds: number,
): StaleTimestamp | undefined => {
  const stale = (reason: StaleTimestamp["reason"]): StaleTimestamp => ({
    _tag: "StaleTimestamp",
    code: "STALE_TIMESTAMP",
    reason,
    windowSeconds,
  })
  if (joined(values) === "") return stale("missing")
  if (values.length > 1) return stale("repeated")
  if (!timestampPattern.test(joined(values))) return stale("garbled")
  const aheadSeconds = Number(values[0]) - nowSeconds
  return Math.abs(aheadSeconds) > windowSeconds ? { ...stale("outside"), aheadSeconds } : undefined
}

const invalid = (reason: InvalidSignature["reason"]): InvalidSignature => ({
  _tag: "InvalidSignature",
  code: "INVALID_SIGNATURE",
  reason,
})

/**
 * Reads timestamp and signature of a call whose key is known, and decides in the contract's order:
 * retired scheme, timestamp, shape of the signature. A timestamp exactly `windowSeconds` off is in
 * time. A success says nothing yet about the HMAC.
 *
 * ```ts
 * import * as Result from "effect/Result"
 * import { readSigningHeaders } from "../rules/signing/check.ts"
 *
 * const read = (timestamp: string, signature: string) =>
 *   Result.match(
 *     readSigningHeaders(
 *       { timestamps: [timestamp], signatures: [signature] },
 *       { nowSeconds: 1767225600, windowSeconds: 300 },
 *     ),
 *     { onFailure: (refusal) => refusal.code, onSuccess: () => "well formed" },
 *   )
 * read("1767225300", "v2=" + "0".repeat(64)) // => "well formed"
 * read("1767225299", "v2=" + "0".repeat(64)) // => "STALE_TIMESTAMP"
 * read("soon", "v1=00") // => "V1_SCHEME_RETIRED"
 * read("1767225600", "v2=00") // => "INVALID_SIGNATURE"
 * ```
 */
export const readSigningHeaders = (
  received: ReceivedSigningHeaders,
  clock: { readonly nowSeconds: number; readonly windowSeconds: number },
): Result.Result<SigningHeaders, V1SchemeRetired | StaleTimestamp | InvalidSignature> => {
  const signature = joined(received.signatures)
  if (signature.startsWith(retiredScheme)) {
    return Result.fail({ _tag: "V1SchemeRetired", code: "V1_SCHEME_RETIRED" })
  }
  const stale = staleness(received.timestamps, clock.nowSeconds, clock.windowSeconds)
  if (stale !== undefined) return Result.fail(stale)
  if (signature === "") return Result.fail(invalid("missing"))
  if (received.signatures.length > 1) return Result.fail(invalid("repeated"))
  const signatureHex = readMac(signature)
  return signatureHex === undefined
    ? Result.fail(invalid("garbled"))
    : Result.succeed({ timestamp: joined(received.timestamps), signatureHex })
}

const unauthorized = (reason: Unauthorized["reason"]): Unauthorized => ({
  _tag: "Unauthorized",
  code: "UNAUTHORIZED",
  reason,
})

/** The check of signatures by the platform's HMAC. */
export interface SignatureCheck {
  /**
   * Checks a call against one record of its key, in the contract's order: key, scheme, timestamp, signature.
   * An unknown or revoked key takes as long as a known one.
   */
  readonly check: <Key extends SigningKey>(
    claim: SignatureClaim,
    key: Key | undefined,
  ) => Result.Result<Key, SigningRefusal>
  /** Why a signature does not hold, as far as it can be told to who holds the key. */
  readonly explained: (
    refused: SigningRefusal,
    claim: SignatureClaim,
    key: SigningKey | undefined,
  ) => SigningRefusal
}

/**
 * Makes the check of signatures.
 *
 * ```ts
 * import * as Result from "effect/Result"
 * import * as macs from "../http/platform/hmac.ts"
 * import { makeSignatureCheck } from "../rules/signing/check.ts"
 *
 * const { check } = makeSignatureCheck(macs)
 * const request = { method: "GET", path: "/api/v1/travel/meta", body: new Uint8Array(0), headerValues: () => [] }
 * const headers = { timestamps: ["1767225600"], signatures: ["v2=" + "0".repeat(64)] }
 * const claim = { request, headers, nowSeconds: 1767225600, windowSeconds: 300 }
 * Result.match(check(claim, undefined), { onFailure: ({ code }) => code, onSuccess: () => "signed" }) // => "UNAUTHORIZED"
 * ```
 */
export const makeSignatureCheck = ({
  equalMacs,
  hmacSha256Hex,
  sha256Hex,
}: Macs): SignatureCheck => {
  /**
   * Tells which secret of a key made a signature.
   *
   * Two HMACs are computed and compared for every signature that the current secret did not make:
   * without a previous secret a dummy takes its place and its verdict is dropped. The time may tell a
   * holder of the current secret that it is the right one.
   */
  const verifySignature = (
    { current, previous }: KeySecrets,
    message: MessageParts,
    signatureHex: string,
  ): Verification => {
    const isMadeWith = (secret: Redacted.Redacted): boolean =>
      equalMacs(signatureHex, hmacSha256Hex(Redacted.value(secret), message))
    if (isMadeWith(current)) return "current"
    const previousMatches = isMadeWith(previous?.secret ?? dummySecret)
    return previousMatches && previous !== undefined ? "previous" : "none"
  }

  const verifyAgainst = <Key extends SigningKey>(
    { request }: SignatureClaim,
    { signatureHex, timestamp }: SigningHeaders,
    key: Key,
  ): Result.Result<Key, SigningRefusal> => {
    const message = messageOf(request, timestamp)
    if (verifySignature(key.secrets, message, signatureHex) === "none") {
      return Result.fail(invalid("mismatch"))
    }
    // Who cannot sign does not learn that a key was set to end.
    const hasEnded = key.validForMs !== null && key.validForMs <= 0
    return hasEnded ? Result.fail(unauthorized("expired")) : Result.succeed(key)
  }

  const check: SignatureCheck["check"] = (claim, key) => {
    if (key === undefined || key.revokedAt !== null) {
      const message = messageOf(claim.request, claim.headers.timestamps[0] ?? "")
      verifySignature({ current: dummySecret }, message, "0".repeat(macDigits))
      return Result.fail(unauthorized(key === undefined ? "unknown" : "revoked"))
    }
    const headers = readSigningHeaders(claim.headers, claim)
    return Result.flatMap(headers, (read) => verifyAgainst(claim, read, key))
  }

  /** A sandbox key is told what arrived, so that its holder can find the difference. */
  const received = ({ body, method, path }: SignedRequest, key: SigningKey) =>
    key.mode === "sandbox"
      ? {
          received: {
            method: method.toUpperCase(),
            path: signedPath(path),
            bodyBytes: body.byteLength,
            bodySha256: sha256Hex(body),
          },
        }
      : {}

  /** The mistake that made a signature, if it is one of the frequent ones; only who has a secret can make it. */
  const mistakeOf = ({ baseUrl, headers, request, ...clock }: SignatureClaim, key: SigningKey) => {
    const read = readSigningHeaders(headers, clock)
    if (Result.isFailure(read)) return {}
    const { signatureHex, timestamp } = read.success
    const { body, method, path: target } = request
    const [host] = request.headerValues("host")
    const mistaken = { timestamp, method, target, path: signedPath(target), body, host, baseUrl }
    const made =
      mistakenMessages(mistaken).find(
        ({ parts }) => verifySignature(key.secrets, parts, signatureHex) !== "none",
      ) ??
      mistakenSecrets(Redacted.value(key.secrets.current)).find(({ secret }) =>
        equalMacs(signatureHex, hmacSha256Hex(secret, messageOf(request, timestamp))),
      )
    return made === undefined ? {} : { mistake: made.mistake }
  }

  const explained: SignatureCheck["explained"] = (refused, claim, key) =>
    refused._tag === "InvalidSignature" && key !== undefined
      ? { ...refused, ...mistakeOf(claim, key), ...received(claim.request, key) }
      : refused

  return { check, explained }
}

/** Which secret made a signature, if any did. */
type Verification = "current" | "previous" | "none"

/** Stands in for a missing secret, so that the time taken reveals nothing. */
const dummySecret = Redacted.make(
  "vsk_none_0000000000000000000000000000000000000000000000000000000000000000",
)

const messageOf = (request: SignedRequest, timestamp: string): MessageParts =>
  signedMessage({ timestamp, method: request.method, target: request.path, body: request.body })
