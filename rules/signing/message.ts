/** What a signature covers, apart from the body. */
export interface SignedParts {
  /** The timestamp header, as sent: Unix seconds. */
  readonly timestamp: string
  /** The HTTP method; it is signed in upper case. */
  readonly method: string
  /** The request target; only what stands before its first `?` is signed. */
  readonly target: string
}

/**
 * The part of a raw request target that is signed and routed: all bytes before the first `?`,
 * neither decoded nor normalised.
 *
 * ```ts
 * import { signedPath } from "../rules/signing/message.ts"
 *
 * signedPath("/api/v1/coach/cards?country=FR") // => "/api/v1/coach/cards"
 * signedPath("/api/v1/coach/c%61rds/") // => "/api/v1/coach/c%61rds/"
 * ```
 */
export const signedPath = (target: string): string => {
  const query = target.indexOf("?")
  return query === -1 ? target : target.slice(0, query)
}

/**
 * The beginning of the signed message, `${timestamp}.${METHOD}.${path}.`: the raw body bytes follow
 * it directly, so a request without a body signs a message that ends on the dot.
 *
 * ```ts
 * import { signedMessageHead } from "../rules/signing/message.ts"
 *
 * const parts = { timestamp: "1767225600", method: "get", target: "/api/v1/travel/meta?a=1" }
 * signedMessageHead(parts) // => "1767225600.GET./api/v1/travel/meta."
 * ```
 */
export const signedMessageHead = ({ timestamp, method, target }: SignedParts): string =>
  `${timestamp}.${method.toUpperCase()}.${signedPath(target)}.`

/**
 * The two parts of the signed message, to be fed to an HMAC one after the other, so that a body of
 * any size and encoding is covered byte for byte without being copied.
 */
export const signedMessage = (
  parts: SignedParts & { readonly body: Uint8Array },
): readonly [head: string, body: Uint8Array] => [signedMessageHead(parts), parts.body]
