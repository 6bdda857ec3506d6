import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type {
  EventEndpointSecretResponse,
  EventEndpointsResponse,
} from "../../../http/api/events.ts"
import { outcomeOf } from "../../support/http-call.ts"
import { paths } from "../../support/sample-trips.ts"
import { type KeyWish, type TestKey, useService } from "../../support/service.ts"

const service = useService()

const url = "https://nowhere.invalid/hooks"

/** A key that may change where its account is told of events. */
const makeKey = (wish: KeyWish = {}) =>
  service().createKey({ scopes: ["quotes", "quotes.link", "coach", "events"], ...wish })

const post = (key: TestKey, path: string, body: unknown) =>
  service().call("POST", path, body, { key })

const create = async (key: TestKey, body: unknown = { url }) =>
  (await post(key, paths.eventEndpointCreate, body)).body as typeof EventEndpointSecretResponse.Type

const listed = async (key: TestKey) => {
  const answer = await service().call("GET", paths.eventEndpoints, undefined, { key })
  return (answer.body as typeof EventEndpointsResponse.Type).endpoints
}

const query = <Row extends object>(statement: string) =>
  service().run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe<Row>(statement)))

describe("event endpoints over the API", () => {
  it("are made, and their secret shown in that answer alone", async () => {
    const key = await makeKey()
    const made = await create(key, { url, types: ["sale.validated"] })
    expect(made).toMatchObject({ ok: true, mode: "sandbox", previousValidUntil: null })
    expect(made.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const all = await listed(key)
    expect(all).toMatchObject([
      {
        endpointId: made.endpointId,
        url,
        types: ["sale.validated"],
        pausedAt: null,
        triedAt: null,
        lastOutcome: null,
      },
    ])
    expect(JSON.stringify(all)).not.toContain("whsec_")
    expect(
      await query(`select actor, details from audit where subject = '${made.endpointId}'`),
    ).toMatchObject([{ actor: `key: ${key.keyId}`, details: { partner: key.partnerCode } }])
  })

  it("are one for each address: asked for again, it gets a new secret beside the first", async () => {
    const key = await makeKey()
    const first = await create(key)
    const [second, third] = [
      await create(key, { url, types: ["sale.corrected"] }),
      await create(key),
    ]
    expect([second.endpointId, third.endpointId]).toEqual([first.endpointId, first.endpointId])
    expect(new Set([first, second, third].map(({ secret }) => secret)).size).toBe(3)
    // However often the answer is lost, the secret that is in place goes on signing as long.
    expect(second.previousValidUntil).not.toBe(null)
    expect(third.previousValidUntil).toBe(second.previousValidUntil)
    expect(await listed(key)).toMatchObject([{ types: [] }])
  })

  it("keep the secret in place when a renewal is repeated", async () => {
    const key = await makeKey()
    const { endpointId } = await create(key)
    const sealed = async () => {
      const [row] = await query<{ readonly previous: string }>(
        `select encode(previous_secret_sealed, 'hex') as previous from event_endpoint
          where id = '${endpointId}'`,
      )
      return row?.previous
    }
    const first = await post(key, paths.eventEndpointRotate, { endpointId })
    const before = await sealed()
    const again = await post(key, paths.eventEndpointRotate, { endpointId })
    expect([first, again].map(outcomeOf)).toEqual(["200", "200"])
    expect(await sealed()).toBe(before)
    const [one, two] = [first, again].map(
      ({ body }) => body as typeof EventEndpointSecretResponse.Type,
    )
    expect(two?.secret).not.toBe(one?.secret)
    expect(two?.previousValidUntil).toBe(one?.previousValidUntil)
  })

  it("are paused, resumed, given other types and removed, each as often as it is asked for", async () => {
    const key = await makeKey()
    const { endpointId } = await create(key)
    const change = async (body: object) =>
      (await post(key, paths.eventEndpointUpdate, { endpointId, ...body })).body
    const paused = (await change({ paused: true })) as { endpoint: { pausedAt: string } }
    expect(paused.endpoint.pausedAt).toMatch(/^20/)
    expect(await change({ paused: true })).toEqual(paused)
    expect(await change({ types: ["key.secret_ending"] })).toMatchObject({
      endpoint: { pausedAt: paused.endpoint.pausedAt, types: ["key.secret_ending"] },
    })
    expect(await change({ paused: false, types: [] })).toMatchObject({
      endpoint: { pausedAt: null, types: [] },
    })
    for (let times = 0; times < 2; times += 1) {
      expect((await post(key, paths.eventEndpointRemove, { endpointId })).body).toEqual({
        ok: true,
        mode: "sandbox",
        endpointId,
        removed: true,
      })
    }
    expect(await listed(key)).toEqual([])
    expect(outcomeOf(await post(key, paths.eventEndpointRotate, { endpointId }))).toBe(
      "404 EVENT_NOT_FOUND",
    )
  })

  it("are not found under texts that no id can be, and not made at addresses with control characters", async () => {
    const key = await makeKey()
    for (const path of [
      paths.eventEndpointUpdate,
      paths.eventEndpointRotate,
      paths.eventEndpointRemove,
    ]) {
      for (const endpointId of ["\u0000", "we_\u0000", "\ud800", "we_ 1", "e".repeat(5_000)]) {
        const answer = await post(key, path, { endpointId, paused: true })
        expect(outcomeOf(answer)).toBe("404 EVENT_NOT_FOUND")
      }
    }
    for (const path of ["/\u0000", "/a\tb", "/\u007f"]) {
      const answer = await post(key, paths.eventEndpointCreate, { url: `${url}${path}` })
      expect(outcomeOf(answer)).toBe("400 BAD_REQUEST")
    }
    expect(await listed(key)).toEqual([])
  })

  it("are changed by no key that was not let do it", async () => {
    const key = await makeKey()
    const { endpointId } = await create(key)
    const usual = await service().createKey({ partnerCode: key.partnerCode })
    const bodies = [
      [paths.eventEndpointCreate, { url: `${url}/other` }],
      [paths.eventEndpointUpdate, { endpointId, paused: true }],
      [paths.eventEndpointRotate, { endpointId }],
      [paths.eventEndpointRemove, { endpointId }],
    ] as const
    const refused = await Promise.all(bodies.map(([path, body]) => post(usual, path, body)))
    expect(refused.map(outcomeOf)).toEqual(refused.map(() => "403 SCOPE_FORBIDDEN"))
    expect(await listed(usual)).toMatchObject([{ endpointId, pausedAt: null }])
  })

  it("of others, or of the other mode, are not found", async () => {
    const key = await makeKey()
    const { endpointId } = await create(key)
    const others = [await makeKey(), await makeKey({ mode: "live", partnerCode: key.partnerCode })]
    for (const other of others) {
      const refused = [
        await post(other, paths.eventEndpointUpdate, { endpointId, paused: true }),
        await post(other, paths.eventEndpointRotate, { endpointId }),
        await post(other, paths.eventEndpointRemove, { endpointId }),
      ]
      expect(refused.map(outcomeOf)).toEqual(refused.map(() => "404 EVENT_NOT_FOUND"))
    }
    expect(await listed(key)).toMatchObject([{ endpointId, pausedAt: null }])
  })

  it("are at most five in a mode, and none of a private address", async () => {
    const key = await makeKey()
    const refusedFor = async (address: string) => {
      const answer = await post(key, paths.eventEndpointCreate, { url: address })
      return `${outcomeOf(answer)} ${(answer.body as { detail: string }).detail}`
    }
    for (const bad of ["https://127.0.0.1/", "https://10.0.0.1/x", "http://partner.example/"]) {
      expect(await refusedFor(bad)).toMatch(/^400 BAD_REQUEST url: An event endpoint has /)
    }
    for (let count = 1; count <= 5; count += 1) await create(key, { url: `${url}/${count}` })
    expect(await refusedFor(`${url}/6`)).toBe(
      "409 TOO_MANY_EVENT_ENDPOINTS An account has at most 5 event endpoints in a mode: remove one first.",
    )
    expect(outcomeOf(await post(key, paths.eventEndpointCreate, { url: `${url}/5` }))).toBe("200")
  })

  it("refuse what they cannot read, by the field", async () => {
    const key = await makeKey()
    const { endpointId } = await create(key)
    const refused = [
      await post(key, paths.eventEndpointCreate, {}),
      await post(key, paths.eventEndpointCreate, { url, types: "sale.validated" }),
      await post(key, paths.eventEndpointCreate, { url, types: ["sale.lost"] }),
      await post(key, paths.eventEndpointUpdate, { paused: true }),
      await post(key, paths.eventEndpointUpdate, { endpointId, paused: "yes" }),
      await post(key, paths.eventEndpointUpdate, { endpointId }),
      await post(key, paths.eventEndpointRotate, { endpointId: "" }),
      await post(key, paths.eventEndpointRemove, []),
    ]
    expect(refused.map(outcomeOf)).toEqual(refused.map(() => "400 BAD_REQUEST"))
    expect(refused.map(({ body }) => (body as { detail: string }).detail.split(":")[0])).toEqual([
      "url",
      "types",
      "types",
      "endpointId",
      "paused",
      "types or paused",
      "endpointId",
      "endpointId",
    ])
  })
})
