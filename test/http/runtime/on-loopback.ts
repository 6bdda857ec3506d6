import { once } from "node:events"
import type { Server } from "node:http"
import { type AddressInfo, connect, type Socket } from "node:net"

/** A server that is listened to, by its address and by connections that know nothing of HTTP. */
export interface OnLoopback {
  readonly origin: string
  readonly open: (options?: { readonly allowHalfOpen: boolean }) => Socket
}

/** Lets a server listen on loopback for as long as `use` takes. */
export const onLoopback = async (
  server: Server,
  use: (on: OnLoopback) => Promise<void>,
): Promise<void> => {
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  const opened: Array<Socket> = []
  const open: OnLoopback["open"] = (options) => {
    // A test ends connections on either side, in whatever way: what is read says how it went.
    const socket = connect({ port, host: "127.0.0.1", ...options }).on("error", () => {})
    opened.push(socket)
    return socket
  }
  try {
    await use({ origin: `http://127.0.0.1:${port}`, open })
  } finally {
    for (const socket of opened) socket.destroy()
    const closed = once(server, "close")
    server.close()
    server.closeAllConnections()
    await closed
  }
}

/** Everything that comes over a connection until it is closed. */
export const received = (socket: Socket): Promise<string> =>
  new Promise((resolve) => {
    let text = ""
    socket.on("data", (chunk: Buffer) => (text += chunk.toString("latin1")))
    socket.once("close", () => resolve(text))
  })

/** The text of a request. */
export const requestText = (line: string, headers: ReadonlyArray<string> = [], body = ""): string =>
  [`${line} HTTP/1.1`, "host: a", ...headers, "", body].join("\r\n")
