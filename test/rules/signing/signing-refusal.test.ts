import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { mistakenMessages } from "../../../rules/signing/signing-refusal.ts"

const call = {
  timestamp: "1767225600",
  method: "POST",
  target: "/api/v1/travel/quotes?a=1",
  path: "/api/v1/travel/quotes",
  body: new TextEncoder().encode("{}"),
}

/** The addresses that may have been signed in place of the path. */
const addresses = (more: { readonly host?: string; readonly baseUrl?: string }) =>
  mistakenMessages({ ...call, ...more }).flatMap(({ mistake, parts: [head] }) =>
    mistake === "whole_address" && typeof head === "string" ? [head.split(".POST.")[1] ?? ""] : [],
  )

describe("the whole address, signed in place of the path", () => {
  it("is guessed from what is known of it: host, base URL, both or neither", () => {
    const host = "h.example:8080"
    const baseUrl = "https://b.example/insurance"
    const under = (...ahead: ReadonlyArray<string>) =>
      ahead.flatMap((each) => [`${each}${call.path}.`, `${each}${call.target}.`])
    const ofHost = [`https://${host}`, `http://${host}`]
    assert.deepStrictEqual(addresses({}), [])
    assert.deepStrictEqual(addresses({ host }), under(...ofHost))
    assert.deepStrictEqual(addresses({ baseUrl }), under(baseUrl))
    assert.deepStrictEqual(addresses({ host, baseUrl }), under(...ofHost, baseUrl))
    assert.deepStrictEqual(addresses({ host, baseUrl: `https://${host}` }), under(...ofHost))
  })
})

describe("the messages that may have been signed by mistake", () => {
  it("are never the right one", () => {
    const text = (parts: ReadonlyArray<string | Uint8Array>): string =>
      parts
        .map((part) => (typeof part === "string" ? part : new TextDecoder().decode(part)))
        .join("")
    fc.assert(
      fc.property(
        fc.constantFrom("", "{}", '{"a":1,"b":[2]}', '{ "b": 1, "a": 2 }', "no JSON"),
        fc.constantFrom("GET", "POST", "post"),
        fc.constantFrom("", "?a=1"),
        fc.option(fc.constant("h.example"), { nil: undefined }),
        fc.option(fc.constantFrom("https://h.example", "https://b.example/x"), { nil: undefined }),
        (body, method, query, host, baseUrl) => {
          const target = call.path + query
          const made = { ...call, method, target, body: new TextEncoder().encode(body) }
          const messages = mistakenMessages({
            ...made,
            ...(host === undefined ? {} : { host }),
            ...(baseUrl === undefined ? {} : { baseUrl }),
          })
          const right = `${call.timestamp}.${method.toUpperCase()}.${call.path}.${body}`
          for (const { mistake, parts } of messages) {
            if (mistake === "json_written_otherwise") continue
            assert.notStrictEqual(text(parts), right, mistake)
            assert.notInclude(text(parts), "undefined", mistake)
          }
        },
      ),
    )
  })
})
