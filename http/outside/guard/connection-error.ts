import type { HttpClientError } from "effect/http/HttpClientError"
import { NotPublic } from "./public-address.ts"

/** Why no answer began. */
export type ConnectionError =
  /** Nothing may be sent there. */
  | { readonly _tag: "NotPublic" }
  /** The connection could not be made or was lost before an answer began; trying again may help. */
  | { readonly _tag: "Unreachable"; readonly code: string }
  /** Something else went wrong, such as a certificate that does not hold, or an answer that is no HTTP. */
  | { readonly _tag: "Broken"; readonly code: string }

/** Codes of a connection that was not made, or was lost before an answer began. */
const unreachableCodes: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ECONNABORTED",
  "EPIPE",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EAI_NODATA",
  "EHOSTUNREACH",
  "EHOSTDOWN",
  "ENETUNREACH",
  "ENETDOWN",
  "ETIMEDOUT",
])

const codeOf = (cause: unknown): string =>
  cause instanceof Error && "code" in cause && typeof cause.code === "string" ? cause.code : ""

/** Reads why a client failed before it had the head of an answer. */
export const connectionError = ({ reason }: HttpClientError): ConnectionError => {
  const { cause } = reason
  if (cause instanceof NotPublic) return { _tag: "NotPublic" }
  const code = codeOf(cause)
  return unreachableCodes.has(code)
    ? { _tag: "Unreachable", code }
    : { _tag: "Broken", code: code === "" ? reason._tag : code }
}
