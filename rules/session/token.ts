/** The two parts of a session token, each base64url without padding. */
export interface SessionToken {
  /** 16 random bytes: 22 characters. */
  readonly nonce: string
  /** HMAC-SHA256 over nonce, account and mode: 43 characters. */
  readonly mac: string
}

/** Whose session it is: a token of another account or mode is no token. */
export interface SessionOwner {
  readonly accountId: string
  readonly mode: "sandbox" | "live"
}

/** Random bytes in a nonce: 128 bits. */
export const sessionNonceBytes = 16

/** The last characters admit only canonical base64url, so that one session has one spelling. */
const tokenPattern = /^qs_([A-Za-z0-9_-]{21}[AQgw])\.([A-Za-z0-9_-]{42}[AEIMQUYcgkosw048])$/

/**
 * The text of a session token, `qs_<nonce>.<hmac>`.
 *
 * ```ts
 * import { formatSessionToken } from "../rules/session/token.ts"
 *
 * formatSessionToken({ nonce: "Zm9v", mac: "YmFy" }) // => "qs_Zm9v.YmFy"
 * ```
 */
export const formatSessionToken = ({ nonce, mac }: SessionToken): string => `qs_${nonce}.${mac}`

/**
 * The parts of what may be a session token, or undefined for anything else: another type, a
 * truncated token, another alphabet. Well formed does not mean issued by us.
 *
 * ```ts
 * import { parseSessionToken } from "../rules/session/token.ts"
 *
 * parseSessionToken(`qs_${"A".repeat(22)}.${"A".repeat(43)}`)?.nonce // => "AAAAAAAAAAAAAAAAAAAAAA"
 * parseSessionToken("qs_AAAAAAAAAAAAAAAAAAAAAA.") // => undefined
 * parseSessionToken(7) // => undefined
 * ```
 */
export const parseSessionToken = (value: unknown): SessionToken | undefined => {
  if (typeof value !== "string") return undefined
  const match = tokenPattern.exec(value)
  const nonce = match?.[1]
  const mac = match?.[2]
  return nonce === undefined || mac === undefined ? undefined : { nonce, mac }
}

/**
 * The text that a token's HMAC covers. None of its parts can hold a line feed, so two different
 * owners or nonces never give the same text.
 *
 * ```ts
 * import { sessionMacInput } from "../rules/session/token.ts"
 *
 * sessionMacInput("n", { accountId: "acc_1", mode: "live" }) // => "session\nlive\nacc_1\nn"
 * ```
 */
export const sessionMacInput = (nonce: string, owner: SessionOwner): string =>
  `session\n${owner.mode}\n${owner.accountId}\n${nonce}`
