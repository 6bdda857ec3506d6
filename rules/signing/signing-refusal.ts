import { mistakeText, type SigningMistake } from "./signing-mistake.ts"

/** The key header names no key that may call. */
export interface Unauthorized {
  readonly _tag: "Unauthorized"
  readonly code: "UNAUTHORIZED"
  readonly reason: "missing" | "repeated" | "unknown" | "revoked"
}

/** A known key signed with the scheme that covered only timestamp and body. */
export interface V1SchemeRetired {
  readonly _tag: "V1SchemeRetired"
  readonly code: "V1_SCHEME_RETIRED"
}

/** The timestamp header cannot be used, or lies outside the window. */
export interface StaleTimestamp {
  readonly _tag: "StaleTimestamp"
  readonly code: "STALE_TIMESTAMP"
  readonly reason: "missing" | "repeated" | "garbled" | "outside"
  /** Seconds that the caller's clock is ahead of ours (negative: behind); only for `outside`. */
  readonly aheadSeconds?: number
  readonly windowSeconds: number
}

/** What was received, as far as it may be told to the holder of a sandbox key. */
export interface ReceivedRequest {
  readonly method: string
  readonly path: string
  readonly bodyBytes: number
  /** Lower-case hex SHA-256 of the raw body. */
  readonly bodySha256: string
}

/** The signature header cannot be used, or does not verify. */
export interface InvalidSignature {
  readonly _tag: "InvalidSignature"
  readonly code: "INVALID_SIGNATURE"
  readonly reason: "missing" | "repeated" | "garbled" | "mismatch"
  /** The mistake that was made, where it is one of the frequent ones. */
  readonly mistake?: SigningMistake
  /** Present for sandbox keys only. */
  readonly received?: ReceivedRequest
}

/** Why a signed call is refused; `code` is the contract's error code. */
export type SigningRefusal = Unauthorized | V1SchemeRetired | StaleTimestamp | InvalidSignature

const keyHeaderDetail = (refusal: Unauthorized): string => {
  switch (refusal.reason) {
    case "missing":
      return "The key id header is missing."
    case "repeated":
      return "The key id header must be sent exactly once."
    case "unknown":
    case "revoked":
      return "The key is unknown or revoked."
  }
}

const timestampDetail = (refusal: StaleTimestamp): string => {
  switch (refusal.reason) {
    case "missing":
      return "The timestamp header is missing."
    case "repeated":
      return "The timestamp header must be sent exactly once."
    case "garbled":
      return "The timestamp must be Unix seconds, ten digits."
    case "outside": {
      const ahead = refusal.aheadSeconds ?? 0
      const direction = ahead > 0 ? "ahead of" : "behind"
      return `The timestamp is ${Math.abs(ahead)} s ${direction} the server's clock; at most ${refusal.windowSeconds} s are allowed.`
    }
  }
}

const signatureReason = (refusal: InvalidSignature): string => {
  switch (refusal.reason) {
    case "missing":
      return "The signature header is missing."
    case "repeated":
      return "The signature header must be sent exactly once."
    case "garbled":
      return "The signature must be v2= followed by 64 hex digits."
    case "mismatch":
      return "The signature does not verify."
  }
}

const signatureDetail = (refusal: InvalidSignature): string => {
  const reason = signatureReason(refusal)
  if (refusal.mistake !== undefined) return `${reason} ${mistakeText(refusal.mistake)}`
  if (refusal.received === undefined) return reason
  const { method, path, bodyBytes, bodySha256 } = refusal.received
  return `${reason} Received: method ${method}, path ${path}, body of ${bodyBytes} bytes with SHA-256 ${bodySha256}.`
}

/**
 * The sentence that explains a refusal to the caller. It never holds a secret or an expected
 * signature, and does not tell an unknown key from a revoked one.
 *
 * ```ts
 * import { signingRefusalDetail } from "../rules/signing/signing-refusal.ts"
 *
 * const refusal = { _tag: "Unauthorized", code: "UNAUTHORIZED", reason: "revoked" } as const
 * signingRefusalDetail(refusal) // => "The key is unknown or revoked."
 * ```
 */
export const signingRefusalDetail = (refusal: SigningRefusal): string => {
  switch (refusal._tag) {
    case "Unauthorized":
      return keyHeaderDetail(refusal)
    case "V1SchemeRetired":
      return "The v1 scheme is retired; sign timestamp, method, path and body with v2."
    case "StaleTimestamp":
      return timestampDetail(refusal)
    case "InvalidSignature":
      return signatureDetail(refusal)
  }
}
