import { equalMacs } from "./hmac.ts"

const xor = (left: Uint8Array, right: Uint8Array): Uint8Array =>
  left.map((byte, index) => byte ^ (right[index] ?? 0))

/**
 * A token as a page shows it: another text each time, so that the length of a compressed page that
 * also shows words of others tells nothing of it. The pad is as long as the token, and random.
 */
export const maskToken = (token: Uint8Array, pad: Uint8Array): string =>
  Buffer.concat([pad, xor(token, pad)]).toString("base64url")

const unmasked = (text: string): string => {
  const bytes = Buffer.from(text, "base64url")
  const half = bytes.length / 2
  return Buffer.from(xor(bytes.subarray(half), bytes.subarray(0, half))).toString("hex")
}

/**
 * Whether two masked texts hold one token.
 *
 * ```ts
 * import { maskToken, sameToken } from "../http/platform/masked-token.ts"
 *
 * const token = new Uint8Array([1, 2])
 * const one = maskToken(token, new Uint8Array([3, 4]))
 * sameToken(one, maskToken(token, new Uint8Array([5, 6]))) // => true
 * sameToken(one, maskToken(new Uint8Array([1, 3]), new Uint8Array([3, 4]))) // => false
 * ```
 */
export const sameToken = (left: string, right: string): boolean =>
  left.length === right.length && equalMacs(unmasked(left), unmasked(right))
