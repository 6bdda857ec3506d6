import { setTimeout as delay } from "node:timers/promises"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@effect/vitest"
import { type DatabaseWay, openDatabaseWay } from "../../../support/database-way.ts"
import { eventually } from "../../../support/eventually.ts"
import { send } from "../../../support/http-call.ts"
import { createFreshDatabase } from "../../../support/postgres.ts"
import { paths } from "../../../support/sample-trips.ts"
import { startService, type TestService } from "../../../support/service.ts"
import { seenUsage } from "./seen-usage.ts"

let database: Awaited<ReturnType<typeof createFreshDatabase>>
let way: DatabaseWay
let service: TestService

beforeAll(async () => {
  database = await createFreshDatabase()
  way = await openDatabaseWay(database.url)
  service = await startService({ DATABASE_URL: way.url })
})

const isReady = async () =>
  (await send({ port: service.port, method: "GET", path: "/readyz" })).status === 200

/** Gives the database back, and waits until the service has let go of its dead connections. */
const databaseIsBack = async () => {
  await way.lift()
  expect(await eventually(isReady, 20_000, 50)).toBe(true)
}

afterEach(databaseIsBack)

afterAll(async () => {
  await service.stop()
  await way.stop()
  await database.drop()
})

/** Calls of a key that need no database: their signature does not hold. */
const callInVain = async (key: Awaited<ReturnType<TestService["createKey"]>>, count: number) => {
  for (let index = 0; index < count; index += 1) {
    await service.call("GET", paths.meta, undefined, { key, timestampOffsetSeconds: -600 })
  }
}

describe.each(["down", "black-hole", "half-open"] as const)("a database that is %s", (kind) => {
  it("costs no call, and none is counted twice", async () => {
    const key = await service.createKey()
    const seen = seenUsage(service, key.partnerCode, "sandbox")
    await service.call("GET", paths.meta, undefined, { key })
    expect(await seen.countedOnce(1)).toBe(1)
    await way.begin({ kind })
    await callInVain(key, 6)
    // Long enough for the batch to be tried, and tried again.
    await delay(4_000)
    await callInVain(key, 3)
    await databaseIsBack()
    expect(await seen.countedOnce(10)).toBe(10)
    await delay(2_500)
    expect(await seen.countedOnce(10)).toBe(10)
    const calls = await seen.calls()
    expect(new Set(calls.map(({ requestId }) => requestId)).size).toBe(10)
  })
})
