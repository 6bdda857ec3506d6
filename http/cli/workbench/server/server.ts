import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type * as Scope from "effect/Scope"
import { readTarget } from "../../../api/incoming.ts"
import type { CannotListen } from "../../../platform/cannot-listen.ts"
import { listenOn } from "../../../platform/listen.ts"
import { percentDecoded } from "../../../platform/read-url.ts"
import type { Bench } from "../bench.ts"
import { answerCall } from "./answer-call.ts"
import { guardHeaders, holdsToken, isOwn } from "./guard.ts"
import { openEvents } from "./open-events.ts"
import type { PageFile } from "./page-files.ts"
import { type Resource, findResource } from "./resources.ts"

const host = "127.0.0.1"

const bodyBytesMax = 16 * 1_024 * 1_024

const yearSeconds = 31_536_000

const send = (
  response: ServerResponse,
  status: number,
  contentType: string,
  body: string | Uint8Array,
  headers: Readonly<Record<string, string>> = { "cache-control": "no-store" },
): void => {
  response.writeHead(status, { ...guardHeaders, "content-type": contentType, ...headers }).end(body)
}

const plain = (response: ServerResponse, status: number, text: string): void =>
  send(response, status, "text/plain; charset=utf-8", `${text}\n`)

const sendFile = (response: ServerResponse, { bytes, contentType, isHashed }: PageFile): void =>
  send(response, 200, contentType, bytes, {
    "cache-control": isHashed ? `private, max-age=${yearSeconds}, immutable` : "no-store",
  })

const sendResource = (response: ServerResponse, { body, contentType, fileName }: Resource): void =>
  send(response, 200, contentType, body, {
    "cache-control": "no-store",
    ...(fileName === undefined
      ? {}
      : { "content-disposition": `attachment; filename="${fileName}"` }),
  })

/** Reads a body as JSON; undefined where it is none, or too long. */
const readBody = async (request: IncomingMessage): Promise<unknown> => {
  const chunks: Array<Buffer> = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.byteLength
    if (bytes > bodyBytesMax) return undefined
    chunks.push(chunk)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString("utf8")) as unknown
  } catch {
    return undefined
  }
}

/** Answers a call, and stops the work on it where the page no longer waits. */
const sendCall = async (
  response: ServerResponse,
  name: string,
  request: IncomingMessage,
  bench: Bench,
): Promise<void> => {
  const body = await readBody(request)
  if (body === undefined) return plain(response, 400, "A call brings JSON")
  const working = Effect.runFork(answerCall(name, body, bench))
  response.once("close", () => {
    if (!response.writableEnded) Effect.runFork(Fiber.interrupt(working))
  })
  const reply = await Effect.runPromise(Fiber.join(working))
  send(response, 200, "application/json", JSON.stringify(reply))
}

interface Serving {
  readonly bench: Bench
  readonly pages: ReadonlyMap<string, PageFile>
  readonly token: string
  readonly port: () => number
}

const respond = async (
  request: IncomingMessage,
  response: ServerResponse,
  { bench, pages, port, token }: Serving,
): Promise<void> => {
  const { headers, method = "GET", url = "/" } = request
  if (!isOwn({ headers, method, port: port() })) return plain(response, 403, "Not from here")
  const target = readTarget(url)
  const [, given = "", ...rest] = target.path.split("/")
  if (!holdsToken(given, token)) {
    return plain(response, 404, "Open the address that the terminal shows: it holds a token")
  }
  const path = percentDecoded(rest.join("/"))
  if (path === undefined) return plain(response, 400, "This is no address: a % stands for nothing")
  if (method === "POST" && path.startsWith("call/")) {
    return sendCall(response, path.slice("call/".length), request, bench)
  }
  if (method !== "GET") return plain(response, 405, "Calls are posted, all else is read")
  if (path === "events") return openEvents(response, guardHeaders, bench)
  const file = pages.get(path === "" ? "index.html" : path)
  if (file !== undefined) return sendFile(response, file)
  const resource = await Effect.runPromise(
    findResource(path, new URLSearchParams(target.query), bench),
  )
  if (resource !== undefined) return sendResource(response, resource)
  plain(response, 404, "Nothing lies here")
}

/** A workbench that listens. */
export interface WorkbenchServer {
  /** The address of its page, with the token. */
  readonly url: string
}

/** Serves the page and its calls on a loopback port, for as long as the scope is open. */
export const serveWorkbench = Effect.fnUntraced(function* (
  bench: Bench,
  pages: ReadonlyMap<string, PageFile>,
  { port, token }: { readonly port: number; readonly token: string },
): Effect.fn.Return<WorkbenchServer, CannotListen, Scope.Scope> {
  const portOf = (server: Server): number => (server.address() as AddressInfo).port
  const server = createServer((request, response) => {
    const serving: Serving = { bench, pages, token, port: () => portOf(server) }
    respond(request, response, serving).catch(() => {
      // A page that has left is no concern of ours; one that waits is told that this failed.
      if (response.headersSent) response.destroy()
      else plain(response, 500, "The workbench failed to answer")
    })
  })
  yield* Effect.addFinalizer(() =>
    Effect.promise(async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    }),
  )
  yield* listenOn(server, { host, port })
  return { url: `http://${host}:${portOf(server)}/${token}/` }
})
