import { randomUUID } from "node:crypto"
import type { Server, ServerResponse } from "node:http"
import type { Duplex } from "node:stream"
import { type Refusal, refusal, refusalBody, refusals } from "../api/api-refusal.ts"
import type { PendingResponses } from "./pending-responses.ts"

const notFound = refusal("NOT_FOUND", "Nothing is served under this path.")
const notHttp = refusal("BAD_REQUEST", "The request is not well-formed HTTP/1.1.")
const tooLargeHead = refusal("HEADERS_TOO_LARGE", "The request's headers are too long.")
const tooSlow = refusal("REQUEST_TIMEOUT", "The request did not arrive in time.")

/** How long a client has to read why its connection ends. */
const lingerMs = 2_000

/** What Node's parser refused, in the words of this API. */
const refusalOf = (code: string | undefined): Refusal => {
  switch (code) {
    case "HPE_INVALID_URL":
      return notFound
    case "HPE_HEADER_OVERFLOW":
      return tooLargeHead
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return tooSlow
    default:
      return notHttp
  }
}

const reasons: Readonly<Record<number, string>> = {
  400: "Bad Request",
  404: "Not Found",
  408: "Request Timeout",
  431: "Request Header Fields Too Large",
}

const answerText = (refused: Refusal): string => {
  const { status } = refusals[refused.name]
  const body = JSON.stringify(refusalBody(refused))
  return [
    `HTTP/1.1 ${status} ${reasons[status] ?? ""}`,
    "content-type: application/json; charset=utf-8",
    "cache-control: no-store",
    "x-content-type-options: nosniff",
    `x-request-id: ${randomUUID()}`,
    `content-length: ${Buffer.byteLength(body)}`,
    "connection: close",
    "",
    body,
  ].join("\r\n")
}

/** Runs something once some answers have all been sent; never if their connection ends before. */
const onceLeft = (answers: ReadonlyArray<ServerResponse>, run: () => void): void => {
  let left = answers.length
  if (left === 0) run()
  for (const answer of answers) {
    answer.once("close", () => {
      left -= 1
      if (left === 0) run()
    })
  }
}

/** Ends a connection for good, whether or not its client ends it too. */
const letGo = (socket: Duplex, lastWords: string): void => {
  if (socket.writable) socket.end(lastWords)
  else socket.destroy()
  setTimeout(() => socket.destroy(), lingerMs).unref()
}

/**
 * Answers what Node's HTTP parser refuses, and what never becomes a request, like every other call:
 * with a request id and a body that says why. Whole requests that came earlier on the connection
 * are answered first, and a request that has its answer already gets no second one. Unknown
 * expectations are ignored.
 */
export const answerMalformedRequests = (server: Server, pending: PendingResponses): Server => {
  const refusedOnce = new WeakSet<Duplex>()
  const refuse = (socket: Duplex, refused: Refusal): void => {
    if (refusedOnce.has(socket)) return
    refusedOnce.add(socket)
    onceLeft(pending.toWholeRequests(socket), () => {
      const isAnswered = pending.toPartialRequest(socket)?.headersSent === true
      letGo(socket, isAnswered ? "" : answerText(refused))
    })
  }
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    if (error.code === "ECONNRESET") socket.destroy()
    else refuse(socket, refusalOf(error.code))
  })
  server.on("connect", (_request, socket) => {
    // Node has removed its own listeners from this socket, and an error that nobody handles would
    // end the process: a client that asks for a tunnel and resets the connection could do that.
    socket.on("error", () => socket.destroy())
    refuse(socket, notFound)
  })
  server.on("checkExpectation", (request, response) => server.emit("request", request, response))
  return server
}
