import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Events } from "../../../../http/ports/events.ts"
import { signIn } from "../../../support/console-session.ts"
import { useService } from "../../../support/service.ts"

const service = useService()

const path = "/console/events"
const asked = "?lang=en&mode=sandbox"
const url = "https://nowhere.invalid/hooks"

/** An owner of a new account, and its endpoints. */
const openAccount = async () => {
  const partnerCode = `c${crypto.randomUUID().slice(0, 8)}`
  const owner = await signIn(service(), { email: `o@${partnerCode}.example`, partnerCode })
  const endpoints = () =>
    service().run(
      Effect.flatMap(Events, (events) => events.endpoints({ partnerCode, mode: "sandbox" })),
    )
  const create = async (fields: Readonly<Record<string, string>>) =>
    owner.post(`${path}/create${asked}`, {
      form: await owner.fieldOf(`${path}${asked}`, "form"),
      ...fields,
    })
  return { partnerCode, owner, endpoints, create }
}

const secretForm = /whsec_[A-Za-z0-9+/]{43}=/

describe("the page of events", () => {
  it("makes an endpoint, and shows its secret in that answer alone", async () => {
    const { create, endpoints, owner } = await openAccount()
    const made = await create({ url, "sale.validated": "1" })
    assert.strictEqual(made.status, 200)
    assert.match(made.text, secretForm)
    assert.strictEqual(made.headers["cache-control"], "no-store")
    const [endpoint, ...others] = await endpoints()
    assert.deepStrictEqual([endpoint?.url, endpoint?.types, others], [url, ["sale.validated"], []])
    const page = await owner.get(`${path}${asked}`)
    assert.include(page.text, url)
    assert.notMatch(page.text, secretForm)
  })

  it("makes one endpoint of a form that is sent twice", async () => {
    const { create, endpoints, owner } = await openAccount()
    const form = await owner.fieldOf(`${path}${asked}`, "form")
    assert.strictEqual((await create({ url, form })).status, 200)
    const again = await create({ url, form })
    assert.strictEqual(again.status, 303)
    assert.match(again.headers["location"] ?? "", /done=already/)
    assert.lengthOf(await endpoints(), 1)
  })

  it("refuses private addresses and those in clear, and gives back what was typed", async () => {
    const { create, endpoints } = await openAccount()
    for (const bad of ["https://127.0.0.1/", "http://partner.example/", "nowhere"]) {
      const refused = await create({ url: bad })
      assert.strictEqual(refused.status, 422, bad)
      assert.include(refused.text, `value="${bad}"`)
    }
    assert.deepStrictEqual(await endpoints(), [])
  })

  it("sends a marked example of a type to a sandbox endpoint, twenty a minute at the most", async () => {
    const { create, endpoints, owner, partnerCode } = await openAccount()
    await create({ url })
    const endpoint = (await endpoints())[0]?.endpointId ?? ""
    const send = (type: string, to = endpoint, where = asked) =>
      owner.post(`${path}/example${where}`, { endpoint: to, type })
    const sent = await send("payout.sent")
    assert.match(sent.headers["location"] ?? "", /done=example-sent/)
    const listed = await service().run(
      Effect.flatMap(Events, (events) => events.list({ partnerCode, mode: "sandbox", limit: 5 })),
    )
    const body = JSON.parse(listed.events[0]?.body ?? "{}")
    assert.deepInclude(body, { id: listed.events[0]?.id, type: "payout.sent", example: true })
    assert.deepInclude(body, { mode: "sandbox", timestamp: listed.events[0]?.at })
    assert.lengthOf(listed.events[0]?.deliveries ?? [], 1)
    assert.notInclude((await owner.get(`${path}${asked}`)).text, "/console/events/resend")
    assert.strictEqual((await send("payout.lost")).status, 422)
    assert.strictEqual((await send("payout.sent", "we_000000000000000000000000")).status, 422)
    for (let count = 1; count < 20; count += 1) await send("key.created")
    const often = await send("key.created")
    assert.strictEqual(often.status, 422)
    assert.include(often.text, "Wait a minute")
    await service().run(
      Effect.flatMap(Events, (events) =>
        events.create({ partnerCode, mode: "live", url, types: [] }),
      ),
    )
    const live = await service().run(
      Effect.flatMap(Events, (events) => events.endpoints({ partnerCode, mode: "live" })),
    )
    const refused = await send("key.created", live[0]?.endpointId, "?lang=en&mode=live")
    assert.strictEqual(refused.status, 422)
    assert.notInclude(
      (await owner.get(`${path}?lang=en&mode=live`)).text,
      "/console/events/example",
    )
  })

  it("sends an example to a machine that listens, and shows when its program took it", async () => {
    const { owner, partnerCode } = await openAccount()
    const key = await service().createKey({ partnerCode, mode: "sandbox", scopes: ["events"] })
    const listen = async (wish: object) =>
      (await service().call("POST", "/api/v1/events/listen", wish, { key })).body as {
        readonly listenerId: string
        readonly events: ReadonlyArray<{ readonly id: string; readonly body: string }>
      }
    const { listenerId } = await listen({})
    const page = async (): Promise<string> => (await owner.get(`${path}${asked}`)).text
    assert.include(await page(), listenerId)
    const send = (to: string, where = asked) =>
      owner.post(`${path}/example${where}`, { endpoint: to, type: "payout.sent" })
    assert.match((await send(listenerId)).headers["location"] ?? "", /done=example-sent/)
    const { events } = await listen({ listenerId })
    assert.deepInclude(JSON.parse(events[0]?.body ?? "{}"), { type: "payout.sent", example: true })
    assert.notInclude(await page(), "taken by viatica listen")
    await listen({ listenerId, settled: events.map(({ id }) => id), ends: true })
    const told = await page()
    assert.include(told, "taken by viatica listen")
    assert.notInclude(told, "/console/events/resend")
    // One that has ended, one of another account, and production are refused like one that never was.
    assert.strictEqual((await send(listenerId)).status, 422)
    const other = await openAccount()
    const { listenerId: again } = await listen({})
    const foreign = { endpoint: again, type: "payout.sent" }
    assert.strictEqual((await other.owner.post(`${path}/example${asked}`, foreign)).status, 422)
    assert.strictEqual((await send(again, "?lang=en&mode=live")).status, 422)
  })

  it("tells of an event that was kept for a listener which has ended", async () => {
    const { owner, partnerCode } = await openAccount()
    const key = await service().createKey({ partnerCode, mode: "sandbox", scopes: ["events"] })
    const { body } = await service().call("POST", "/api/v1/events/listen", {}, { key })
    const { listenerId } = body as { readonly listenerId: string }
    await owner.post(`${path}/example${asked}`, { endpoint: listenerId, type: "payout.sent" })
    await service().call("POST", "/api/v1/events/listen", { listenerId, ends: true }, { key })
    assert.include((await owner.get(`${path}${asked}`)).text, "Kept for a listener that has ended.")
  })

  it("pings, renews and removes an endpoint", async () => {
    const { create, endpoints, owner } = await openAccount()
    await create({ url })
    const endpoint = (await endpoints())[0]?.endpointId ?? ""
    const ping = await owner.post(`${path}/ping${asked}`, { endpoint })
    assert.match(ping.headers["location"] ?? "", /done=pinged/)
    assert.include((await owner.get(`${path}${asked}`)).text, "evt_")
    const form = await owner.fieldOf(`${path}${asked}`, "form")
    const rotated = await owner.post(`${path}/rotate${asked}`, { endpoint, form })
    assert.match(rotated.text, secretForm)
    assert.isNotNull((await endpoints())[0]?.previousValidUntil)
    const removed = await owner.post(`${path}/remove${asked}`, { endpoint })
    assert.match(removed.headers["location"] ?? "", /done=endpoint-removed/)
    assert.deepStrictEqual(await endpoints(), [])
  })

  it("says of an endpoint what is so: not tried, paused, works, ping failed, failing", async () => {
    const { create, endpoints, owner } = await openAccount()
    await create({ url })
    const endpoint = (await endpoints())[0]?.endpointId ?? ""
    const stand = (set: string) =>
      service().run(
        Effect.flatMap(SqlClient.SqlClient, (sql) =>
          sql.unsafe(`update event_endpoint set ${set} where id = '${endpoint}'`),
        ),
      )
    const badge = async () => {
      const { text } = await owner.get(`${path}${asked}`)
      return /class="badge (\w+)">[^]*?<span>([^<]*?)\s*</.exec(text)?.slice(1).join(": ")
    }
    assert.match((await badge()) ?? "", /^info: Not tried yet/)
    const paused = await owner.post(`${path}/pause${asked}`, { endpoint })
    assert.match(paused.headers["location"] ?? "", /done=endpoint-paused/)
    assert.match((await badge()) ?? "", /^warning: Paused since/)
    await owner.post(`${path}/resume${asked}`, { endpoint })
    await stand("tried_at = now(), last_outcome = 'delivered'")
    assert.match((await badge()) ?? "", /^held: Works: last accepted/)
    await stand("last_outcome = 'refused'")
    assert.match((await badge()) ?? "", /^error: Last ping failed/)
    await stand("failures = 1, failing_since = now()")
    assert.match((await badge()) ?? "", /^error: Failing since/)
  })

  it("touches nothing of another account", async () => {
    const [own, other] = [await openAccount(), await openAccount()]
    await own.create({ url })
    const endpoint = (await own.endpoints())[0]?.endpointId ?? ""
    for (const action of ["ping", "pause", "rotate", "remove"]) {
      const form = await other.owner.fieldOf(`${path}${asked}`, "form")
      const refused = await other.owner.post(`${path}/${action}${asked}`, { endpoint, form })
      assert.strictEqual(refused.status, 422, action)
    }
    assert.lengthOf(await own.endpoints(), 1)
  })
})
