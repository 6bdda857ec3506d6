import { signedMessageHead, signingHeaderNames } from "../../../rules/signing/message.ts"

/** What signs calls: the key's id, its secret, and the service's prefix in header names. */
export interface SigningKey {
  readonly keyId: string
  readonly secret: string
  /** `svc` when left out. */
  readonly headerPrefix?: string | undefined
}

/** A call to be signed. */
export interface CallToSign {
  readonly method: string
  /** As it is sent; a query may follow and is not signed. */
  readonly target: string
  /** The very text that is sent; empty without a body. */
  readonly body: string
  readonly nowMs: number
}

/** Gives the three signing headers of a call. */
export type SignCall = (call: CallToSign) => Promise<Record<string, string>>

const encoder = new TextEncoder()

const hexOfByte = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"))

const hexOf = (bytes: ArrayBuffer): string => {
  let hex = ""
  for (const byte of new Uint8Array(bytes)) hex += hexOfByte[byte]
  return hex
}

const hmac = { name: "HMAC", hash: "SHA-256" }

/** Makes what signs calls by a key, scheme v2, with the platform's own WebCrypto; throws without a key or secret. */
export const makeSigner = ({ headerPrefix, keyId, secret }: SigningKey): SignCall => {
  if (keyId === "" || secret === "") throw new TypeError("keyId and secret are needed")
  const names = signingHeaderNames(headerPrefix ?? "svc")
  const importKey = () =>
    crypto.subtle.importKey("raw", encoder.encode(secret), hmac, false, ["sign"])
  // The key and not its promise is kept: in a worker the request that began it may be cut off.
  let key: Awaited<ReturnType<typeof importKey>> | undefined
  return async ({ body, method, nowMs, target }) => {
    key ??= await importKey()
    const timestamp = String(Math.floor(nowMs / 1000))
    const message = encoder.encode(signedMessageHead({ timestamp, method, target }) + body)
    return {
      [names.keyId]: keyId,
      [names.timestamp]: timestamp,
      [names.signature]: `v2=${hexOf(await crypto.subtle.sign("HMAC", key, message))}`,
    }
  }
}
