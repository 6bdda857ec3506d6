import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { type Refusal, refusalBody, refusals } from "./refusal.ts"

/** What goes back to the caller: status, lower-case headers, and the body as text or in UTF-8. */
export interface Answer {
  readonly status: number
  readonly contentType: string
  readonly body: string | Uint8Array
  readonly headers: Readonly<Record<string, string>>
}

/** Writes a body as JSON: as a text, or as the bytes of it in UTF-8. */
export type WriteJson = (body: unknown) => string | Uint8Array

const plainJson: WriteJson = (body) => JSON.stringify(body)

/** An answer with a JSON body; some are written faster in a way of their own. */
export const jsonAnswer = (
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
  writeJson = plainJson,
): Answer => ({
  status,
  contentType: "application/json; charset=utf-8",
  body: writeJson(body),
  headers,
})

/** The answer of a refusal. */
export const refusalAnswer = (
  refused: Refusal,
  headers: Readonly<Record<string, string>> = {},
): Answer =>
  jsonAnswer(refusals[refused.name].status, refusalBody(refused), {
    ...headers,
    ...refused.headers,
  })

/** The headers of an answer under the request's id; nothing may guess another content type. */
export const answerHeaders = (
  answer: Answer,
  requestId: string,
): Readonly<Record<string, string>> => ({
  "x-content-type-options": "nosniff",
  ...answer.headers,
  "x-request-id": requestId,
})

/** The response of an answer, under the request's id. */
export const toResponse = (
  answer: Answer,
  requestId: string,
): HttpServerResponse.HttpServerResponse => {
  const { body, contentType, status } = answer
  const options = { status, contentType, headers: answerHeaders(answer, requestId) }
  return typeof body === "string"
    ? HttpServerResponse.text(body, options)
    : HttpServerResponse.uint8Array(body, options)
}
