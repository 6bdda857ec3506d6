import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type {
  EventEndpointsResponse,
  EventSentResponse,
  EventsResponse,
} from "../../../http/api/events.ts"
import { Events } from "../../../http/ports/events.ts"
import { outcomeOf } from "../../support/http-call.ts"
import { paths } from "../../support/sample-trips.ts"
import { type TestKey, useService } from "../../support/service.ts"

const service = useService()

/** An account with a sandbox key and an endpoint that nothing can be sent to. */
const makeListening = async () => {
  const key = await service().createKey({ mode: "sandbox" })
  const wish = {
    partnerCode: key.partnerCode,
    mode: "sandbox" as const,
    url: "https://nowhere.invalid/hooks",
    types: [],
  }
  const { endpointId } = await service().run(
    Effect.flatMap(Events, (events) => events.create(wish)),
  )
  return { key, endpointId }
}

const tell = ({ partnerCode }: TestKey, once: string) =>
  service().run(
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql`select tell_event(id, 'sandbox', 'sale.validated', ${once}, '{"number":1}')
        from partner where code = ${partnerCode}`,
    ),
  )

const get = (key: TestKey, path: string) => service().call("GET", path, undefined, { key })

const post = (key: TestKey, path: string, body: unknown) =>
  service().call("POST", path, body, { key })

describe("events over the API", () => {
  it("are listed with their deliveries, a page at a time", async () => {
    const { endpointId, key } = await makeListening()
    for (const once of ["a", "b", "c"]) await tell(key, once)
    const first = (await get(key, `${paths.events}?limit=2`)).body as typeof EventsResponse.Type
    expect(first).toMatchObject({ ok: true, mode: "sandbox" })
    expect(first.events).toHaveLength(2)
    expect(first.events[0]).toMatchObject({ type: "sale.validated", data: { number: 1 } })
    expect(first.events[0]?.deliveries).toMatchObject([{ endpointId, state: "waiting" }])
    const rest = await get(key, `${paths.events}?limit=2&cursor=${first.nextCursor}`)
    expect(rest.body).toMatchObject({ nextCursor: null, events: [{ type: "sale.validated" }] })
    const [event] = first.events
    const one = await get(key, `${paths.events}?id=${event?.id}`)
    expect((one.body as typeof EventsResponse.Type).events.map(({ id }) => id)).toEqual([event?.id])
  })

  it("go to endpoints that are listed without their secrets", async () => {
    const { endpointId, key } = await makeListening()
    const answer = await get(key, paths.eventEndpoints)
    const { endpoints } = answer.body as typeof EventEndpointsResponse.Type
    expect(endpoints).toMatchObject([
      { endpointId, url: "https://nowhere.invalid/hooks", types: [] },
    ])
    expect(answer.text).not.toContain("whsec_")
  })

  it("are sent on demand: a ping, and an event again", async () => {
    const { endpointId, key } = await makeListening()
    await tell(key, "a")
    const [told] = ((await get(key, paths.events)).body as typeof EventsResponse.Type).events
    const ping = await post(key, paths.eventPing, { endpointId })
    expect(ping.body).toMatchObject({ ok: true, mode: "sandbox", endpoints: 1 })
    const { eventId } = ping.body as typeof EventSentResponse.Type
    const resent = await post(key, paths.eventResend, { eventId: told?.id })
    expect(resent.body).toEqual({ ok: true, mode: "sandbox", eventId: told?.id, endpoints: 1 })
    const listed = (await get(key, paths.events)).body as typeof EventsResponse.Type
    expect(listed.events.map(({ id }) => id)).toEqual([eventId, told?.id])
  })

  it("of others, of the other mode, or of nobody cannot be told apart", async () => {
    const [own, other] = [await makeListening(), await service().createKey({ mode: "sandbox" })]
    await tell(own.key, "a")
    const [told] = ((await get(own.key, paths.events)).body as typeof EventsResponse.Type).events
    const live = await service().createKey({ mode: "live", partnerCode: own.key.partnerCode })
    for (const key of [other, live]) {
      expect((await get(key, paths.events)).body).toMatchObject({ events: [] })
      expect((await get(key, paths.eventEndpoints)).body).toMatchObject({ endpoints: [] })
      for (const answer of [
        await post(key, paths.eventPing, { endpointId: own.endpointId }),
        await post(key, paths.eventPing, { endpointId: "we_none" }),
        await post(key, paths.eventResend, { eventId: told?.id }),
        await post(key, paths.eventResend, { eventId: "evt_none" }),
      ]) {
        expect(outcomeOf(answer)).toBe("404 EVENT_NOT_FOUND")
      }
    }
  })

  it("are not found under texts that no id can be, which no database could be asked for", async () => {
    const { key } = await makeListening()
    await tell(key, "a")
    for (const id of [
      "\u0000",
      "evt_\u0000",
      "\ud800",
      "evt_ 1",
      "é".repeat(10),
      "e".repeat(5_000),
    ]) {
      expect(outcomeOf(await post(key, paths.eventPing, { endpointId: id }))).toBe(
        "404 EVENT_NOT_FOUND",
      )
      expect(outcomeOf(await post(key, paths.eventResend, { eventId: id }))).toBe(
        "404 EVENT_NOT_FOUND",
      )
    }
    for (const id of ["%00", "evt_%00", "a%20b"]) {
      const { body, status } = await get(key, `${paths.events}?id=${id}`)
      expect([status, body]).toMatchObject([200, { events: [], nextCursor: null }])
    }
  })

  it("refuse what they cannot read, by the field", async () => {
    const { key } = await makeListening()
    const refused = [
      await get(key, `${paths.events}?limit=0`),
      await get(key, `${paths.events}?limit=101`),
      await get(key, `${paths.events}?cursor=a`),
      await post(key, paths.eventPing, {}),
      await post(key, paths.eventPing, { endpointId: 7 }),
      await post(key, paths.eventResend, []),
    ]
    expect(refused.map(outcomeOf)).toEqual(refused.map(() => "400 BAD_REQUEST"))
    expect(refused.map(({ body }) => (body as { detail: string }).detail.split(":")[0])).toEqual([
      "limit",
      "limit",
      "cursor",
      "endpointId",
      "endpointId",
      "eventId",
    ])
    const body = await service().call("POST", paths.eventPing, undefined, { key })
    expect(outcomeOf(body)).toBe("400 INVALID_JSON")
  })
})
