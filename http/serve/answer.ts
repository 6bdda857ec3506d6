import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { type Refusal, refusalBody, refusals } from "./refusal.ts"

/** What goes back to the caller: status, lower-case headers, and the body as text. */
export interface Answer {
  readonly status: number
  readonly contentType: string
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

/** An answer with a JSON body. */
export const jsonAnswer = (
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Answer => ({
  status,
  contentType: "application/json; charset=utf-8",
  body: JSON.stringify(body),
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
): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.text(answer.body, {
    status: answer.status,
    contentType: answer.contentType,
    headers: answerHeaders(answer, requestId),
  })
