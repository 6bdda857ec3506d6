import { IncomingMessage, type Server } from "node:http"
import type { Socket } from "node:net"
import type { Duplex } from "node:stream"

/**
 * The request class of a server that stops reading a connection once that is full: it takes the
 * next request for a change to another protocol. Nothing else stops Node within a chunk that it has
 * received, which can hold thousands of short requests that take a hundred times the memory it took
 * to send them.
 */
export const boundedRequests = (isFull: (socket: Socket) => boolean): typeof IncomingMessage =>
  class BoundedRequest extends IncomingMessage {
    // Node sets and reads this like a property of its own, before it counts a request.
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

/** Cuts off connections that have asked for more than they may, and reports each as a burst. */
export const cutOffWhenFull = (
  server: Server,
  requestsOf: (socket: Duplex) => ReadonlyArray<IncomingMessage>,
  onBurst: () => void,
): void => {
  server.on("upgrade", (_request, socket) => {
    // Node has removed its own listeners: nobody else would handle errors or announce the end.
    socket.on("error", () => {})
    for (const request of requestsOf(socket)) request.destroy()
    socket.destroy()
    onBurst()
  })
}
