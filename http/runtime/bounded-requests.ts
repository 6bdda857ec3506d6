import { IncomingMessage, type Server } from "node:http"
import type { Socket } from "node:net"
import type { Duplex } from "node:stream"

/**
 * The requests of a server that reads no further on a connection once that is full: what comes then is
 * taken for a change to another protocol. Nothing else stops Node before the end of a piece of what it
 * has received, which holds thousands of short requests, each of which takes a hundred times the memory
 * that it took to send.
 */
export const boundedRequests = (isFull: (socket: Socket) => boolean): typeof IncomingMessage =>
  class BoundedRequest extends IncomingMessage {
    // Node sets and asks for this as for a property of its own, and first before it counts a request.
    declare private wish: boolean
    declare private verdict: boolean | undefined

    get upgrade(): boolean {
      this.verdict ??= isFull(this.socket)
      return this.verdict || (this.wish && this.method === "CONNECT")
    }

    set upgrade(wish: boolean) {
      this.wish = wish
    }
  }

/** Cuts connections off that have asked for more than they may, each of which is told as a burst. */
export const cutOffWhenFull = (
  server: Server,
  requestsOf: (socket: Duplex) => ReadonlyArray<IncomingMessage>,
  onBurst: () => void,
): void => {
  server.on("upgrade", (_request, socket) => {
    // Node has taken its own listeners off: nobody else would hear of errors, or tell of the end.
    socket.on("error", () => {})
    for (const request of requestsOf(socket)) request.destroy()
    socket.destroy()
    onBurst()
  })
}
