import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import { eventBodies } from "../../../../http/api/event-bodies.ts"
import { documentedEvent, exampleBody } from "../../../../rules/events/event-examples.ts"
import { eventTypes, type EventType } from "../../../../rules/events/event-policy.ts"
import { EventDeliveries } from "../../../../http/ports/event-deliveries.ts"
import { Events } from "../../../../http/ports/events.ts"
import { Keys } from "../../../../http/ports/keys.ts"
import { Actor } from "../../../../http/ports/audit-log.ts"
import { Partners } from "../../../../http/ports/partners.ts"
import { PayoutDesk } from "../../../../http/ports/payouts.ts"
import { Sales } from "../../../../http/ports/sales.ts"
import { correctLedger } from "../../../../http/store/sales/ledger-correct.ts"
import { useOwnService } from "../../../support/service.ts"
import { makeLinking } from "../links/linking.ts"
import { samplePayee } from "../payouts/layer.ts"
import { makeSeller, report } from "../sales/sellers.ts"

const service = useOwnService()
const linking = makeLinking(service)

type Body = Readonly<Record<string, unknown>>

/** What a body is made of: names in their order, and the type of each value. */
const shapeOf = (value: unknown): unknown =>
  typeof value === "object" && value !== null
    ? Object.entries(value).map(([name, part]) => [name, shapeOf(part)])
    : typeof value

const page = readFileSync(
  fileURLToPath(new URL("../../../../docs/events.md", import.meta.url)),
  "utf8",
)

/** The bodies of the page, by their type. */
const documented = new Map(
  page
    .split("\n")
    .filter((line) => line.startsWith('{"id":"evt_'))
    .map((line) => JSON.parse(line) as Body & { readonly type: string })
    .map((body) => [body.type, body]),
)

/** Has a statement made, whose payout is sent and comes back; a month is closed by the emulator's test. */
const pay = Effect.fnUntraced(function* (partnerCode: string) {
  const sql = yield* SqlClient.SqlClient
  const desk = yield* PayoutDesk
  yield* sql`
    with made as (
      insert into statement (number, partner_id, month, currency, minor_units, pending_minor,
        due_minor, carried_minor, closed_at, record, hash)
      select upper(code) || '-2027-04-EUR', id, '2027-04', 'EUR', 2, 0, 41250, 1731, now(),
        '{"payOn":"2027-05-15"}', sha256('') from partner where code = ${partnerCode}
      returning id, partner_id
    )
    insert into payout (statement_id, partner_id, currency, minor_units, amount_minor, due_on)
    select id, partner_id, 'EUR', 2, 41250, '2027-05-15' from made`
  yield* desk.setPayee(partnerCode, samplePayee)
  const [due] = yield* desk.payouts({ partnerCode, state: "due", limit: 1 })
  const { batch } = yield* desk.draw({ currency: "EUR", payOn: "2027-05-15" })
  yield* Effect.provideService(desk.approve(batch.number), Actor, "somebody else")
  yield* desk.send(batch.number, "2027-05-15", "BK-1")
  yield* desk.markReturned(due?.number ?? "", "2027-05-18", "AC04")
})

/** Lets everything happen that an account is told of; the bodies that it is sent, by their type. */
const happened = async (): Promise<ReadonlyMap<string, Body>> => {
  const seller = await makeSeller(service())
  const { partnerCode } = seller
  const owner = { partnerCode, mode: "live" } as const
  const url = "https://nowhere.invalid/hooks"
  await report(service(), seller)
  const link = await linking.link(
    201,
    seller.key,
    await linking.session(seller.key),
    {},
    {
      offerId: 1001,
    },
  )
  const told = await service().run(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const events = yield* Events
      const { endpointId } = yield* events.create({ ...owner, url, types: [] })
      yield* sql`update sale set booked_at = booked_at - interval '15 days'
        where external_order_id = 'order-1'`
      yield* sql`update sale set amount_minor = 1 where external_order_id = 'order-1'`
      yield* (yield* Sales).validateDue
      yield* correctLedger({ isTrial: false, adopts: false })
      const { keyId } = seller.key
      yield* sql`update quota set reads_used = reads_limit where key_id = ${keyId}`
      yield* (yield* Keys).rotate(keyId)
      yield* sql`update api_key set previous_valid_until = now() + interval '1 hour'
        where key_id = ${keyId}`
      yield* (yield* EventDeliveries).upkeep
      yield* events.ping(owner, endpointId)
      yield* events.create({ ...owner, url: `${url}/other`, types: ["key.revoked"] })
      yield* sql`update event_endpoint set failing_since = now() - interval '25 hours'
        where id = ${endpointId}`
      yield* (yield* EventDeliveries).upkeep
      const keys = yield* Keys
      yield* keys.revoke((yield* keys.create(owner)).keyId)
      const partners = yield* Partners
      yield* partners.setCommission(partnerCode, 1_300)
      yield* pay(partnerCode)
      yield* partners.suspend(partnerCode, "Your licence has expired.")
      yield* partners.approve(partnerCode, {})
      return events
    }),
  )
  for (const stage of ["presubscribed", "paid", "subscribed"] as const) {
    await linking.advance(link.subscriptionId, stage)
  }
  await linking.withdraw(link.subscriptionId)
  const { events } = await service().run(told.list({ ...owner, limit: 100 }))
  return new Map(events.map(({ body, type }) => [type, JSON.parse(body) as Body]))
}

/** Names of fields that a traveller or a trip has. */
const personal =
  /"(age|ages|birthDate|name|firstName|lastName|email|startDate|endDate|arrivalCountries|countryResidence|travellers|trip|language)":/

describe("the bodies in docs/events.md", () => {
  it("are made as those that are sent", async () => {
    const sent = await happened()
    expect([...sent.keys()].toSorted()).toEqual([...eventTypes, "ping"].toSorted())
    for (const [type, body] of documented) expect(shapeOf(body)).toEqual(shapeOf(sent.get(type)))
    for (const type of ["subscription.presubscribed", "subscription.subscribed"]) {
      expect(shapeOf(sent.get(type))).toEqual(shapeOf(documented.get("subscription.paid")))
    }
    expect([...documented.keys()]).toHaveLength(eventTypes.length - 1)
    for (const [type, body] of documented) {
      expect(body).toEqual(documentedEvent(type as EventType))
    }
  })

  it("are what the API document declares of webhooks, and nothing besides", async () => {
    const sent = await happened()
    for (const [type, schema] of Object.entries(eventBodies)) {
      const read = Schema.decodeUnknownResult(schema as Schema.Codec<unknown>, {
        onExcessProperty: "error",
      })
      expect([type, Result.isSuccess(read(sent.get(type)))]).toEqual([type, true])
      expect([type, Result.isSuccess(read({ ...sent.get(type), more: 1 }))]).toEqual([type, false])
    }
  })

  it("are what an example sends, but for its mark", () => {
    for (const type of eventTypes) {
      const told = { id: "evt_1", mode: "sandbox", at: "2027-05-03T09:30:00.000Z" } as const
      const body: unknown = JSON.parse(exampleBody(type, told))
      const read = Schema.decodeUnknownResult(eventBodies[type] as Schema.Codec<unknown>, {
        onExcessProperty: "error",
      })
      expect([type, Result.isSuccess(read(body))]).toEqual([type, true])
      expect(body).toMatchObject({ type, example: true, mode: "sandbox" })
    }
  })

  it("tell nothing of a traveller or a trip", async () => {
    for (const [, body] of await happened()) {
      expect(JSON.stringify(body)).not.toMatch(personal)
    }
  })

  it("name every type in the table of types", () => {
    for (const type of [...eventTypes, "ping"]) expect(page).toContain(`\`${type}\``)
  })
})
