import * as Effect from "effect/Effect"
import type * as HttpClient from "effect/http/HttpClient"
import { makeGetText } from "../guard/get-text.ts"
import type { FactsQuery, RulesFor } from "../../ports/destination-facts.ts"
import { readDocument } from "./document.ts"
import { formalitiesUnavailable } from "../../ports/formalities-unavailable.ts"

/** The address of a question: `?residence=FR&destinations=TR,TZ` beside what the source's own address holds. */
const addressOf = (url: URL, { destinations, residence }: FactsQuery): URL => {
  const address = new URL(url)
  address.searchParams.set("residence", residence)
  address.searchParams.set("destinations", destinations.join(","))
  return address
}

/** Asks a source once, by GET. The client must not follow redirects. */
export const makeAskSource = (
  client: HttpClient.HttpClient,
  url: URL,
  bytesMax: number,
): RulesFor => {
  const getText = makeGetText(client, { accept: "application/json", bytesMax })
  return Effect.fn("formalities.ask")(function* (query: FactsQuery) {
    const text = yield* Effect.mapError(getText(addressOf(url, query)), formalitiesUnavailable)
    return yield* readDocument(query, text)
  })
}
