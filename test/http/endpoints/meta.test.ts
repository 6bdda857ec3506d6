import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Keys } from "../../../http/ports/keys.ts"
import { Partners } from "../../../http/ports/partners.ts"
import type { MetaResponse } from "../../../http/api/meta.ts"
import { outcomeOf } from "../../support/http-call.ts"
import { withinOneMinute } from "../../support/one-minute.ts"
import { bilanBody, paths, quoteBody } from "../../support/sample-trips.ts"
import { type CallOptions, type TestKey, useOwnService } from "../../support/service.ts"

type Meta = typeof MetaResponse.Type

const service = useOwnService()

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
    const before = Date.now()
    const key = await service().createKey({ limits: "usual" })
    const after = Date.now()
    const answer = await meta({ key })
    expect(answer.key.keyId).toBe(key.keyId)
    expect(answer.key.scopes).toEqual(["quotes", "quotes.link", "coach"])
    expect(answer.key.quota).toMatchObject({
      reads: { limit: 200, used: 0, remaining: 200 },
      writes: { limit: 50, used: 0, remaining: 50 },
      burst: { limit: 60, remaining: 59 },
    })
    const { createdAt, ...life } = answer.key.lifetime
    expect(Date.parse(createdAt)).toBeGreaterThanOrEqual(before)
    expect(Date.parse(createdAt)).toBeLessThanOrEqual(after)
    expect(life).toEqual({
      prices: 0,
      links: 0,
      bilans: 0,
      goLive: { pricesRequired: 10, linksRequired: 1, approved: false, ready: false },
    })
  })

  it("counts only what was answered with 2xx", async () => {
    await withinOneMinute()
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

  it("needs no scope and takes no read", async () => {
    const key = await service().createKey({ scopes: ["coach"] })
    expect((await meta({ key })).key.scopes).toEqual(["coach"])
    expect(await service().quotaOf(key)).toMatchObject({ reads_used: 0, burst_used: 1 })
  })
})

const goLive = async (key: TestKey) => (await meta({ key })).key.lifetime.goLive

/** What creating a live key for the account would come to; it is not made. */
const creation = (partnerCode: string) =>
  service()
    .run(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const keys = yield* Keys
        const attempt = keys.create({ partnerCode, mode: "live" })
        return yield* sql.withTransaction(
          Effect.flip(Effect.andThen(attempt, Effect.fail({ message: "created" } as const))),
        )
      }),
    )
    .then(({ message }) => message)

const approve = (code: string) =>
  service().run(Effect.flatMap(Partners, (partners) => partners.approve(code, {})))

const setLife = (key: TestKey, life: { readonly prices: number; readonly links: number }) =>
  service().run(
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql`update quota set prices = ${life.prices}, links = ${life.links}
        where key_id = ${key.keyId}`,
    ),
  )

describe("goLive", () => {
  it("is ready once ten prices are called, a link is minted and the account is approved", async () => {
    const key = await service().createKey({ partnerCode: "readying" })
    let sessionId = ""
    for (let count = 0; count < 10; count += 1) {
      sessionId = ((await quote(key)).body as { readonly sessionId: string }).sessionId
    }
    await approve("readying")
    expect(await goLive(key)).toMatchObject({ approved: true, ready: false })
    expect(await creation("readying")).toContain("needs 1 more sandbox link (0 of 1).")
    const link = () => service().call("POST", paths.links, quoteBody({}, { sessionId }), { key })
    expect([outcomeOf(await link()), outcomeOf(await link())]).toEqual(["201", "200"])
    expect((await meta({ key })).key.lifetime).toMatchObject({
      prices: 10,
      links: 1,
      goLive: { approved: true, ready: true },
    })
    expect(await creation("readying")).toBe("created")
  })

  it("speaks of the account, while the counts are those of the key alone", async () => {
    const first = await service().createKey({ partnerCode: "shared" })
    const second = await service().createKey({ partnerCode: "shared" })
    await setLife(first, { prices: 6, links: 1 })
    await setLife(second, { prices: 3, links: 0 })
    await approve("shared")
    const ready = async () => [(await goLive(first)).ready, (await goLive(second)).ready]
    expect(await ready()).toEqual([false, false])
    expect(await creation("shared")).toContain("needs 1 more sandbox price (9 of 10).")
    await setLife(second, { prices: 4, links: 0 })
    expect(await ready()).toEqual([true, true])
    await service().run(Effect.flatMap(Keys, (keys) => keys.revoke(first.keyId)))
    const { lifetime } = (await meta({ key: second })).key
    expect(lifetime).toMatchObject({ prices: 4, links: 0, goLive: { ready: true } })
    expect(await creation("shared")).toBe("created")
  })

  it("agrees with what creating a live key comes to, whatever was called", async () => {
    const key = await service().createKey({ partnerCode: "agreeing" })
    const lives = [
      { prices: 0, links: 0 },
      { prices: 9, links: 1 },
      { prices: 10, links: 0 },
      { prices: 10, links: 1 },
      { prices: 11, links: 7 },
    ]
    const seen: Array<boolean> = []
    for (const approved of [false, true]) {
      if (approved) await approve("agreeing")
      for (const life of lives) {
        await setLife(key, life)
        const told = await goLive(key)
        expect(told.approved).toBe(approved)
        expect(told.ready).toBe((await creation("agreeing")) === "created")
        seen.push(told.ready)
      }
    }
    expect(seen.filter((ready) => ready)).toHaveLength(2)
  })

  it("closes the answer when the account cannot be read", async () => {
    const key = await service().createKey()
    const rename = (from: string, to: string) =>
      service().run(
        Effect.flatMap(SqlClient.SqlClient, (sql) =>
          sql.unsafe(`alter table ${from} rename to ${to}`),
        ),
      )
    await meta({ key })
    await rename("partner", "away")
    try {
      const answer = await service().call("GET", paths.meta, undefined, { key })
      expect(outcomeOf(answer)).toBe("503 SERVICE_UNAVAILABLE")
      expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0)
      expect(answer.text).not.toMatch(/relation|partner|select/i)
    } finally {
      await rename("away", "partner")
    }
    await meta({ key })
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
    await service().run(
      Effect.flatMap(Partners, (partners) => partners.suspend("paused", "unpaid")),
    )
    expect(new Set(await outcomes())).toEqual(new Set(["403 SCOPE_FORBIDDEN"]))
    await service().run(Effect.flatMap(Partners, (partners) => partners.approve("paused", {})))
    expect(await outcomes()).toEqual(["200", "200", "200", "200"])
  })
})
