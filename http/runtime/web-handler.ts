import * as Effect from "effect/Effect"
import { sendTimeoutMs } from "../config/load.ts"
import type { ServerSettings } from "../config/server.ts"
import type { AnswerRest, Reply } from "../api/answer.ts"
import { bodyBytes, type Utf8Body } from "../api/text-body.ts"
import type { Draining } from "./draining.ts"
import { makeService } from "./service.ts"
import { webCall } from "./web-request.ts"

/** Answers a web request; it never rejects. */
export type WebHandler = (request: Request) => Promise<Response>

type Run = (rest: AnswerRest) => Promise<Utf8Body | undefined>

/** A body that goes on: each piece is made when the runtime has room for it. */
const streamOf = (body: Utf8Body, rest: AnswerRest, run: Run): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start: (stream) => stream.enqueue(Uint8Array.from(bodyBytes(body))),
    pull: async (stream) => {
      const piece = await run(rest)
      if (piece === undefined) stream.close()
      else stream.enqueue(Uint8Array.from(bodyBytes(piece)))
    },
  })

const webResponse = (method: string, reply: Reply, run: Run): Response => {
  const { body, headers, rest, status } = reply
  if (method === "HEAD" || status === 304) return new Response(null, { status, headers })
  const sent = rest === undefined ? Uint8Array.from(bodyBytes(body)) : streamOf(body, rest, run)
  return new Response(sent, { status, headers })
}

/**
 * The application as a web handler, for every runtime that serves `Request` to `Response`. It runs
 * on the services around this effect, which have to live as long as the handler is used.
 */
export const makeWebHandler = (settings: ServerSettings, draining: Draining) =>
  Effect.gen(function* () {
    const { answer } = yield* makeService(settings, draining)
    const timeoutMs = yield* sendTimeoutMs
    const run = Effect.runPromiseWith(yield* Effect.context<never>())
    const handle: WebHandler = (request) =>
      run(
        Effect.map(answer(webCall(request, timeoutMs)), (reply) =>
          webResponse(request.method, reply, run),
        ),
      )
    return handle
  })
