import { once } from "node:events"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

/** A server that a test lets misbehave. */
export interface FakeServer {
  readonly baseUrl: string
  readonly stop: () => Promise<void>
}

/** Starts a server on a free loopback port; each request goes to `answer`, with its number from 1. */
export const startFake = async (
  answer: (request: IncomingMessage, response: ServerResponse, number: number) => void,
): Promise<FakeServer> => {
  let number = 0
  const server = createServer((request, response) => {
    number += 1
    const mine = number
    request.resume().on("end", () => answer(request, response, mine))
  })
  await once(server.listen(0, "127.0.0.1"), "listening")
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, "close")
    },
  }
}
