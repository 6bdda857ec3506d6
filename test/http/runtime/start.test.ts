import { setTimeout as delay } from "node:timers/promises"
import { describe, expect, it } from "@effect/vitest"
import { freePort, sendRaw } from "../../support/http-call.ts"
import { bilanBody, paths, quoteBody } from "../../support/sample-trips.ts"
import { startService } from "../../support/service.ts"

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

  it("answers its first calls as it does all later ones", async () => {
    const service = await startService()
    const ask = async () => ({
      cards: (await service.call("GET", paths.cards)).body,
      bilan: (await service.call("POST", paths.bilan, bilanBody())).body,
      quote: (await service.call("POST", paths.quotes, quoteBody())).body,
    })
    const first = await ask()
    await delay(1_000)
    const later = await ask()
    const { offers } = first.quote as { readonly offers: ReadonlyArray<unknown> }
    expect(offers.length).toBeGreaterThan(0)
    expect(later).toMatchObject({ cards: first.cards, bilan: first.bilan, quote: { offers } })
    await service.stop()
  })
})
