import type { IncomingMessage, ServerResponse } from "node:http"
import { PassThrough } from "node:stream"
import type { IncomingCall } from "../../http/api/incoming.ts"
import { nodeCall } from "../../http/runtime/node-server.ts"
import { sessionCookie } from "../../http/pages/sign-in/visitor.ts"
import type { VirtualTime } from "./virtual-time.ts"

/** How a body arrives: whole, in pieces, half of it and no more; or its connection is reset, or gone before it is read. */
export type Arrival = "whole" | "pieces" | "half" | "reset" | "gone"

/** What a browser sends. */
interface Sent {
  readonly time: VirtualTime
  readonly baseUrl: string
  /** The token of a session of the console; undefined for somebody who is not signed in. */
  readonly session: string | undefined
  readonly path: string
  /** The form of a POST and how it arrives; undefined asks for a page. */
  readonly form: { readonly text: string; readonly arrival: Arrival } | undefined
}

/** How long a body may take, as on sockets, in milliseconds. */
const bodyMs = 10_000

/** How far apart pieces of a body arrive, in milliseconds. */
const pieceMs = 700

/** A call as it comes from a socket: its body is a stream of Node's, which is what the service reads. */
export const browserCall = ({ baseUrl, form, path, session, time }: Sent): IncomingCall => {
  const text = Buffer.from(form?.text ?? "")
  const stream = new PassThrough()
  // A connection that ends is no failure of this process.
  stream.on("error", () => {})
  const headers: ReadonlyArray<readonly [name: string, value: string]> = [
    ["host", new URL(baseUrl).host],
    ["origin", baseUrl],
    ["sec-fetch-site", "same-origin"],
    ...(session === undefined
      ? []
      : [["cookie", `${sessionCookie(baseUrl).name}=${session}`] as const]),
    ["content-type", "application/x-www-form-urlencoded"],
    ["content-length", String(text.length)],
  ]
  const source = Object.assign(stream, {
    method: form === undefined ? "GET" : "POST",
    url: path,
    httpVersion: "1.1",
    rawHeaders: headers.flat(),
    headers: Object.fromEntries(headers),
    socket: { remoteAddress: "127.0.0.1" },
    complete: false,
  })
  const end = (): void => {
    source.complete = true
    source.end()
    time.stir()
  }
  const send = (from: number, to: number): void => {
    if (!source.destroyed) source.write(text.subarray(from, to))
    time.stir()
  }
  const half = Math.floor(text.length / 2)
  switch (form?.arrival ?? "whole") {
    case "whole": {
      send(0, text.length)
      end()
      break
    }
    case "pieces": {
      const pieces = 4
      for (let piece = 0; piece < pieces; piece += 1) {
        const [from, to] = [piece, piece + 1].map((at) => Math.floor((text.length * at) / pieces))
        time.after(pieceMs * (piece + 1), () => send(from ?? 0, to ?? 0))
      }
      time.after(pieceMs * (pieces + 1), end)
      break
    }
    case "half": {
      send(0, half)
      break
    }
    case "reset": {
      send(0, half)
      time.after(pieceMs, () => {
        source.destroy(new Error("aborted"))
        time.stir()
      })
      break
    }
    case "gone": {
      source.destroy()
    }
  }
  return nodeCall(source as unknown as IncomingMessage, {} as ServerResponse, {
    waits: false,
    timeoutMs: bodyMs,
  })
}
