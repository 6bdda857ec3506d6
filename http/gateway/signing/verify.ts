import * as Redacted from "effect/Redacted"
import type { KeySecrets } from "../../ports/key-record.ts"
import { equalMacs, hmacSha256Hex, type MessageParts } from "../../platform/hmac.ts"

/** Which secret made a signature, if any did. */
export type Verification = "current" | "previous" | "none"

/** Stands in for a missing secret, so that the time taken reveals nothing. */
const dummySecret = Redacted.make(
  "vsk_none_0000000000000000000000000000000000000000000000000000000000000000",
)

/**
 * Tells which secret of a key made a signature.
 *
 * Two HMACs are computed and compared for every signature that the current secret did not make:
 * without a previous secret a dummy takes its place and its verdict is dropped. The time may tell a
 * holder of the current secret that it is the right one.
 */
export const verifySignature = (claim: {
  readonly secrets: KeySecrets
  readonly message: MessageParts
  /** The claimed MAC in lower-case hex. */
  readonly signatureHex: string
}): Verification => {
  const { secrets, message, signatureHex } = claim
  const isMadeWith = (secret: Redacted.Redacted): boolean =>
    equalMacs(signatureHex, hmacSha256Hex(Redacted.value(secret), message))
  if (isMadeWith(secrets.current)) return "current"
  const { previous } = secrets
  const previousMatches = isMadeWith(previous?.secret ?? dummySecret)
  return previousMatches && previous !== undefined ? "previous" : "none"
}

const dummySecrets: KeySecrets = { current: dummySecret }

/** Does the work of {@link verifySignature} for a key that does not exist. */
export const verifyNothing = (message: MessageParts): void => {
  verifySignature({ secrets: dummySecrets, message, signatureHex: "0".repeat(64) })
}
