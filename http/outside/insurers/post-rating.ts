import * as Effect from "effect/Effect"
import * as HttpBody from "effect/http/HttpBody"
import * as HttpClient from "effect/http/HttpClient"
import type { HttpClientError } from "effect/http/HttpClientError"
import { connectionError } from "../guard/connection-error.ts"
import { readText, type TextLost } from "../guard/read-text.ts"
import { withoutTrace } from "../guard/without-trace.ts"
import { apiVersion } from "../../config/version.ts"
import { type InsurerRefused, insurerRefused } from "./insurer-refused.ts"
import type { InsurerPolicy } from "./policy.ts"
import { readDocument } from "./read-answer.ts"

const headers = {
  accept: "application/json",
  // Bodies are counted as they come, so they must not be compressed.
  "accept-encoding": "identity",
  "user-agent": `viatica/${apiVersion}`,
}

const notSent = (error: HttpClientError): InsurerRefused => {
  const failure = connectionError(error)
  return insurerRefused(
    failure._tag === "Broken"
      ? { _tag: "Malformed", detail: `it is no HTTP (${failure.code})` }
      : failure,
  )
}

const textLost = (lost: TextLost): InsurerRefused =>
  insurerRefused(lost._tag === "TooLarge" ? lost : { _tag: "CutOff" })

const malformed = (detail: string): InsurerRefused => insurerRefused({ _tag: "Malformed", detail })

/** Posts a body to an insurer; the entries of its answer. */
export type PostRating = (body: string) => Effect.Effect<ReadonlyArray<unknown>, InsurerRefused>

/**
 * Asks an insurer under an address, again only where the connection failed before an answer began.
 * The client must not follow redirects; whatever is left of an answer when this ends is not
 * received.
 */
export const makePostRating = (
  client: HttpClient.HttpClient,
  url: URL,
  { bytesMax, retriesMax }: Pick<InsurerPolicy, "bytesMax" | "retriesMax">,
): PostRating => {
  const scoped = HttpClient.withScope(withoutTrace(client))
  const once = Effect.fn("insurer.post")(function* (body: string) {
    const options = { headers, body: HttpBody.text(body, "application/json") }
    const response = yield* Effect.mapError(scoped.post(url, options), notSent)
    const { status } = response
    if (status !== 200) return yield* insurerRefused({ _tag: "Status", status })
    const encoding = response.headers["content-encoding"] ?? "identity"
    if (encoding !== "identity") return yield* malformed(`it is encoded as ${encoding}`)
    const text = yield* Effect.mapError(readText(response, bytesMax), textLost)
    return yield* Effect.mapError(Effect.fromResult(readDocument(text)), malformed)
  }, Effect.scoped)
  return (body) =>
    Effect.retry(once(body), {
      times: retriesMax,
      while: ({ reason }) => reason._tag === "Unreachable",
    })
}
