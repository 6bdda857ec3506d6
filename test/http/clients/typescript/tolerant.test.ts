import { assert, describe, it } from "@effect/vitest"
import { bilanBody, paths, quoteBody } from "../../../support/sample-trips.ts"
import { useService } from "../../../support/service.ts"
import { makeSeller, report } from "../../store/sales/sellers.ts"
import { startFake } from "./fake-server.ts"
import { flavours } from "./flavours.ts"
import { trip } from "./virtual-ground.ts"

const service = useService()

/** An answer of a later service: every word is another, and everything has members more. */
const grown = (value: unknown): unknown => {
  if (typeof value === "string") return `${value}-grown`
  if (Array.isArray(value)) return [...value.map(grown), ...value.slice(0, 1).map(grown)]
  if (typeof value !== "object" || value === null) return value
  const members = Object.entries(value).map(([name, each]) => [name, grown(each)])
  return { ...Object.fromEntries(members), grown: { of: [1, null, "later"] } }
}

describe.each(flavours)("$entry", ({ make }) => {
  it("reads answers whose slugs, states, words and fields it does not know", async () => {
    const seller = await makeSeller(service())
    await report(service(), seller)
    const ask = async (method: string, path: string, body?: unknown) =>
      (await service().call(method, path, body, { key: seller.key })).body
    const quoted = (await ask("POST", paths.quotes, quoteBody())) as { readonly sessionId: string }
    const later: Readonly<Record<string, unknown>> = {
      [paths.quotes]: quoted,
      [paths.links]: await ask("POST", paths.links, {
        ...quoteBody(),
        sessionId: quoted.sessionId,
      }),
      [paths.meta]: await ask("GET", paths.meta),
      [paths.bilan]: await ask("POST", paths.bilan, bilanBody()),
      [paths.cards]: await ask("GET", paths.cards),
      [paths.conversion]: await ask("POST", paths.conversion, {
        ref: seller.ref,
        externalOrderId: "later",
        status: "pending",
        amount: 100,
      }),
      [paths.sales]: await ask("GET", paths.sales),
      "/api/v1/coach/vocabulary.json": await ask("GET", "/api/v1/coach/vocabulary.json"),
    }
    const server = await startFake(({ url = "" }, response) =>
      response.end(JSON.stringify(grown(later[url.split("?")[0] ?? ""]))),
    )
    try {
      const client = make({ keyId: "ak_test_1", secret: "secret", baseUrl: server.baseUrl })
      const sale = { ref: "a-1", externalOrderId: "1", status: "pending", amount: 1 } as const
      const ended = {
        [paths.quotes]: await client.quotes({ trip }),
        [paths.links]: await client.links({ trip, sessionId: "qs_1" }),
        [paths.meta]: await client.meta(),
        [paths.bilan]: await client.bilan({ residence: "FR", destinations: ["US"] }),
        [paths.cards]: await client.cards({ country: "FR" }),
        [paths.conversion]: await client.conversion(sale),
        [paths.sales]: await client.sales({ limit: 10 }),
        "/api/v1/coach/vocabulary.json": await client.vocabulary(),
      }
      assert.strictEqual(Object.keys(ended).length, Object.keys(later).length)
      for (const [path, each] of Object.entries(ended)) {
        assert.deepStrictEqual(each, { answer: grown(later[path]) }, path)
      }
    } finally {
      await server.stop()
    }
  })

  it("keeps refusals readable whose code, status and members it does not know", async () => {
    const body = { error: "MOON_PHASE", detail: "not today", phase: "new" }
    const server = await startFake((_, response) => {
      response.writeHead(451, { "x-request-id": "r1" }).end(JSON.stringify(body))
    })
    try {
      const client = make({ keyId: "ak_test_1", secret: "secret", baseUrl: server.baseUrl })
      assert.deepStrictEqual(await client.meta(), {
        failure: {
          _tag: "refused",
          code: "MOON_PHASE",
          status: 451,
          attempts: 1,
          detail: "not today",
          requestId: "r1",
          body,
        },
      })
    } finally {
      await server.stop()
    }
  })
})
