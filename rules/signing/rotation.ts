/**
 * Whether the secret before the last rotation still signs: it does for less than `validForMs`
 * milliseconds after the moment at which so much was left to it.
 *
 * ```ts
 * import { isPreviousSecretValid } from "../rules/signing/rotation.ts"
 *
 * isPreviousSecretValid({ validForMs: 1500, elapsedMs: 1499 }) // => true
 * isPreviousSecretValid({ validForMs: 1500, elapsedMs: 1500 }) // => false
 * ```
 */
export const isPreviousSecretValid = (time: {
  readonly validForMs: number
  readonly elapsedMs: number
}): boolean => time.elapsedMs < time.validForMs
