import { once } from "node:events"
import { type AddressInfo, connect, createServer, type Socket } from "node:net"
import { describe, expect, it } from "@effect/vitest"
import { makeDraws } from "../../core/random/draws.ts"
import { type Fault, openFaultProxy } from "./network/fault-proxy.ts"

/** Uses both ends of a connection over a network that has just begun a fault. */
const connectOver = async (use: (near: Socket, far: Socket) => Promise<void>, fault: Fault) => {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const way = await openFaultProxy((server.address() as AddressInfo).port, makeDraws(1))
  const taken = once(server, "connection") as Promise<[Socket]>
  const near = connect(way.port, "127.0.0.1")
  const [far] = await taken
  far.on("error", () => undefined)
  near.write("before")
  await once(far, "data")
  await way.begin(fault)
  await use(near, far)
  near.destroy()
  await way.stop()
  server.close()
}

describe("a network that loses what is sent", () => {
  it("leaves nobody waiting for a client that has hung up", () =>
    connectOver(
      async (near, far) => {
        const closed = once(far, "close")
        far.resume()
        near.destroy()
        await closed
      },
      { kind: "black-hole" },
    ))

  it("stands for as long as its client does, and passes nothing on", () =>
    connectOver(
      async (near, far) => {
        let heard = ""
        near.on("data", (bytes) => (heard += String(bytes)))
        far.on("data", (bytes) => (heard += String(bytes)))
        near.write("lost")
        far.write("lost")
        await new Promise((resolve) => setTimeout(resolve, 100))
        expect([heard, near.closed, far.closed]).toEqual(["", false, false])
      },
      { kind: "black-hole" },
    ))
})
