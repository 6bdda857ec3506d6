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
 * import { signingHeaderNames } from "../rules/signing/headers.ts"
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
