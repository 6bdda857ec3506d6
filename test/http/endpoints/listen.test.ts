import { assert, describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { paths } from "../../support/sample-trips.ts"
import { startService, type TestKey, useService } from "../../support/service.ts"

const service = useService()

const path = "/api/v1/events/listen"

const makeKey = (partnerCode?: string) =>
  service().createKey({
    mode: "sandbox",
    scopes: ["events"],
    ...(partnerCode === undefined ? {} : { partnerCode }),
  })

const listen = async (key: TestKey, wish: unknown = {}) => {
  const { body, status } = await service().call("POST", path, wish, { key })
  return { status, ...(body as Readonly<Record<string, unknown>>) } as {
    readonly status: number
    readonly error?: string
    readonly detail?: string
    readonly listenerId?: string
    readonly events?: ReadonlyArray<{ readonly type: string; readonly body: string }>
  }
}

describe("POST /api/v1/events/listen", () => {
  it("makes a listener, which is told what happens to its account while it waits", async () => {
    const key = await makeKey()
    const { listenerId } = await listen(key)
    const waiting = listen(key, { listenerId })
    await makeKey(key.partnerCode)
    const { events } = await waiting
    expect(events?.map(({ type }) => type)).toEqual(["key.created"])
  })

  it("is for sandbox keys with the scope of events", async () => {
    const live = await service().createKey({ mode: "live", scopes: ["events"] })
    expect(await listen(live)).toMatchObject({
      status: 400,
      error: "BAD_REQUEST",
      detail: expect.stringMatching(/sandbox key/) as string,
    })
    const scopeless = await service().createKey({ mode: "sandbox", scopes: ["quotes"] })
    expect(await listen(scopeless)).toMatchObject({ status: 403, error: "SCOPE_FORBIDDEN" })
  })

  it("refuses a listener of another account like one that never was", async () => {
    const { listenerId } = await listen(await makeKey())
    const other = await makeKey()
    expect(await listen(other, { listenerId })).toMatchObject({
      status: 404,
      error: "EVENT_NOT_FOUND",
    })
    const refused = [
      { listenerId: 7 },
      { settled: "evt_1" },
      { settled: Array.from({ length: 51 }, () => "evt_1") },
      { ends: "yes" },
    ]
    for (const wish of refused) {
      expect(await listen(other, wish)).toMatchObject({ status: 400, error: "BAD_REQUEST" })
    }
  })

  it("leaves its polls out of the calls of the account", async () => {
    const key = await makeKey()
    await listen(key)
    await service().call("GET", paths.meta, undefined, { key })
    let endpoints: ReadonlyArray<string> = []
    while (!endpoints.includes("meta")) {
      const { body } = await service().call("GET", paths.calls, undefined, { key })
      const { calls } = body as { calls: ReadonlyArray<{ endpoint: string }> }
      endpoints = calls.map(({ endpoint }) => endpoint)
    }
    expect(endpoints).toEqual(["meta"])
  })
})

describe("polls that wait", () => {
  it("hold neither a connection to the database nor a place, and end at once with the process", async () => {
    const started = await startService({ DATABASE_POOL: "2", CALLS_WAITING_MAX: "4" })
    try {
      const keys = await Promise.all(
        Array.from({ length: 6 }, () => started.createKey({ mode: "sandbox", scopes: ["events"] })),
      )
      const call = async (key: TestKey, wish: unknown) =>
        await started.call("POST", path, wish, { key })
      const waiting: Array<ReturnType<typeof call>> = []
      for (const key of keys) {
        const { body } = await call(key, {})
        waiting.push(call(key, { listenerId: (body as { listenerId: string }).listenerId }))
      }
      const polled = Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`select from event_listener where polled_at > (
          select min(polled_at) from event_listener)`,
      )
      assert.isAtLeast((await started.run(polled)).length, 1)
      for (const key of keys) {
        const { status } = await started.call("GET", paths.meta, undefined, { key })
        assert.strictEqual(status, 200)
      }
      const ended = Promise.all(waiting)
      await started.stop()
      for (const { body, status } of await ended) {
        assert.strictEqual(status, 200)
        expect(body).toMatchObject({ events: [] })
      }
    } finally {
      await started.stop()
    }
  })
})
