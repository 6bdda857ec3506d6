import type { ServerResponse } from "node:http"
import { toServerResponse } from "@effect/platform-node/NodeHttpServerRequest"
import { type Answer, answerHeaders } from "../api/answer.ts"
import type { IsNextOnConnection } from "../gateway/next-on-connection.ts"

/** Gives Node an answer, head and body together, unless its request has been let go of. */
export const writeNodeAnswer = (
  response: ServerResponse,
  answer: Answer,
  requestId: string,
): void => {
  if (response.destroyed) return
  const { body } = answer
  const headers = answerHeaders(answer, requestId)
  headers["content-type"] = answer.contentType
  headers["content-length"] = String(body.length)
  response.writeHead(answer.status, headers)
  // A text goes out in one piece with the head, which is in Latin-1 as well.
  response.end(body, "latin1")
}

/** Whether a request's answer is the next one on its connection: then Node has given it the socket. */
export const isNextOnConnection: IsNextOnConnection = (request) =>
  toServerResponse(request).socket !== null
