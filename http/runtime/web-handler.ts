import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpEffect from "effect/http/HttpEffect"
import * as HttpMiddleware from "effect/http/HttpMiddleware"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import {
  BodyBroken,
  bodyInTime,
  BodyTooLarge,
  type IncomingCall,
  splitTarget,
  type UnreadBody,
} from "../api/incoming.ts"
import { sendTimeoutMs } from "../config/load.ts"
import type { App } from "../gateway/app.ts"

/**
 * The application as a web handler, for every runtime that serves `Request` to `Response`. It runs
 * on the services around this effect, which have to live as long as the handler is used.
 */
export const makeWebHandler = ({ answer }: App) =>
  Effect.gen(function* () {
    const timeoutMs = yield* sendTimeoutMs
    const context = yield* Effect.context<never>()
    return HttpEffect.toWebHandlerWith<never, HttpServerRequest>(
      // Calls have spans of their own.
      Context.add(context, HttpMiddleware.TracerDisabledWhen, () => true),
    )(
      Effect.flatMap(HttpServerRequest, ({ source }) =>
        answer(webCall(source as Request, timeoutMs)),
      ),
    )
  })

/** Reads a body to its end, or until it is told to stop or its client has left. */
const readChunks = async (
  body: ReadableStream<Uint8Array>,
  maximumBytes: number,
  stop: AbortSignal,
): Promise<Uint8Array | BodyTooLarge> => {
  const reader = body.getReader()
  const chunks: Array<Uint8Array> = []
  let bytes = 0
  const stopped = new Promise<never>((_, reject) => {
    if (stop.aborted) reject(stop.reason)
    stop.addEventListener("abort", () => reject(stop.reason), { once: true })
  })
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), stopped])
      if (done) return Buffer.concat(chunks)
      bytes += value.byteLength
      if (bytes > maximumBytes) return new BodyTooLarge({ maximumBytes })
      chunks.push(value)
    }
  } finally {
    // What is left is not asked for; a body that has ended takes no notice.
    reader.cancel().catch(() => {})
  }
}

const readBody = (
  request: Request,
  maximumBytes: number,
): Effect.Effect<Uint8Array, UnreadBody> => {
  const { body, signal } = request
  if (body === null) return Effect.succeed(new Uint8Array(0))
  return Effect.flatMap(
    Effect.tryPromise({
      try: (stop) => readChunks(body, maximumBytes, AbortSignal.any([stop, signal])),
      catch: (cause) => new BodyBroken({ cause }),
    }),
    (read) => (read instanceof BodyTooLarge ? Effect.fail(read) : Effect.succeed(read)),
  )
}

/** The part of an absolute URL after its authority. */
const targetOf = (url: string): string => {
  const start = url.indexOf("/", url.indexOf("://") + 3)
  return start < 0 ? "/" : url.slice(start)
}

/**
 * The call behind a web request (Deno and others), whose body may take so long. The runtime has already
 * joined repeated headers with a comma, which no signing header holds, and normalised the target's dots.
 */
export const webCall = (request: Request, timeoutMs: number): IncomingCall => ({
  method: request.method,
  ...splitTarget(targetOf(request.url)),
  peer: () => "",
  headerValues: (name) => request.headers.get(name)?.split(", ") ?? [],
  readBody: (maximumBytes) => bodyInTime(readBody(request, maximumBytes), timeoutMs),
})
