import { createHash, createHmac, timingSafeEqual } from "node:crypto"

/** What is signed, in parts that follow one another; texts count as their UTF-8 bytes. */
export type MessageParts = readonly [head: string, body: Uint8Array]

/**
 * HMAC-SHA256 of a message, as 64 lower-case hex digits, keyed with the UTF-8 bytes of the secret as
 * it was shown, or with bytes.
 */
export const hmacSha256Hex = (secret: string | Uint8Array, [head, body]: MessageParts): string =>
  createHmac("sha256", secret).update(head, "utf8").update(body).digest("hex")

/** SHA-256 of some bytes in lower-case hex. */
export const sha256Hex = (bytes: Uint8Array): string =>
  createHash("sha256").update(bytes).digest("hex")

/** Compares two MACs, written in the same way, without telling by its time where they differ. */
export const equalMacs = (left: string, right: string): boolean => {
  const [leftBytes, rightBytes] = [Buffer.from(left), Buffer.from(right)]
  return leftBytes.length === rightBytes.length && timingSafeEqual(leftBytes, rightBytes)
}
