import * as Effect from "effect/Effect"
import * as HttpEffect from "effect/http/HttpEffect"
import type { ServerSettings } from "../config/server.ts"
import type { RequestServices } from "../gateway/routes.ts"
import type { Draining } from "./draining.ts"
import { makeService } from "./service.ts"

/** Answers a web request; it never rejects. */
export type WebHandler = (request: Request) => Promise<Response>

/**
 * The application as a web handler, for every runtime that serves `Request` to `Response`. It runs
 * on the services around this effect, which have to live as long as the handler is used.
 */
export const makeWebHandler = (settings: ServerSettings, draining: Draining) =>
  Effect.gen(function* () {
    const { answer } = yield* makeService(settings, draining)
    const context = yield* Effect.context<never>()
    const handle = HttpEffect.toWebHandlerWith<never, RequestServices>(context)(answer)
    return (request: Request) => handle(request)
  })
