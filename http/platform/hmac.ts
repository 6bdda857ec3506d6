import { createHash, createHmac, type KeyObject, timingSafeEqual } from "node:crypto"

/** What is signed, in parts that follow one another; texts count as their UTF-8 bytes. */
export type MessageParts = readonly [head: string, body: Uint8Array]

/**
 * HMAC-SHA256 of a message, as 64 lower-case hex digits, keyed with the UTF-8 bytes of the secret as
 * it was shown, or with those as a key object, which is prepared once instead of at each message.
 */
export const hmacSha256Hex = (secret: string | KeyObject, [head, body]: MessageParts): string =>
  createHmac("sha256", secret).update(head, "utf8").update(body).digest("hex")

/** SHA-256 of some bytes in lower-case hex. */
export const sha256Hex = (bytes: Uint8Array): string =>
  createHash("sha256").update(bytes).digest("hex")

/** The longest MAC, in hex; what is compared is laid into room that is there already. */
const macLengthMax = 64
const compared = [Buffer.alloc(macLengthMax), Buffer.alloc(macLengthMax)] as const

/** Lays a text into one of the rooms; whether it is ASCII and fits. */
const lay = (room: Buffer, text: string): boolean =>
  room.fill(0, text.length).write(text, "utf8") === text.length

/**
 * Compares two MACs, written in the same way in at most 64 characters of ASCII, without telling by its
 * time where they differ; whatever is written otherwise is equal to nothing.
 */
export const equalMacs = (left: string, right: string): boolean => {
  const [leftRoom, rightRoom] = compared
  if (left.length !== right.length || left.length > macLengthMax) return false
  return lay(leftRoom, left) && lay(rightRoom, right) && timingSafeEqual(leftRoom, rightRoom)
}
