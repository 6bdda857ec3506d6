import type { IncomingMessage } from "node:http"
import * as Effect from "effect/Effect"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as Stream from "effect/Stream"
import type { IsNextOnConnection } from "./next-on-connection.ts"
import {
  BodyBroken,
  BodyTooLarge,
  type IncomingCall,
  type RequestHead,
  splitTarget,
  type UnreadBody,
} from "../api/incoming.ts"
import { readNodeBody } from "./node-body.ts"

const readBody = (source: IncomingMessage, maximumBytes: number) =>
  Effect.callback<Uint8Array, UnreadBody>((resume) =>
    readNodeBody(source, maximumBytes, (read) => resume(Effect.fromResult(read))),
  )

const declaredBytes = (source: IncomingMessage): number =>
  Number(source.headers["content-length"] ?? "0")

/** Reads a body through the server's own stream, which tells a waiting client to go on first. */
const readAcknowledged = (
  request: HttpServerRequest,
  maximumBytes: number,
): Effect.Effect<Uint8Array, UnreadBody> => {
  const chunks: Array<Uint8Array> = []
  let bytes = 0
  return request.stream.pipe(
    Stream.mapError((cause) => new BodyBroken({ cause })),
    Stream.runForEach((chunk) => {
      bytes += chunk.byteLength
      chunks.push(chunk)
      return bytes > maximumBytes ? Effect.fail(new BodyTooLarge({ maximumBytes })) : Effect.void
    }),
    Effect.map(() => Buffer.concat(chunks)),
  )
}

/** Every occurrence of a header, in order; Node's own collections would sort all the others too. */
const valuesOf = (rawHeaders: ReadonlyArray<string>, name: string): ReadonlyArray<string> => {
  const values: Array<string> = []
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const header = rawHeaders[index] ?? ""
    // Most headers differ in length already, and most of the others are written in lower case.
    const isNamed =
      header.length === name.length && (header === name || header.toLowerCase() === name)
    if (isNamed) values.push(rawHeaders[index + 1] ?? "")
  }
  return values
}

/** HTTP/1.1 names exactly one host, so that no two servers on the way take it for different ones. */
const flawOf = ({ httpVersion, rawHeaders }: IncomingMessage): string | undefined => {
  if (!httpVersion.startsWith("1.")) return "The request is not HTTP/1.1."
  const hosts = valuesOf(rawHeaders, "host").length
  if (hosts === 1 || (hosts === 0 && httpVersion === "1.0")) return undefined
  return hosts === 0 ? "The request names no host." : "The request names more than one host."
}

/** The head of a request of Node's HTTP server. */
export const nodeHead = (source: IncomingMessage): RequestHead => {
  // Named one by one: what follows a spread object costs the engine a call for each member.
  const { path, query } = splitTarget(source.url ?? "/")
  return {
    flaw: flawOf(source),
    method: source.method ?? "GET",
    path,
    query,
    peer: () => source.socket.remoteAddress ?? "",
    headerValues: (name) => valuesOf(source.rawHeaders, name),
  }
}

/**
 * Whether a request's body is as long as it says and short enough, and its client waits for no sign
 * to send it: then nothing but reading it is needed.
 */
export const isPlainBody = (source: IncomingMessage, maximumBytes: number): boolean =>
  source.headers.expect === undefined &&
  source.headers["transfer-encoding"] === undefined &&
  declaredBytes(source) <= maximumBytes

/**
 * The call behind a request of Node's HTTP server. Node puts the sign to go on of a request that is
 * not the next one on its connection behind the head of another answer, where it would be read as the
 * beginning of that one's body: a client that sends such a request behind others gets no sign, and
 * sends when it has waited enough.
 */
export const nodeIncoming = (
  request: HttpServerRequest,
  source: IncomingMessage,
  isNext: IsNextOnConnection,
): IncomingCall => ({
  ...nodeHead(source),
  readBody: (maximumBytes) => {
    if (declaredBytes(source) > maximumBytes) return Effect.fail(new BodyTooLarge({ maximumBytes }))
    return source.headers.expect === undefined || !isNext(request)
      ? readBody(source, maximumBytes)
      : readAcknowledged(request, maximumBytes)
  },
})
