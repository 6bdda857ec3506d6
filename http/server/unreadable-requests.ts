import { randomUUID } from "node:crypto"
import type { Server } from "node:http"
import type { Duplex } from "node:stream"
import { type Refusal, refusal, refusalBody, refusals } from "../serve/refusal.ts"

const notFound = refusal("NOT_FOUND", "Nothing is served under this path.")
const notHttp = refusal("BAD_REQUEST", "The request is not well-formed HTTP/1.1.")
const tooLargeHead = refusal("HEADERS_TOO_LARGE", "The request's headers are too long.")
const tooSlow = refusal("REQUEST_TIMEOUT", "The request did not arrive in time.")

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
    "x-content-type-options: nosniff",
    `x-request-id: ${randomUUID()}`,
    `content-length: ${Buffer.byteLength(body)}`,
    "connection: close",
    "",
    body,
  ].join("\r\n")
}

const answer = (socket: Duplex, refused: Refusal): void => {
  if (socket.writable) socket.end(answerText(refused))
  else socket.destroy()
}

/**
 * Answers what Node's HTTP parser refuses, and what never becomes a request, as every other call is
 * answered: with a request id and a body that says why. An expectation that is not known is ignored.
 */
export const answerUnreadableRequests = (server: Server): Server => {
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    if (error.code === "ECONNRESET") socket.destroy()
    else answer(socket, refusalOf(error.code))
  })
  server.on("connect", (_request, socket) => answer(socket, notFound))
  server.on("checkExpectation", (request, response) => server.emit("request", request, response))
  return server
}
