/**
 * Whether the secret before the last rotation still signs: it does until, and not at, the second
 * `validUntilSeconds`.
 *
 * ```ts
 * import { isPreviousSecretValid } from "../rules/signing/rotation.ts"
 *
 * isPreviousSecretValid({ validUntilSeconds: 1767312000, nowSeconds: 1767311999 }) // => true
 * isPreviousSecretValid({ validUntilSeconds: 1767312000, nowSeconds: 1767312000 }) // => false
 * ```
 */
export const isPreviousSecretValid = (clock: {
  readonly validUntilSeconds: number
  readonly nowSeconds: number
}): boolean => clock.nowSeconds < clock.validUntilSeconds
