import { once } from "node:events"
import { connect, type Socket } from "node:net"
import { afterAll, expect, it } from "@effect/vitest"
import { eventually } from "../../support/eventually.ts"
import { useOwnService } from "../../support/service.ts"

const service = useOwnService({ CONNECTIONS_MAX: "2" })

const sockets: Array<Socket> = []
afterAll(() => {
  for (const socket of sockets) socket.destroy()
})

/** What a new connection is told when it asks; nothing where it is closed. */
const asked = async (): Promise<string> => {
  const socket = connect(service().port, "127.0.0.1")
  sockets.push(socket)
  let received = ""
  socket.on("error", () => {})
  socket.on("data", (chunk: Buffer) => (received += chunk.toString()))
  socket.write("GET /healthz HTTP/1.1\r\nhost: a\r\n\r\n")
  await Promise.race([once(socket, "data"), once(socket, "close")])
  return received.split("\r\n")[0] ?? ""
}

it("connections beyond the most are closed, and there is room again once others end", async () => {
  expect([await asked(), await asked()]).toEqual(["HTTP/1.1 200 OK", "HTTP/1.1 200 OK"])
  expect(await asked()).toBe("")
  sockets[0]?.destroy()
  expect(await eventually(async () => (await asked()) === "HTTP/1.1 200 OK", 10_000)).toBe(true)
})
