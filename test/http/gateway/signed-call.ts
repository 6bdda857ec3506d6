import * as Effect from "effect/Effect"
import type { IncomingCall } from "../../../http/api/incoming.ts"
import { signRequest } from "../../../http/platform/sign-request.ts"

/** A call as the service receives it from its sockets, signed with a key in a second of Unix time. */
export const signedCall = (
  key: { readonly keyId: string; readonly secret: string },
  { method, path }: { readonly method: string; readonly path: string },
  body: Uint8Array,
  nowSeconds: number,
): IncomingCall => {
  const { keyId, secret } = key
  const headers = signRequest({ keyId, secret, method, path, body, nowSeconds })
  const headerValues = (name: string) => {
    const value = headers[name]
    return value === undefined ? [] : [value]
  }
  const peer = () => "127.0.0.1"
  return { method, path, query: "", headerValues, peer, readBody: () => Effect.succeed(body) }
}
