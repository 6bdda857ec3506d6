import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import { readText, type TextLost } from "../outgoing/read-text.ts"
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

const textLost = (lost: TextLost): FormalitiesUnavailable =>
  lost._tag === "TooLarge" ? unavailable(lost) : unreachable

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
    const text = yield* Effect.mapError(readText(response, bytesMax), textLost)
    return yield* readDocument(query, text)
  }, Effect.scoped)
}
