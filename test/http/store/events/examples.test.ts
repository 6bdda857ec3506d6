import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import { eventBodies } from "../../../../http/api/event-bodies.ts"
import { eventTypes } from "../../../../rules/events/event-policy.ts"
import { EventDeliveries } from "../../../../http/ports/event-deliveries.ts"
import { Events } from "../../../../http/ports/events.ts"
import { Keys } from "../../../../http/ports/keys.ts"
import { Sales } from "../../../../http/ports/sales.ts"
import { correctLedger } from "../../../../http/store/sales/ledger-correct.ts"
import { useOwnService } from "../../../support/service.ts"
import { makeLinking } from "../links/linking.ts"
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

/** Lets everything happen that an account is told of; the bodies that it is sent, by their type. */
const happened = async (): Promise<ReadonlyMap<string, Body>> => {
  const seller = await makeSeller(service())
  const owner = { partnerCode: seller.partnerCode, mode: "live" } as const
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
    expect([...documented.keys()]).toHaveLength(7)
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

  it("tell nothing of a traveller or a trip", async () => {
    for (const [, body] of await happened()) {
      expect(JSON.stringify(body)).not.toMatch(personal)
    }
  })

  it("name every type in the table of types", () => {
    for (const type of [...eventTypes, "ping"]) expect(page).toContain(`\`${type}\``)
  })
})
