import type { IncomingMessage, ServerResponse } from "node:http"
import * as Effect from "effect/Effect"
import { outsidePlaces } from "../platform/places.ts"
import {
  BodyBroken,
  bodyInTime,
  BodyTooLarge,
  type IncomingCall,
  readTarget,
  type UnreadBody,
} from "../api/incoming.ts"

/** Every occurrence of a header, in order; Node's own collections would sort all the others too. */
const valuesOf = (rawHeaders: ReadonlyArray<string>, name: string): ReadonlyArray<string> => {
  const values: Array<string> = []
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const header = rawHeaders[index] ?? ""
    if (header.length === name.length && header.toLowerCase() === name) {
      values.push(rawHeaders[index + 1] ?? "")
    }
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

/** A body that has come in already, whole. */
const readWhole = (source: IncomingMessage): Uint8Array =>
  (source.read() as Buffer | null) ?? new Uint8Array()

/** Whether nothing more comes of a request: neither data nor a word that there is none. */
const isGone = (source: IncomingMessage): boolean =>
  source.destroyed || source.errored !== null || source.readableEnded

/** Reads what comes until the end, and listens for nothing after it, or when nobody waits any more. */
const readStream = (source: IncomingMessage, maximumBytes: number) =>
  Effect.callback<Uint8Array, UnreadBody>((resume) => {
    const chunks: Array<Buffer> = []
    let bytes = 0
    const settle = (read: Effect.Effect<Uint8Array, UnreadBody>): void => {
      leave()
      resume(read)
    }
    const broken = (cause: unknown): void => settle(Effect.fail(new BodyBroken({ cause })))
    const onData = (chunk: Buffer): void => {
      bytes += chunk.byteLength
      chunks.push(chunk)
      if (bytes <= maximumBytes) return
      source.pause()
      settle(Effect.fail(new BodyTooLarge({ maximumBytes })))
    }
    const onEnd = (): void => settle(Effect.succeed(Buffer.concat(chunks)))
    const onClose = (): void => broken(connectionEnded)
    const leave = (): void => {
      source.off("data", onData).off("end", onEnd).off("error", broken).off("close", onClose)
    }
    if (isGone(source)) {
      broken(source.errored ?? connectionEnded)
      return undefined
    }
    // Node gives an error for a connection that ends before the body does, and closes what has none.
    source.on("data", onData).on("end", onEnd).on("error", broken).on("close", onClose)
    return Effect.sync(leave)
  })

const connectionEnded = "The connection ended before the body did."

/**
 * Tells a client that waits to send its body to go on, where its answer is the next on the connection:
 * Node would put the sign of any other behind the head of another answer, where it would be read as
 * the beginning of that one's body. Such a client sends when it has waited enough.
 */
const letSend = (response: ServerResponse): void => {
  if (response.socket !== null) response.writeContinue()
}

/** How a body comes in: whether its client waits for a sign to send it, and how long it may take. */
export interface BodyTerms {
  readonly waits: boolean
  readonly timeoutMs: number
}

/** The call behind a request of Node's HTTP server. */
export const nodeCall = (
  source: IncomingMessage,
  response: ServerResponse,
  { timeoutMs, waits }: BodyTerms,
): IncomingCall => {
  const { flaw, path, query } = readTarget(source.url ?? "/")
  return {
    path,
    query,
    flaw: flaw ?? flawOf(source),
    method: source.method ?? "GET",
    peer: () => source.socket.remoteAddress ?? "",
    headerValues: (name) => valuesOf(source.rawHeaders, name),
    readBody: (maximumBytes) =>
      Effect.suspend(() => {
        const declaredBytes = Number(source.headers["content-length"] ?? "0")
        if (declaredBytes > maximumBytes) return Effect.fail(new BodyTooLarge({ maximumBytes }))
        if (waits) letSend(response)
        if (!source.complete) return bodyInTime(readStream(source, maximumBytes), timeoutMs)
        return source.readableLength > maximumBytes
          ? Effect.fail(new BodyTooLarge({ maximumBytes }))
          : outsidePlaces(Effect.sync(() => readWhole(source)))
      }),
  }
}
