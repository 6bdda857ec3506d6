import { describe, expect, it } from "@effect/vitest"
import { startServerProcess } from "../../../support/server-process.ts"
import { paths } from "../../../support/sample-trips.ts"
import { useOwnService } from "../../../support/service.ts"
import { seenUsage } from "./seen-usage.ts"

const service = useOwnService()

const startTwo = () => {
  const { databaseUrl } = service()
  return Promise.all([startServerProcess(databaseUrl), startServerProcess(databaseUrl)])
}

describe("two server processes on one database", () => {
  it("count every call once, the last ones before they end, and go on after a restart", async () => {
    const { call, createKey } = service()
    const key = await createKey()
    const seen = seenUsage(service(), key.partnerCode, "sandbox")
    for (const round of [1, 2]) {
      const processes = await startTwo()
      const clients = Array.from({ length: 8 }, async (_, client) => {
        for (let index = 0; index < 10; index += 1) {
          const port = processes[(client + index) % 2]?.port ?? 0
          const { status } = await call("GET", paths.meta, undefined, { key, port })
          expect(status).toBe(200)
        }
      })
      await Promise.all(clients)
      await Promise.all(processes.map((one) => one.end("SIGTERM")))
      const days = await seen.days()
      expect(days.reduce((total, { calls }) => total + calls, 0)).toBe(round * 80)
      expect(await seen.calls()).toHaveLength(round * 80)
    }
  })

  it("lose the calls of a moment at most where one is killed", async () => {
    const { call, createKey } = service()
    const key = await createKey()
    const seen = seenUsage(service(), key.partnerCode, "sandbox")
    const [one, other] = await startTwo()
    for (const process of [one, other]) {
      await call("GET", paths.meta, undefined, { key, port: process.port })
    }
    expect(await seen.countedOnce(2)).toBe(2)
    await call("GET", paths.meta, undefined, { key, port: other.port })
    await one.end("SIGKILL")
    await other.end("SIGTERM")
    expect(await seen.countedOnce(3)).toBe(3)
  })
})
