import { signRequest } from "../gateway/signing/sign.ts"
import { sendRaw } from "./call-request.ts"

/** Who calls a service, and where it is. */
export interface SignedCaller {
  readonly origin: URL
  readonly keyId: string
  readonly secret: string
  readonly headerPrefix: string
}

/** Sends a call that is signed at a moment; its path is taken as it is, behind that of the address. */
export const sendSigned = (
  { headerPrefix, keyId, origin, secret }: SignedCaller,
  { method, path }: { readonly method: string; readonly path: string },
  nowMs: number,
  body: Uint8Array = new Uint8Array(0),
) => {
  const target = `${origin.pathname.replace(/\/$/, "")}${path}`
  const nowSeconds = Math.floor(nowMs / 1_000)
  const signing = signRequest({
    keyId,
    secret,
    method,
    path: target,
    body,
    nowSeconds,
    prefix: headerPrefix,
  })
  const length = { "content-type": "application/json", "content-length": String(body.length) }
  const headers = body.length === 0 ? signing : { ...signing, ...length }
  return sendRaw({ origin, method, target, headers, body })
}
