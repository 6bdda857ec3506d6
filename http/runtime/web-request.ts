import * as Effect from "effect/Effect"
import {
  BodyBroken,
  BodyTooLarge,
  type IncomingCall,
  splitTarget,
  type UnreadBody,
} from "../api/incoming.ts"

const readChunks = async (
  body: ReadableStream<Uint8Array>,
  maximumBytes: number,
): Promise<Uint8Array | BodyTooLarge> => {
  const chunks: Array<Uint8Array> = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.byteLength
    if (bytes > maximumBytes) return new BodyTooLarge({ maximumBytes })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const readBody = (
  request: Request,
  maximumBytes: number,
): Effect.Effect<Uint8Array, UnreadBody> => {
  const { body } = request
  if (body === null) return Effect.succeed(new Uint8Array(0))
  return Effect.flatMap(
    Effect.tryPromise({
      try: () => readChunks(body, maximumBytes),
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
 * The call behind a web request (Deno and others). The runtime has already joined repeated headers
 * with a comma, which no signing header holds, and normalised the target's dots.
 */
export const webCall = (request: Request): IncomingCall => ({
  method: request.method,
  ...splitTarget(targetOf(request.url)),
  peer: () => "",
  headerValues: (name) => request.headers.get(name)?.split(", ") ?? [],
  readBody: (maximumBytes) => readBody(request, maximumBytes),
})
