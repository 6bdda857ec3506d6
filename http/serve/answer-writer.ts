import * as Context from "effect/Context"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import type { Answer } from "./answer.ts"

/**
 * Gives an answer straight to the runtime's own server, under the request's id, and gives what stands
 * for it; undefined where it has to go the usual way.
 */
export type WriteAnswer = (
  request: HttpServerRequest,
  answer: Answer,
  requestId: string,
) => HttpServerResponse | undefined

/** A shorter way for answers than that of effect's server; there is none unless a runtime has one. */
export class AnswerWriter extends Context.Reference<WriteAnswer>(
  "viatica/http/serve/AnswerWriter",
  { defaultValue: () => () => undefined },
) {}
