import * as Result from "effect/Result"
import type {
  InvalidSignature,
  StaleTimestamp,
  Unauthorized,
  V1SchemeRetired,
} from "./signing-refusal.ts"

/** How far a timestamp may be off, in either direction, in seconds (contract, Limits). */
export const timestampWindowSeconds = 300

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
 * import { readKeyId } from "../rules/signing/read.ts"
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
 * import { readSigningHeaders } from "../rules/signing/read.ts"
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
