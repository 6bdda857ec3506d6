import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import { makeGetText } from "../../../../http/outside/guard/get-text.ts"

const url = new URL("https://source.example/")

/** A client that answers always, and the names of the headers that it sent last. */
const listening = () => {
  let names: ReadonlyArray<string> = []
  const client = HttpClient.make((request) => {
    names = Object.keys(request.headers)
    return Effect.succeed(HttpClientResponse.fromWeb(request, new Response("text")))
  })
  return { client, names: () => names }
}

describe("a call to a source", () => {
  it.effect("carries no ids of traces, which a client alone would send", () =>
    Effect.gen(function* () {
      const { client, names } = listening()
      yield* client.get(url)
      expect(names()).toEqual(expect.arrayContaining(["b3", "traceparent"]))
      const getText = makeGetText(client, { accept: "text/plain", bytesMax: 64 })
      expect(yield* getText(url)).toBe("text")
      expect(names()).toEqual(["accept"])
    }),
  )
})
