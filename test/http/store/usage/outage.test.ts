import { setTimeout as delay } from "node:timers/promises"
import { describe, expect, it } from "@effect/vitest"
import { type DatabaseWay, openDatabaseWay } from "../../../support/database-way.ts"
import { eventually } from "../../../support/eventually.ts"
import { send } from "../../../support/http-call.ts"
import { createFreshDatabase, migratedDatabaseUrl } from "../../../support/postgres.ts"
import { paths } from "../../../support/sample-trips.ts"
import { startService, type TestKey, type TestService } from "../../../support/service.ts"
import { seenUsage } from "./seen-usage.ts"

/** A service whose way to its database can be taken away. */
interface Outage {
  readonly service: TestService
  readonly way: DatabaseWay
  readonly stop: () => Promise<void>
}

const openOutage = async (): Promise<Outage> => {
  const database = await createFreshDatabase(migratedDatabaseUrl)
  const way = await openDatabaseWay(database.url)
  const service = await startService({ DATABASE_URL: way.url })
  const stop = async () => {
    await service.stop()
    await way.stop()
    await database.drop()
  }
  return { service, way, stop }
}

/** Gives the database back, and waits until the service has let go of its dead connections. */
const databaseIsBack = async ({ service, way }: Outage) => {
  const isReady = async () =>
    (await send({ port: service.port, method: "GET", path: "/readyz" })).status === 200
  await way.lift()
  expect(await eventually(isReady, 20_000, 50)).toBe(true)
}

/** Calls of a key that need no database: their signature does not hold. */
const callInVain = async (service: TestService, key: TestKey, count: number) => {
  for (let index = 0; index < count; index += 1) {
    await service.call("GET", paths.meta, undefined, { key, timestampOffsetSeconds: -600 })
  }
}

// They wait for deadlines, each of a service of its own, all at the same time.
describe.concurrent.each(["down", "black-hole", "half-open"] as const)(
  "a database that is %s",
  (kind) => {
    it("costs no call, and none is counted twice", async ({ onTestFinished }) => {
      const outage = await openOutage()
      const { service, way } = outage
      onTestFinished(outage.stop)
      const key = await service.createKey()
      const seen = seenUsage(service, key.partnerCode, "sandbox")
      await service.call("GET", paths.meta, undefined, { key })
      expect(await seen.countedOnce(1)).toBe(1)
      await way.begin({ kind })
      await callInVain(service, key, 6)
      // Long enough for the batch to be tried, and tried again.
      await delay(4_000)
      await callInVain(service, key, 3)
      await databaseIsBack(outage)
      expect(await seen.countedOnce(10)).toBe(10)
      await delay(2_500)
      expect(await seen.countedOnce(10)).toBe(10)
      const calls = await seen.calls()
      expect(new Set(calls.map(({ requestId }) => requestId)).size).toBe(10)
    })
  },
)
