import { createHash, createHmac, type KeyObject, timingSafeEqual } from "node:crypto"

/** What is signed, in parts that follow one another; texts count as their UTF-8 bytes. */
export type MessageParts = readonly [head: string, body: Uint8Array]

/**
 * HMAC-SHA256 of a message, 32 bytes, keyed with the UTF-8 bytes of the secret as it was shown, or
 * with those as a key object, which is prepared once instead of at each message.
 */
export const hmacSha256 = (secret: string | KeyObject, [head, body]: MessageParts): Buffer =>
  createHmac("sha256", secret).update(head, "utf8").update(body).digest()

/** SHA-256 of some bytes in lower-case hex. */
export const sha256Hex = (bytes: Uint8Array): string =>
  createHash("sha256").update(bytes).digest("hex")

/** Compares two MACs without telling by its time where they differ; unequal lengths differ. */
export const equalMacs = (left: Uint8Array, right: Uint8Array): boolean =>
  left.byteLength === right.byteLength && timingSafeEqual(left, right)
