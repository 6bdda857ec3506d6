import { hmacSha256Hex } from "./hmac.ts"
import { signedMessage, signingHeaderNames } from "../../rules/signing/message.ts"

/** A request that a partner's server is about to send. */
export interface RequestToSign {
  readonly keyId: string
  readonly secret: string
  readonly method: string
  /** Path as it will be sent; a query may follow it and is not signed. */
  readonly path: string
  /** The exact body; a text counts as its UTF-8 bytes, nothing as an empty body. */
  readonly body?: string | Uint8Array
  readonly nowSeconds: number
  /** The service's name prefix in header names; `svc` when left out. */
  readonly prefix?: string
}

const bodyBytes = (body: string | Uint8Array | undefined): Uint8Array =>
  typeof body === "string" ? Buffer.from(body, "utf8") : (body ?? new Uint8Array(0))

/**
 * The three signing headers of a request, scheme v2.
 *
 * ```ts
 * import { signRequest } from "../http/platform/sign-request.ts"
 *
 * const headers = signRequest({
 *   keyId: "ak_test_1",
 *   secret: "secret",
 *   method: "GET",
 *   path: "/api/v1/travel/meta",
 *   nowSeconds: 1767225600,
 * })
 * headers["x-svc-timestamp"] // => "1767225600"
 * headers["x-svc-signature"]?.length // => 67
 * ```
 */
export const signRequest = (request: RequestToSign): Readonly<Record<string, string>> => {
  const names = signingHeaderNames(request.prefix ?? "svc")
  const timestamp = String(request.nowSeconds)
  const message = signedMessage({
    timestamp,
    method: request.method,
    target: request.path,
    body: bodyBytes(request.body),
  })
  return {
    [names.keyId]: request.keyId,
    [names.timestamp]: timestamp,
    [names.signature]: `v2=${hmacSha256Hex(request.secret, message)}`,
  }
}
