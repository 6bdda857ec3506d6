/** The names of the three signing headers, in lower case. */
export interface SigningHeaderNames {
  readonly keyId: string
  readonly timestamp: string
  readonly signature: string
}

/** What a header prefix may look like: lower-case words joined by single hyphens. */
export const headerPrefixPattern = /^[a-z0-9]{1,32}(?:-[a-z0-9]{1,32}){0,3}$/

/**
 * The signing header names of a service whose name prefix is `prefix`, such as `svc`.
 *
 * ```ts
 * import { signingHeaderNames } from "../rules/signing/message.ts"
 *
 * signingHeaderNames("svc").keyId // => "x-svc-key-id"
 * signingHeaderNames("svc").timestamp // => "x-svc-timestamp"
 * signingHeaderNames("svc").signature // => "x-svc-signature"
 * ```
 */
export const signingHeaderNames = (prefix: string): SigningHeaderNames => ({
  keyId: `x-${prefix}-key-id`,
  timestamp: `x-${prefix}-timestamp`,
  signature: `x-${prefix}-signature`,
})

/** What a signature covers, apart from the body. */
interface SignedParts {
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
