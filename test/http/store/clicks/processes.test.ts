import { afterAll, beforeAll, describe, expect, it } from "@effect/vitest"
import { send } from "../../../support/http-call.ts"
import { startServerProcess } from "../../../support/server-process.ts"
import type { Server } from "../../../support/spawned-server.ts"
import { useOwnService } from "../../../support/service.ts"
import { linkRows } from "./link-rows.ts"

const service = useOwnService()

let processes: ReadonlyArray<Server> = []
let another: Server | undefined

beforeAll(async () => {
  const { databaseUrl } = service()
  processes = await Promise.all([1, 2].map(() => startServerProcess(databaseUrl)))
  another = await startServerProcess(databaseUrl)
})

const endAll = () => Promise.all(processes.map((one) => one.end("SIGTERM")))

afterAll(async () => {
  await endAll()
  await another?.end("SIGTERM")
})

const codes = Array.from({ length: 12 }, (_, index) => `shared${index}`)

describe("two server processes on one database", () => {
  it("count every click of many clients once, the last ones before they end", async () => {
    const { addLink, clicksOf } = linkRows(service())
    for (const code of codes) await addLink({ code })
    const portOf = (index: number) => processes[index % processes.length]?.port ?? 0
    const codeOf = (index: number) => codes[index % codes.length] ?? ""
    const clickEach = async (client: number) => {
      for (let index = 0; index < codes.length * 5; index += 1) {
        // Each client goes through the links from another one on, now here, now there.
        const { status } = await send({
          port: portOf(client + index),
          method: "GET",
          path: `/r/${codeOf(client * 5 + index)}`,
        })
        expect(status).toBe(302)
      }
    }
    const clients = 16
    await Promise.all(Array.from({ length: clients }, (_, client) => clickEach(client)))
    await endAll()
    const counted = await Promise.all(codes.map(clicksOf))
    expect(counted).toEqual(codes.map(() => clients * 5))
  })

  it("write a click that came right before the end", async () => {
    const { addLink, clicksOf } = linkRows(service())
    await addLink({ code: "atTheEnd" })
    await send({ port: another?.port ?? 0, method: "GET", path: "/r/atTheEnd" })
    await another?.end("SIGTERM")
    expect(await clicksOf("atTheEnd")).toBe(1)
  })
})
