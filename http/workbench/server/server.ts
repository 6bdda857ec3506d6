import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import * as ByteSize from "effect/ByteSize"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Headers from "effect/http/Headers"
import * as HttpIncomingMessage from "effect/http/HttpIncomingMessage"
import * as HttpRouter from "effect/http/HttpRouter"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Queue from "effect/Queue"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import { timingSafeEqual } from "node:crypto"
import { createServer, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { readTarget } from "../../api/incoming.ts"
import type { Bench } from "./bench.ts"
import { Writer } from "./desk/desk.ts"
import { callHandlers } from "./call-handlers.ts"
import type { CallError } from "./handler.ts"
import { makePageViews, type PageViews, refusalOf } from "./page-views.ts"
import { viewHandlers } from "./view-handlers.ts"
import { findReviewPage } from "./review/review-pages.ts"
import type { PageFile } from "./page-files.ts"
import { findTravellerPicture } from "./traveller/traveller-resources.ts"
import { type CallReply, writerHeader } from "../protocol/call.ts"
import type { CallName } from "../protocol/calls.ts"
import type { WorkbenchEvent } from "../protocol/views.ts"
import type { CannotListen } from "../../platform/cannot-listen.ts"
import { contentPolicy } from "../../platform/content-policy.ts"
import { percentDecoded } from "../../platform/read-url.ts"
import { serveApp } from "../../platform/serve-app.ts"

/** A workbench that listens. */
interface WorkbenchServer {
  /** The address of its page, with the token. */
  readonly url: string
}

const host = "127.0.0.1"

/** Serves the page and its calls on a loopback port, for as long as the scope is open. */
export const serveWorkbench = Effect.fnUntraced(function* (
  bench: Bench,
  pages: ReadonlyMap<string, PageFile>,
  { port, token }: { readonly port: number; readonly token: string },
): Effect.fn.Return<WorkbenchServer, CannotListen, Scope.Scope> {
  const server = createServer()
  // Views answer whenever something changes, under the settings that calls have.
  const answer = Effect.runPromiseExitWith(yield* Effect.context())
  const views = makePageViews({ bench, handlers: viewHandlers, answer })
  const router = yield* HttpRouter.toHttpEffect(HttpRouter.addAll(routesOf(bench, pages, views)))
  const app = guarded(router, { token, port: () => portOf(server) })
  return { url: `http://${host}:${yield* serveApp(server, { host, port }, app)}/${token}/` }
})

const portOf = (server: Server): number => (server.address() as AddressInfo).port

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

const bodyMax = ByteSize.mebibytes(16)

const yearSeconds = 31_536_000

const respond = (
  status: number,
  contentType: string,
  body: string | Uint8Array,
  headers: Readonly<Record<string, string>> = { "cache-control": "no-store" },
): HttpServerResponse.HttpServerResponse => {
  const head = { status, contentType, headers: { ...guardHeaders, ...headers } }
  return typeof body === "string"
    ? HttpServerResponse.text(body, head)
    : HttpServerResponse.uint8Array(body, head)
}

const plain = (status: number, text: string) =>
  respond(status, "text/plain; charset=utf-8", `${text}\n`)

const fileResponse = ({ bytes, contentType, isHashed }: PageFile) =>
  respond(200, contentType, bytes, {
    "cache-control": isHashed ? `private, max-age=${yearSeconds}, immutable` : "no-store",
  })

const resourceResponse = ({ body, contentType, fileName }: Resource) =>
  respond(200, contentType, body, {
    "cache-control": "no-store",
    ...(fileName === undefined
      ? {}
      : { "content-disposition": `attachment; filename="${fileName}"` }),
  })

/** Reads a body as JSON; undefined where it is none, or too long. */
const readBody = (request: HttpServerRequest): Effect.Effect<unknown> =>
  Effect.provideService(request.text, HttpIncomingMessage.MaxBodySize, bodyMax).pipe(
    Effect.flatMap((text) => Effect.fromResult(Result.try((): unknown => JSON.parse(text)))),
    Effect.orElseSucceed(() => undefined),
  )

/** Answers a call; the work on it ends where the page no longer waits. */
const callResponse = (request: HttpServerRequest, name: string, bench: Bench) =>
  Effect.flatMap(readBody(request), (body) =>
    body === undefined
      ? Effect.succeed(plain(400, "A call brings JSON"))
      : answerCall(name, body, bench).pipe(
          Effect.provideService(Writer, request.headers[writerHeader] ?? ""),
          Effect.map((reply) => respond(200, "application/json", JSON.stringify(reply))),
        ),
  )

/** A page that reads nothing is let go before so much waits for it; it comes back, and is told anew. */
const waitingBytesMax = 32 * 1_024 * 1_024

/** Keeps a connection open, and writes to it what its page is told. */
const eventsResponse = (request: HttpServerRequest, views: PageViews) => {
  const answer = NodeHttpServerRequest.toServerResponse(request) as ServerResponse
  let waitingBytes = 0
  const told = Stream.callback<Uint8Array>((queue) =>
    Effect.acquireRelease(
      Effect.sync(() =>
        views.open((event: WorkbenchEvent) => {
          const text = Buffer.from(`data: ${JSON.stringify(event)}\n\n`)
          waitingBytes += text.length
          Queue.offerUnsafe(queue, text)
          if (waitingBytes + answer.writableLength > waitingBytesMax) answer.destroy()
        }),
      ),
      (leave) => Effect.sync(leave),
    ),
  )
  const taken = Stream.map(told, (text) => {
    waitingBytes -= text.length
    return text
  })
  return HttpServerResponse.stream(taken, {
    contentType: "text/event-stream",
    headers: { ...guardHeaders, "cache-control": "no-store" },
  })
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
const shownResponse = (request: HttpServerRequest, page: string, views: PageViews) =>
  Effect.map(readBody(request), (body) => {
    const read = Schema.decodeUnknownExit(shownViews)(body)
    if (Exit.isFailure(read)) return plain(400, "A page says what it shows as JSON")
    if (!views.show(page, read.value)) return plain(404, "No stream of this page is open")
    return HttpServerResponse.empty({ status: 204, headers: guardHeaders })
  })

/** What lies below the token: the page's calls, what it is told, its files, and what lies beside them. */
const routesOf = (bench: Bench, pages: ReadonlyMap<string, PageFile>, views: PageViews) => [
  HttpRouter.route("POST", "/call/*", (request) =>
    Effect.flatMap(HttpRouter.params, ({ "*": name = "" }) => callResponse(request, name, bench)),
  ),
  HttpRouter.route("POST", "/shown/*", (request) =>
    Effect.flatMap(HttpRouter.params, ({ "*": page = "" }) => shownResponse(request, page, views)),
  ),
  HttpRouter.route("GET", "/events", (request) =>
    Effect.sync(() => eventsResponse(request, views)),
  ),
  HttpRouter.route("GET", "*", (request) =>
    Effect.gen(function* () {
      const { path: target, query } = readTarget(request.url)
      const path = percentDecoded(target.slice(1)) ?? ""
      const file = pages.get(path === "" ? "index.html" : path)
      if (file !== undefined) return fileResponse(file)
      const resource = yield* findResource(path, new URLSearchParams(query), bench)
      return resource === undefined ? plain(404, "Nothing lies here") : resourceResponse(resource)
    }),
  ),
]

/** Where a workbench is served, and the token that its address holds. */
interface Guard {
  readonly token: string
  readonly port: () => number
}

/** Lets through what comes from the page itself, below the token, and answers what fails. */
const guarded = <E, R>(
  router: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>,
  { port, token }: Guard,
) =>
  Effect.flatMap(HttpServerRequest, (request) => {
    const { headers, method, url } = request
    if (!isOwn({ headers, method, port: port() })) {
      return Effect.succeed(plain(403, "Not from here"))
    }
    const { path, query } = readTarget(url)
    const [, given = "", ...rest] = path.split("/")
    if (!holdsToken(given, token)) {
      return Effect.succeed(
        plain(404, "Open the address that the terminal shows: it holds a token"),
      )
    }
    const below = rest.join("/")
    if (percentDecoded(below) === undefined) {
      return Effect.succeed(plain(400, "This is no address: a % stands for nothing"))
    }
    if (method !== "GET" && method !== "POST") return Effect.succeed(wrongMethod)
    return router.pipe(
      Effect.provideService(HttpServerRequest, request.modify({ url: `/${below}?${query}` })),
      Effect.catch(() => Effect.succeed(wrongMethod)),
      Effect.catchCause((cause) =>
        Cause.hasInterruptsOnly(cause)
          ? Effect.failCause(cause)
          : Effect.succeed(plain(500, "The workbench failed to answer")),
      ),
    )
  })

const wrongMethod = plain(405, "Calls are posted, all else is read")

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

/** The names under which a loopback port is reached. */
const hostsOf = (port: number): ReadonlyArray<string> => [`127.0.0.1:${port}`, `localhost:${port}`]

/** What a request says of itself. */
interface RequestFacts {
  readonly method: string
  readonly headers: Headers.Headers
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
