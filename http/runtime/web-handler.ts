import * as Effect from "effect/Effect"
import { sendTimeoutMs } from "../config/load.ts"
import type { ServerSettings } from "../config/server.ts"
import type { Reply } from "../api/answer.ts"
import { bodyBytes } from "../api/text-body.ts"
import type { Draining } from "./draining.ts"
import { makeService } from "./service.ts"
import { webCall } from "./web-request.ts"

/** Answers a web request; it never rejects. */
export type WebHandler = (request: Request) => Promise<Response>

const webResponse = (method: string, { body, headers, status }: Reply): Response => {
  const isBare = method === "HEAD" || status === 304
  return new Response(isBare ? null : Uint8Array.from(bodyBytes(body)), { status, headers })
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
          webResponse(request.method, reply),
        ),
      )
    return handle
  })
