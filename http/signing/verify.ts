import * as Redacted from "effect/Redacted"
import { isPreviousSecretValid } from "../../rules/signing/rotation.ts"
import type { KeySecrets } from "../accounts/key-record.ts"
import { equalMacs, hmacSha256, type MessageParts } from "./hmac.ts"

/** Which secret made a signature, if any did. */
export type Verification = "current" | "previous" | "none"

/** Stands in where there is no secret, so that the work done tells nothing. */
const dummySecret = "vsk_none_0000000000000000000000000000000000000000000000000000000000000000"

/**
 * Checks a claimed signature (64 hex digits, shape already checked) against both secrets of a key.
 * Two HMACs are computed and compared in every case: without a previous secret, or with one that
 * has run out, a dummy takes its place and its verdict is dropped.
 */
export const verifySignature = (claim: {
  readonly secrets: KeySecrets
  readonly message: MessageParts
  readonly signatureHex: string
  readonly nowSeconds: number
}): Verification => {
  const { secrets, message, nowSeconds } = claim
  const claimed = Buffer.from(claim.signatureHex, "hex")
  const { previous } = secrets
  const current = equalMacs(claimed, hmacSha256(Redacted.value(secrets.current), message))
  const previousSecret = previous === undefined ? dummySecret : Redacted.value(previous.secret)
  const previousMatches = equalMacs(claimed, hmacSha256(previousSecret, message))
  if (current) return "current"
  const inTime =
    previous !== undefined &&
    isPreviousSecretValid({ validUntilSeconds: previous.validUntilSeconds, nowSeconds })
  return previousMatches && inTime ? "previous" : "none"
}

const dummySecrets: KeySecrets = { current: Redacted.make(dummySecret) }

/** Does the work of {@link verifySignature} for a key that does not exist. */
export const verifyNothing = (message: MessageParts): void => {
  verifySignature({
    secrets: dummySecrets,
    message,
    signatureHex: "0".repeat(64),
    nowSeconds: 0,
  })
}
