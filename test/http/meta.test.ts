import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Partners } from "../../http/accounts/partners.ts"
import type { MetaResponse } from "../../http/api/meta.ts"
import { outcomeOf } from "../support/http-call.ts"
import { bilanBody, paths, quoteBody } from "../support/sample-trips.ts"
import { type CallOptions, type TestKey, useService } from "../support/service.ts"

type Meta = typeof MetaResponse.Type

const service = useService()

const meta = async (options?: CallOptions): Promise<Meta> => {
  const answer = await service().call("GET", paths.meta, undefined, options)
  expect(outcomeOf(answer)).toBe("200")
  return answer.body as Meta
}

const quote = (key: TestKey, changes = {}) =>
  service().call("POST", paths.quotes, quoteBody(changes), { key })

describe("GET /travel/meta", () => {
  it("serves the vocabulary of the contract", async () => {
    const { guarantees, states, trip } = await meta()
    expect(trip.intents.length).toBe(16)
    expect(trip.intents).not.toContain("humanitarianAuPair")
    expect(trip.languages.length).toBe(26)
    expect(trip.usStates.length).toBe(51)
    expect([trip.maxTravellers, trip.maxDestinations]).toEqual([50, 20])
    expect(trip.notes.length).toBeGreaterThan(0)
    expect(guarantees.length).toBe(28)
    expect(states.length).toBe(8)
  })

  it("shows a new sandbox key's quota and life", async () => {
    const key = await service().createKey({ limits: "usual" })
    const answer = await meta({ key })
    expect(answer.key.keyId).toBe(key.keyId)
    expect(answer.key.scopes).toEqual(["quotes", "quotes.link", "coach"])
    expect(answer.key.quota).toMatchObject({
      reads: { limit: 200, used: 0, remaining: 200 },
      writes: { limit: 50, used: 0, remaining: 50 },
      burst: { limit: 60, remaining: 59 },
    })
    const { createdAt, ...life } = answer.key.lifetime
    expect(Math.abs(Date.parse(createdAt) - Date.now())).toBeLessThan(60_000)
    expect(life).toEqual({
      prices: 0,
      links: 0,
      bilans: 0,
      goLive: { pricesRequired: 10, linksRequired: 1, approved: false, ready: false },
    })
  })

  it("counts only what was answered with 2xx", async () => {
    const key = await service().createKey()
    await quote(key)
    await quote(key, { intent: "x" })
    await quote(key, { arrivalCountries: ["BV"] })
    await quote(key, { arrivalCountries: ["GS"] })
    await service().call("POST", paths.bilan, bilanBody(), { key })
    await service().call("POST", paths.bilan, bilanBody({ card: { catalogueId: 1 } }), { key })
    await service().call("GET", paths.cards, undefined, { key })
    const { lifetime, quota } = (await meta({ key })).key
    expect(lifetime).toMatchObject({ prices: 2, bilans: 1, links: 0 })
    expect(quota.reads.used).toBe(3)
    expect(quota.burst.limit - quota.burst.remaining).toBe(8)
  })

  it("is ready to go live after enough prices, a link and the approval", async () => {
    const key = await service().createKey({ partnerCode: "readying" })
    for (let count = 0; count < 10; count += 1) await quote(key)
    await service().run(Effect.flatMap(Partners, (partners) => partners.approve("readying", {})))
    expect((await meta({ key })).key.lifetime.goLive).toMatchObject({
      approved: true,
      ready: false,
    })
  })

  it("needs no scope and takes no read", async () => {
    const key = await service().createKey({ scopes: ["coach"] })
    expect((await meta({ key })).key.scopes).toEqual(["coach"])
    expect(await service().quotaOf(key)).toMatchObject({ reads_used: 0, burst_used: 1 })
  })
})

describe("scopes", () => {
  it.each([
    ["quotes", { quotes: "200", bilan: "403 SCOPE_FORBIDDEN", cards: "403 SCOPE_FORBIDDEN" }],
    ["coach", { quotes: "403 SCOPE_FORBIDDEN", bilan: "200", cards: "200" }],
    [
      "quotes.link",
      {
        quotes: "403 SCOPE_FORBIDDEN",
        bilan: "403 SCOPE_FORBIDDEN",
        cards: "403 SCOPE_FORBIDDEN",
      },
    ],
  ] as const)("let a key of the scope %s call what is its own", async (scope, expected) => {
    const key = await service().createKey({ scopes: [scope] })
    expect({
      quotes: outcomeOf(await quote(key)),
      bilan: outcomeOf(await service().call("POST", paths.bilan, bilanBody(), { key })),
      cards: outcomeOf(await service().call("GET", paths.cards, undefined, { key })),
    }).toEqual(expected)
  })

  it("are checked before JSON and fields", async () => {
    const key = await service().createKey({ scopes: ["coach"] })
    const answer = await service().call("POST", paths.quotes, "{", { key })
    expect(outcomeOf(answer)).toBe("403 SCOPE_FORBIDDEN")
  })

  it("are of no use to a suspended account, until it is approved again", async () => {
    const key = await service().createKey({ partnerCode: "paused" })
    const outcomes = async () => [
      outcomeOf(await quote(key)),
      outcomeOf(await service().call("GET", paths.meta, undefined, { key })),
      outcomeOf(await service().call("POST", paths.bilan, bilanBody(), { key })),
      outcomeOf(await service().call("GET", paths.cards, undefined, { key })),
    ]
    expect(await outcomes()).toEqual(["200", "200", "200", "200"])
    await service().run(Effect.flatMap(Partners, (partners) => partners.suspend("paused")))
    expect(new Set(await outcomes())).toEqual(new Set(["403 SCOPE_FORBIDDEN"]))
    await service().run(Effect.flatMap(Partners, (partners) => partners.approve("paused", {})))
    expect(await outcomes()).toEqual(["200", "200", "200", "200"])
  })
})
