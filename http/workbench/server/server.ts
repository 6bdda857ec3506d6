import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import { contentPolicy } from "../../platform/content-policy.ts"
import { timingSafeEqual } from "node:crypto"
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http"
import type { AddressInfo } from "node:net"
import { readTarget } from "../../api/incoming.ts"
import type { Bench } from "./bench.ts"
import { callHandlers } from "./call-handlers.ts"
import { makePageViews, type PageViews, refusalOf } from "./page-views.ts"
import { viewHandlers } from "./view-handlers.ts"
import { findReviewPage } from "./review/review-pages.ts"
import type { PageFile } from "./page-files.ts"
import { findTravellerPicture } from "./traveller/traveller-resources.ts"
import type { CallReply } from "../protocol/call.ts"
import type { CallName } from "../protocol/calls.ts"
import type { WorkbenchEvent } from "../protocol/events.ts"
import type { CannotListen } from "../../platform/cannot-listen.ts"
import { listenOn } from "../../platform/listen.ts"
import { percentDecoded } from "../../platform/read-url.ts"
import type { CallError } from "./handler.ts"

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
  readonly views: PageViews
}

const respond = async (
  request: IncomingMessage,
  response: ServerResponse,
  { bench, pages, port, token, views }: Serving,
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
  if (method === "POST" && path.startsWith("shown/")) {
    return sendShown(response, path.slice("shown/".length), request, views)
  }
  if (method !== "GET") return plain(response, 405, "Calls are posted, all else is read")
  if (path === "events") return openEvents(response, guardHeaders, views)
  const file = pages.get(path === "" ? "index.html" : path)
  if (file !== undefined) return sendFile(response, file)
  const resource = await Effect.runPromise(
    findResource(path, new URLSearchParams(target.query), bench),
  )
  if (resource !== undefined) return sendResource(response, resource)
  plain(response, 404, "Nothing lies here")
}

/** A workbench that listens. */
interface WorkbenchServer {
  /** The address of its page, with the token. */
  readonly url: string
}

/** Serves the page and its calls on a loopback port, for as long as the scope is open. */
export const serveWorkbench = Effect.fnUntraced(function* (
  bench: Bench,
  pages: ReadonlyMap<string, PageFile>,
  { port, token }: { readonly port: number; readonly token: string },
): Effect.fn.Return<WorkbenchServer, CannotListen, Scope.Scope> {
  const views = makePageViews(bench, viewHandlers)
  const portOf = (server: Server): number => (server.address() as AddressInfo).port
  const server = createServer((request, response) => {
    const serving: Serving = { bench, pages, token, views, port: () => portOf(server) }
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

/** A page that reads nothing is let go before so much waits for it; it comes back, and is told anew. */
const waitingBytesMax = 32 * 1_024 * 1_024

/** Keeps a connection open, and writes to it what its page is told. */
const openEvents = (
  response: ServerResponse,
  headers: Readonly<Record<string, string>>,
  views: PageViews,
): void => {
  response.writeHead(200, {
    ...headers,
    "content-type": "text/event-stream",
    "cache-control": "no-store",
  })
  const leave = views.open((event: WorkbenchEvent) => {
    response.write(`data: ${JSON.stringify(event)}\n\n`)
    if (response.writableLength > waitingBytesMax) response.destroy()
  })
  response.once("close", leave)
}

const shownViews = Schema.Array(
  Schema.Struct({
    slot: Schema.Int,
    count: Schema.Int,
    name: Schema.String,
    input: Schema.Unknown,
  }),
)

/** Takes what a page shows; one whose stream is not open says it again when that is. */
const sendShown = async (
  response: ServerResponse,
  page: string,
  request: IncomingMessage,
  views: PageViews,
): Promise<void> => {
  const read = Schema.decodeUnknownExit(shownViews)(await readBody(request))
  if (Exit.isFailure(read)) return plain(response, 400, "A page says what it shows as JSON")
  if (!views.show(page, read.value)) return plain(response, 404, "No stream of this page is open")
  response.writeHead(204, guardHeaders).end()
}

/** What lies at an address beside the page: a picture, or a file to keep. */
interface Resource {
  readonly contentType: string
  readonly body: string | Uint8Array
  /** The name under which a browser keeps it; left out of what it shows. */
  readonly fileName?: string
}

/** What finds a resource by its path below the token; undefined where there is none. */
type FindResource = (
  path: string,
  query: URLSearchParams,
  bench: Bench,
) => Effect.Effect<Resource | undefined>

const finders: ReadonlyArray<FindResource> = [findTravellerPicture, findReviewPage]

/** The resource at a path. */
const findResource: FindResource = (path, query, bench) =>
  Effect.gen(function* () {
    for (const find of finders) {
      const found = yield* find(path, query, bench)
      if (found !== undefined) return found
    }
    return undefined
  })

const isCallName = (name: string): name is CallName => Object.hasOwn(callHandlers, name)

const refused = (code: string, message: string): CallReply<never> => ({
  _tag: "Refused",
  refusal: { code, message, facts: {} },
})

/** Answers a call of the page: by what it comes to, or by why it is refused. */
const answerCall = (
  name: string,
  body: unknown,
  bench: Bench,
): Effect.Effect<CallReply<unknown>> => {
  if (!isCallName(name)) return Effect.succeed(refused("UnknownCall", `There is no call ${name}`))
  const { answer, input } = callHandlers[name]
  const read = Schema.decodeUnknownExit(input as Schema.ConstraintDecoder<unknown>)(body)
  if (Exit.isFailure(read)) {
    return Effect.succeed(refused("BadInput", `${name}: ${Cause.pretty(read.cause)}`))
  }
  const answering = answer as (input: unknown, bench: Bench) => Effect.Effect<unknown, CallError>
  return Effect.match(answering(read.value, bench), {
    onSuccess: (output): CallReply<unknown> => ({ _tag: "Answered", output }),
    onFailure: (error): CallReply<unknown> => ({ _tag: "Refused", refusal: refusalOf(error) }),
  })
}

/** Headers of every answer: the page runs what its server gives it, and nothing else. */
const guardHeaders = {
  "content-security-policy": contentPolicy({
    "script-src": ["'self'"],
    // The grid writes rules of its own into the page.
    "style-src": ["'self'", "'unsafe-inline'"],
    "img-src": ["'self'", "data:"],
    "connect-src": ["'self'"],
    "base-uri": [],
    "form-action": [],
    "frame-ancestors": [],
  }),
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
} as const

/** The names under which a loopback port is reached. */
const hostsOf = (port: number): ReadonlyArray<string> => [`127.0.0.1:${port}`, `localhost:${port}`]

/** What a request says of itself. */
interface RequestFacts {
  readonly method: string
  readonly headers: IncomingHttpHeaders
  /** The port that the server listens on. */
  readonly port: number
}

/**
 * Whether a request comes from the page itself, or from a person who opens it: it names this machine as
 * its host, so that no name of another's points here, and what changes anything names its origin.
 */
const isOwn = ({ headers, method, port }: RequestFacts): boolean => {
  const hosts = hostsOf(port)
  if (!hosts.includes(headers.host ?? "")) return false
  const site = headers["sec-fetch-site"]
  if (site !== undefined && site !== "same-origin" && site !== "none") return false
  const { origin } = headers
  if (origin === undefined) return method === "GET" || method === "HEAD"
  return origin === `http://${headers.host}`
}

/** Whether an address holds the token; it takes as long whatever of it is right. */
const holdsToken = (given: string, token: string): boolean => {
  const [left, right] = [Buffer.from(given), Buffer.from(token)]
  return left.length === right.length && timingSafeEqual(left, right)
}
