import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import type { HttpClientResponse } from "effect/http/HttpClientResponse"
import * as Stream from "effect/Stream"
import type { FactsQuery, RulesFor } from "./destination-facts.ts"
import { readDocument } from "./document.ts"
import { FormalitiesUnavailable, type UnavailableReason } from "./errors.ts"

const unavailable = (reason: UnavailableReason): FormalitiesUnavailable =>
  new FormalitiesUnavailable({ reason })

const unreachable = unavailable({ _tag: "Unreachable" })

/** The address of a question: `?residence=FR&destinations=TR,TZ` beside what the source's own address holds. */
const addressOf = (url: URL, { destinations, residence }: FactsQuery): URL => {
  const address = new URL(url)
  address.searchParams.set("residence", residence)
  address.searchParams.set("destinations", destinations.join(","))
  return address
}

/** Reads a body as UTF-8, and no more of it than may be. */
const readText = (
  { stream }: HttpClientResponse,
  bytesMax: number,
): Effect.Effect<string, FormalitiesUnavailable> =>
  Effect.suspend(() => {
    const chunks: Array<Uint8Array> = []
    let bytes = 0
    const keep = (chunk: Uint8Array): Effect.Effect<void, FormalitiesUnavailable> => {
      bytes += chunk.length
      chunks.push(chunk)
      return bytes > bytesMax
        ? Effect.fail(unavailable({ _tag: "TooLarge", bytesMax }))
        : Effect.void
    }
    return stream.pipe(
      Stream.mapError(() => unreachable),
      Stream.runForEach(keep),
      Effect.map(() => Buffer.concat(chunks).toString("utf8")),
    )
  })

/**
 * Asks a source once, by GET. The client must not follow redirects; whatever is left of an answer
 * when this ends is not received.
 */
export const makeAskSource = (
  client: HttpClient.HttpClient,
  url: URL,
  bytesMax: number,
): RulesFor => {
  const scoped = HttpClient.withScope(client)
  return Effect.fn("formalities.ask")(function* (query: FactsQuery) {
    const response = yield* Effect.mapError(
      scoped.get(addressOf(url, query), { accept: "application/json" }),
      () => unreachable,
    )
    const { status } = response
    if (status !== 200) return yield* unavailable({ _tag: "Refused", status })
    return yield* readDocument(query, yield* readText(response, bytesMax))
  }, Effect.scoped)
}
