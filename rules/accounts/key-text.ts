import type { KeyMode } from "./partner.ts"

/** The id of a key, in the form that {@link isKeyIdText} knows: no other text is looked for. */
export type KeyId = string & { readonly [keyIdForm]: true }

// Not Effect's brand: what the library shows without Effect names this type, too.
declare const keyIdForm: unique symbol

/** The word for a mode inside key ids and secrets. */
const modeWord = (mode: KeyMode): "test" | "live" => (mode === "live" ? "live" : "test")

/** Random bytes in a key id: 128 bits. */
export const keyIdBytes = 16

/** Random bytes in a signing secret: 256 bits. */
export const secretBytes = 32

const keyIdPattern = /^ak_(?:test|live)_[0-9a-f]{32}$/

/**
 * The id of a key, from its mode and 32 hex digits of randomness.
 *
 * ```ts
 * import { keyIdText } from "../rules/accounts/key-text.ts"
 *
 * keyIdText("sandbox", "0f".repeat(16)) // => "ak_test_0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f"
 * ```
 */
export const keyIdText = (mode: KeyMode, randomHex: string): KeyId =>
  `ak_${modeWord(mode)}_${randomHex}` as KeyId

/**
 * Whether a text has the form of the key ids that this service makes; anything else is unknown
 * without asking the database.
 *
 * ```ts
 * import { isKeyIdText } from "../rules/accounts/key-text.ts"
 *
 * isKeyIdText("ak_live_" + "0f".repeat(16)) // => true
 * isKeyIdText("ak_live_'; drop table") // => false
 * ```
 */
export const isKeyIdText = (text: string): text is KeyId => keyIdPattern.test(text)

/**
 * The beginning of a signing secret: a prefix that secret scanners can search for, the mode, and 64
 * hex digits of randomness. Eight digits of a checksum over this text complete it, so that a
 * scanner can tell a secret from a look-alike: `vsk_(test|live)_[0-9a-f]{72}`.
 *
 * ```ts
 * import { secretBody } from "../rules/accounts/key-text.ts"
 *
 * secretBody("live", "0f").startsWith("vsk_live_0f") // => true
 * ```
 */
export const secretBody = (mode: KeyMode, randomHex: string): string =>
  `vsk_${modeWord(mode)}_${randomHex}`

/**
 * Whether the secret before the last rotation still signs: it does for less than `validForMs`
 * milliseconds after the moment at which so much was left to it.
 *
 * ```ts
 * import { isPreviousSecretValid } from "../rules/accounts/key-text.ts"
 *
 * isPreviousSecretValid({ validForMs: 1500, elapsedMs: 1499 }) // => true
 * isPreviousSecretValid({ validForMs: 1500, elapsedMs: 1500 }) // => false
 * ```
 */
export const isPreviousSecretValid = (time: {
  readonly validForMs: number
  readonly elapsedMs: number
}): boolean => time.elapsedMs < time.validForMs
