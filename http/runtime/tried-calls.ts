import * as Effect from "effect/Effect"
import { endpoints } from "../api/api.ts"
import { bodyBytes } from "../api/text-body.ts"
import type { TryCall } from "../pages/docs/try/try-call.ts"
import { keyInUse, makeOwnCalls, type OwnCallParts } from "./own-calls.ts"

/** Makes the sandbox calls that people try from the documentation. */
export const makeTryCall = (parts: OwnCallParts): TryCall => {
  const send = makeOwnCalls(parts)
  return Effect.fn("Docs.tryCall")(function* (partnerCode, { body, operation, query }) {
    const key = yield* keyInUse(parts.keys, partnerCode, "sandbox")
    if (key === undefined) return undefined
    const { method, path } = endpoints[operation]
    const sent = method === "POST" ? body : ""
    const reply = yield* send(key, { method, path, query, body: Buffer.from(sent, "utf8") })
    return {
      keyId: key.keyId,
      status: reply.status,
      headers: reply.headers,
      text: Buffer.from(bodyBytes(reply.body)).toString("utf8"),
    }
  })
}
