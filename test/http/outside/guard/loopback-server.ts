import { once } from "node:events"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

/** A server on a loopback port that a test may take away and give back. */
export interface LoopbackServer {
  readonly port: number
  /** Leaves the port; `listen` takes it again. */
  readonly leave: () => Promise<void>
  readonly listen: () => Promise<void>
}

/** 64 KiB of nothing. */
export const spaces = " ".repeat(64 * 1_024)

/** Sends spaces until it is stopped. */
export const sendsForEver = (_: unknown, response: ServerResponse): void => {
  const send = (): void => {
    while (!response.destroyed && response.write(spaces));
  }
  response.on("drain", send)
  send()
}

/** Starts a server that answers as it is told. */
export const startLoopback = async (
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<LoopbackServer> => {
  let port = 0
  let server = createServer(answer)
  const listen = async (): Promise<void> => {
    server = createServer(answer).listen(port, "127.0.0.1")
    await once(server, "listening")
    port = (server.address() as AddressInfo).port
  }
  const leave = async (): Promise<void> => {
    if (!server.listening) return
    const closed = once(server, "close")
    server.close()
    server.closeAllConnections()
    await closed
  }
  await listen()
  return { port, leave, listen }
}
