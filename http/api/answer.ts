import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { WrittenJson } from "./operation.ts"
import { type Refusal, refusalBody, refusals } from "./refusal.ts"
import { bodyBytes, textBody, type Utf8Body } from "./text-body.ts"

/** What goes back to the caller: status, lower-case headers, and the body in UTF-8. */
export interface Answer {
  readonly status: number
  readonly contentType: string
  readonly body: Utf8Body
  readonly headers: Readonly<Record<string, string>>
}

const sharedBodies = new WeakSet<object>()

/** Whether what a server is given to send is the body that many share. */
export const isSharedBody = (given: unknown): boolean =>
  typeof given === "object" && given !== null && sharedBodies.has(given)

/**
 * An answer that many are given as it is: its bytes are made once, so that those who take it slowly
 * share them.
 */
export const sharedAnswer = (answer: Answer): Answer => {
  const body = bodyBytes(answer.body)
  sharedBodies.add(body)
  return { ...answer, body }
}

/** An answer with a text as its body; the type without a charset, as every text is in UTF-8. */
export const textAnswer = (
  status: number,
  type: string,
  text: string,
  headers: Readonly<Record<string, string>>,
): Answer => ({ status, contentType: `${type}; charset=utf-8`, body: textBody(text), headers })

/** An answer with a JSON body, to be written or written already. */
export const jsonAnswer = (
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Answer => ({
  status,
  contentType: "application/json; charset=utf-8",
  body: body instanceof WrittenJson ? body.json : textBody(JSON.stringify(body)),
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

/**
 * The headers of an answer under the request's id: nothing may guess another content type, and what
 * does not say how long it holds is kept by nobody.
 */
export const answerHeaders = (answer: Answer, requestId: string): Record<string, string> => {
  // Set one by one: what follows a spread object in a literal costs the engine a call each.
  const headers: Record<string, string> = { ...answer.headers }
  headers["cache-control"] ??= "no-store"
  headers["x-content-type-options"] = "nosniff"
  headers["x-request-id"] = requestId
  return headers
}

/** The response of an answer, under the request's id. */
export const toResponse = (
  answer: Answer,
  requestId: string,
): HttpServerResponse.HttpServerResponse => {
  const { contentType, status } = answer
  const options = { status, contentType, headers: answerHeaders(answer, requestId) }
  return HttpServerResponse.uint8Array(bodyBytes(answer.body), options)
}
