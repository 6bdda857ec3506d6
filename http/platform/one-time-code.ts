import { createHmac } from "node:crypto"
import { equalMacs } from "./hmac.ts"

/** Seconds for which a code is shown, and digits that it has: what all authenticator apps take. */
const stepSeconds = 30
const digits = 6

/** Bytes of a secret: as many as the hash has (RFC 4226, 4). */
export const codeSecretBytes = 20

/** Steps before and after the one of now whose codes count, as clocks differ (RFC 6238, 5.2). */
const drift = 1

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"

/**
 * Bytes in base 32 (RFC 4648), without padding.
 *
 * ```ts
 * import { base32 } from "../http/platform/one-time-code.ts"
 *
 * base32(new TextEncoder().encode("foobar")) // => "MZXW6YTBOI"
 * ```
 */
export const base32 = (bytes: Uint8Array): string => {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("")
  return (bits.match(/.{1,5}/gu) ?? [])
    .map((five) => letters.charAt(Number.parseInt(five.padEnd(5, "0"), 2)))
    .join("")
}

/**
 * The code of a secret in a step of thirty seconds since 1970 (RFC 6238, with SHA-1).
 *
 * ```ts
 * import { codeOfStep } from "../http/platform/one-time-code.ts"
 *
 * codeOfStep(new TextEncoder().encode("12345678901234567890"), 1) // => "287082"
 * ```
 */
export const codeOfStep = (secret: Uint8Array, step: number): string => {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac("sha1", secret).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 15
  const figure = mac.readUInt32BE(offset) & 0x7fffffff
  return String(figure % 10 ** digits).padStart(digits, "0")
}

/**
 * The step of now or of next to it that a code belongs to, where it is later than the last one that
 * was used; undefined where the code does not hold.
 */
export const stepOfCode = (
  secret: Uint8Array,
  code: string,
  { lastStep, nowSeconds }: { readonly lastStep: number; readonly nowSeconds: number },
): number | undefined => {
  const present = Math.floor(nowSeconds / stepSeconds)
  const steps = Array.from({ length: 2 * drift + 1 }, (_, index) => present - drift + index)
  return steps.find(
    (step) =>
      step > lastStep &&
      equalMacs(
        Buffer.from(codeOfStep(secret, step)).toString("hex"),
        Buffer.from(code).toString("hex"),
      ),
  )
}
