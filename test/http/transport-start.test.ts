import { setTimeout as delay } from "node:timers/promises"
import { describe, expect, it } from "@effect/vitest"
import { freePort, sendRaw } from "../support/http-call.ts"
import { startService } from "../support/service.ts"

/** Sends one call as soon as the port accepts a connection at all. */
const firstCall = async (port: number): Promise<string> => {
  for (;;) {
    try {
      return (await sendRaw(port, ["GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n"], 100)).received
    } catch {
      await delay(1)
    }
  }
}

describe("a service that starts", () => {
  it("answers the first connection that it accepts", async () => {
    const port = await freePort()
    const first = firstCall(port)
    const service = await startService({ PORT: String(port) })
    expect((await first).split("\r\n", 1)).toEqual(["HTTP/1.1 200 OK"])
    await service.stop()
  })
})
