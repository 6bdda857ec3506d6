import { ServerResponse } from "node:http"
import { toServerResponse } from "@effect/platform-node/NodeHttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { answerHeaders } from "../serve/answer.ts"
import type { WriteAnswer } from "../serve/answer-writer.ts"
import type { IsNextOnConnection } from "../serve/next-on-connection.ts"

/** Statuses that may have no body. */
const withoutBody = [204, 205, 304]

/** Stands for an answer that Node has been given already: the server leaves it alone. */
const written = HttpServerResponse.empty()

/**
 * Gives an answer straight to Node, head and body together; undefined where the server's own way
 * has to be gone, such as when part of the request is still to come.
 */
export const writeToNode: WriteAnswer = (request, answer, requestId) => {
  const response = toServerResponse(request)
  const isPlain =
    response instanceof ServerResponse &&
    response.req.complete &&
    response.req.method !== "HEAD" &&
    !response.headersSent &&
    !response.destroyed &&
    !withoutBody.includes(answer.status)
  if (!isPlain) return undefined
  const { body } = answer
  response.writeHead(answer.status, {
    ...answerHeaders(answer, requestId),
    "content-type": answer.contentType,
    "content-length": body.length,
  })
  // A text goes out in one piece with the head, which is in Latin-1 as well.
  response.end(body, "latin1")
  return written
}

/** Whether a request's answer is the next one on its connection: then Node has given it the socket. */
export const isNextOnConnection: IsNextOnConnection = (request) =>
  toServerResponse(request).socket !== null
