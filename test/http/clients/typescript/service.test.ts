import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { CallsResponse } from "../../../../http/api/calls.ts"
import type { EventsResponse } from "../../../../http/api/events.ts"
import { makeClient } from "../../../../http/clients/typescript/client.ts"
import { layerFetch, ViaticaClient } from "../../../../http/clients/typescript/effect-client.ts"
import { eventually } from "../../../support/eventually.ts"
import { useService } from "../../../support/service.ts"
import { Events } from "../../../../http/ports/events.ts"
import { makeSeller } from "../../store/sales/sellers.ts"
import { flavours, tagOf } from "./flavours.ts"
import { trip } from "./virtual-ground.ts"

const service = useService()

const optionsFor = ({ keyId, secret }: { readonly keyId: string; readonly secret: string }) => ({
  keyId,
  secret,
  baseUrl: service().baseUrl,
})

/** Tells an account of a sale, as the one that validates itself is told of. */
const tell = (partnerCode: string) =>
  service().run(
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql`select tell_event(id, 'sandbox', 'sale.validated', 'sale:1', '{"amount":1}')
        from partner where code = ${partnerCode}`,
    ),
  )

describe.each(flavours)("$entry against the service", ({ make }) => {
  it("is answered on every call", async () => {
    const seller = await makeSeller(service())
    const client = make(optionsFor(seller.key))
    const quoted = await client.quotes({ trip, language: "fr" })
    assert.strictEqual(tagOf(quoted), "answer")
    const { sessionId } = ("answer" in quoted ? quoted.answer : {}) as { sessionId: string }
    const { ref } = seller
    const sale = { ref, externalOrderId: "order 1", status: "pending", amount: 110.55 } as const
    const ended = [
      await client.links({ trip, sessionId }),
      await client.meta(),
      await client.bilan({ residence: "FR", destinations: ["US"], card: { none: true } }),
      await client.cards({ country: "FR", lang: "en" }),
      await client.conversion(sale),
      await client.vocabulary(),
    ]
    assert.deepStrictEqual(
      ended.map(tagOf),
      ended.map(() => "answer"),
    )
    const sales = await client.sales({ status: "pending", limit: 5 })
    assert.nestedInclude("answer" in sales ? (sales.answer as object) : {}, {
      "sales[0].externalOrderId": "order 1",
      "sales[0].amount": 110.55,
    })
  })

  it("lists events and endpoints, pings one, and has an event sent again", async () => {
    const key = await service().createKey()
    const { partnerCode } = key
    const url = "https://nowhere.invalid/hooks"
    const wish = { partnerCode, mode: "sandbox" as const, url, types: [] }
    const made = Effect.flatMap(Events, (events) => events.create(wish))
    const { endpointId } = await service().run(made)
    const client = make(optionsFor(key))
    await tell(partnerCode)
    const pinged = await client.eventPing({ endpointId })
    assert.include("answer" in pinged ? pinged.answer : {}, { mode: "sandbox", endpoints: 1 })
    const all = await client.events({})
    const { events } = ("answer" in all ? all.answer : {}) as typeof EventsResponse.Type
    assert.deepStrictEqual(
      events.map(({ type }) => type),
      ["ping", "sale.validated"],
    )
    const eventId = events[1]?.id ?? ""
    const sent = { ok: true, mode: "sandbox", eventId, endpoints: 1 }
    assert.deepStrictEqual(await client.eventResend({ eventId }), { answer: sent })
    const listed = await client.events({ limit: 1, id: eventId })
    assert.nestedInclude("answer" in listed ? (listed.answer as object) : {}, {
      "events[0].id": eventId,
      "events[0].deliveries[0].endpointId": endpointId,
    })
    const endpoints = await client.eventEndpoints()
    assert.nestedInclude("answer" in endpoints ? (endpoints.answer as object) : {}, {
      "endpoints[0].endpointId": endpointId,
      "endpoints[0].url": url,
    })
    assert.deepStrictEqual(
      [
        await client.events({ limit: 1_000 }),
        await client.eventPing({ endpointId: "we_none" }),
        await client.eventResend({ eventId: "evt_none" }),
      ].map(tagOf),
      ["BAD_REQUEST", "EVENT_NOT_FOUND", "EVENT_NOT_FOUND"],
    )
  })

  it("lists calls as they come, each with what was wrong", async () => {
    const client = make(optionsFor(await service().createKey()))
    const first = await client.calls({ limit: 1 })
    const { nextCursor } = ("answer" in first ? first.answer : {}) as typeof CallsResponse.Type
    await client.events({ limit: 1_000 })
    await client.meta()
    let told: ReadonlyArray<(typeof CallsResponse.Type)["calls"][number]> = []
    await eventually(
      async () => {
        const since = await client.calls({ cursor: nextCursor, refused: true })
        told = (("answer" in since ? since.answer : {}) as typeof CallsResponse.Type).calls
        return told.length > 0
      },
      20_000,
      300,
    )
    const refused = { endpoint: "events", status: 400, errorCode: "BAD_REQUEST", isSigned: true }
    assert.strictEqual(told.length, 1)
    assert.deepInclude(told[0], { ...refused, detail: "limit: a number from 1 to 100" })
  })

  it("is refused by the service's codes, not by its own", async () => {
    const key = await service().createKey()
    const client = make(optionsFor(key))
    const session = { trip, sessionId: "qs_made.up" }
    assert.deepStrictEqual(
      [
        await client.quotes({ trip: { ...trip, startDate: "2027-02-30" } }),
        await client.quotes({ trip: { ...trip, travellers: [] } }),
        await client.links(session),
        await client.bilan({ residence: "FR", destinations: [] }),
        await client.cards({ country: "FRANCE" }),
        await client.sales({ cursor: "none" }),
        await make({ ...optionsFor(key), secret: "another" }).meta(),
        await make({ ...optionsFor(key), keyId: "ak_test_none" }).meta(),
        await make({ ...optionsFor(key), baseUrl: `${service().baseUrl}/elsewhere` }).meta(),
      ].map(tagOf),
      [
        "BAD_DATES",
        "NO_TRAVELLERS",
        "BAD_SESSION_ID",
        "NO_DESTINATIONS",
        "BAD_COUNTRY",
        "BAD_REQUEST",
        "INVALID_SIGNATURE",
        "UNAUTHORIZED",
        "NOT_FOUND",
      ],
    )
  })

  it("tells which bucket is spent, and when it is full again", async () => {
    const key = await service().createKey({ limits: { reads: 1 } })
    const client = make(optionsFor(key))
    assert.strictEqual(tagOf(await client.quotes({ trip })), "answer")
    const ended = await client.quotes({ trip })
    const failure = "failure" in ended ? ended.failure : undefined
    assert.deepInclude(failure as object, { _tag: "QUOTA_EXCEEDED", bucket: "reads", attempts: 1 })
    assert.isAbove(failure?._tag === "QUOTA_EXCEEDED" ? (failure.retryAfterSeconds ?? 0) : 0, 0)
  })

  it("tries again what the sandbox rehearses as a failure", async () => {
    const client = make({ ...optionsFor(await service().createKey()), triesMax: 2 })
    const ended = await client.quotes({ trip: { ...trip, arrivalCountries: ["HM"] } })
    assert.include("failure" in ended ? ended.failure : {}, {
      _tag: "PRICING_UNAVAILABLE",
      status: 504,
      attempts: 2,
    })
  })
})

describe("a traveller of the service", () => {
  it("keeps one subscription through an edit of the trip", async () => {
    const traveller = makeClient(
      optionsFor(await service().createKey({ mode: "live" })),
    ).traveller()
    const first = await traveller.quotes({ trip })
    const offers = first._tag === "Success" ? first.success.offers : []
    const opened = await traveller.links({ offerId: offers[0]?.id ?? 0 })
    const edited = { ...trip, travellers: [{ age: 34 }, { age: 8 }] }
    await traveller.quotes({ trip: edited })
    const changed = await traveller.links()
    if (opened._tag === "Failure" || changed._tag === "Failure") throw new Error("refused")
    assert.deepStrictEqual([opened.call.status, changed.call.status], [201, 200])
    assert.strictEqual(opened.success.subscriptionId, changed.success.subscriptionId)
    assert.isTrue(changed.success.updated)
    assert.isAbove(changed.call.rates?.limit ?? 0, 0)
    assert.isString(changed.call.requestId)
  })

  it("does so as programs, by a layer", async () => {
    const program = Effect.gen(function* () {
      const viatica = yield* ViaticaClient
      const traveller = yield* viatica.traveller()
      const [one, two] = yield* Effect.all(
        [traveller.quotes({ trip }), traveller.quotes({ trip })],
        {
          concurrency: "unbounded",
        },
      )
      assert.strictEqual(one.sessionId, two.sessionId)
      assert.strictEqual(yield* traveller.sessionId, one.sessionId)
      const link = yield* traveller
        .links({ offerId: 999_999 })
        .pipe(Effect.catchTag("BAD_OFFER_ID", () => traveller.links({})))
      return link.url
    })
    const layer = layerFetch(optionsFor(await service().createKey()))
    assert.match(await Effect.runPromise(Effect.provide(program, layer)), /^https?:/)
  })

  it("is told of misspelt fields in the sandbox", async () => {
    const client = makeClient(optionsFor(await service().createKey()))
    const misspelt = { trip, langauge: "fr" }
    const result = await client.quotes(misspelt)
    assert.deepStrictEqual(result._tag === "Success" ? result.call.unknownFields : [], ["langauge"])
  })
})
