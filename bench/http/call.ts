import { signRequest } from "../../http/platform/sign-request.ts"

/** A key that calls are signed with. */
export interface BenchKey {
  readonly keyId: string
  readonly secret: string
  readonly mode: "sandbox" | "live"
  /** The link that its offers lead to, which a server without a database cannot look up. */
  readonly defaultLinkCode: string | null
}

/** A call to be signed and sent over and over: one body under one key. */
export interface BenchCall {
  readonly path: string
  readonly key: BenchKey
  readonly body: string
}

/** The paths of the two calls that are timed. */
export const benchPaths = { bilan: "/api/v1/coach/bilan", quotes: "/api/v1/travel/quotes" } as const

/** The signing headers of a call at a moment. */
export const signedHeaders = (
  { body, key, path }: BenchCall,
  nowSeconds: number,
): Readonly<Record<string, string>> =>
  signRequest({ ...key, method: "POST", path, body, nowSeconds })

/** The bytes of a call, signed at a moment. */
export const requestBytes = (call: BenchCall, nowSeconds: number): Buffer => {
  const headers = {
    host: "127.0.0.1",
    "content-type": "application/json",
    ...signedHeaders(call, nowSeconds),
    "content-length": String(Buffer.byteLength(call.body)),
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return Buffer.from(`POST ${call.path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n${call.body}`)
}
