import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import * as ByteSize from "effect/ByteSize"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as HttpIncomingMessage from "effect/http/HttpIncomingMessage"
import * as HttpRouter from "effect/http/HttpRouter"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Queue from "effect/Queue"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import type { ServerResponse } from "node:http"
import { readTarget } from "../../api/incoming.ts"
import type { Bench } from "./bench.ts"
import { Writer } from "./desk/desk.ts"
import { callHandlers } from "./call-handlers.ts"
import { rightfully } from "./call-rights.ts"
import type { CallError } from "./handler.ts"
import { makePageViews, type PageViews, refusalOf } from "./page-views.ts"
import { viewHandlers } from "./view-handlers.ts"
import { SignedIn, StillSignedIn, type TeamMember } from "./signed-in.ts"
import { findReviewPage } from "./review/review-pages.ts"
import type { PageFile } from "./page-files.ts"
import { findTravellerPicture } from "./traveller/traveller-resources.ts"
import { type CallReply, writerHeader } from "../protocol/call.ts"
import type { CallName } from "../protocol/calls.ts"
import type { WorkbenchEvent } from "../protocol/views.ts"
import { contentPolicy } from "../../platform/content-policy.ts"
import { percentDecoded } from "../../platform/read-url.ts"

/** A desk with its page, wherever it is served. */
export interface DeskApp {
  /** How many pages show it. */
  readonly pages: () => number
  /** Answers a request for what lies below the address of the page, which `below` is; it never fails. */
  readonly answer: (
    below: string,
  ) => Effect.Effect<HttpServerResponse.HttpServerResponse, never, HttpServerRequest | Scope.Scope>
}

/** Makes the page of a desk, its calls, what it is told, and what lies beside it. */
export const makeDeskApp = Effect.fnUntraced(function* (
  bench: Bench,
  pages: ReadonlyMap<string, PageFile>,
): Effect.fn.Return<DeskApp, never, Scope.Scope> {
  // Views answer whenever something changes, under the settings that calls have.
  const answer = Effect.runPromiseExitWith(yield* Effect.context())
  const views = makePageViews({ bench, handlers: viewHandlers, answer })
  const router = yield* HttpRouter.toHttpEffect(HttpRouter.addAll(routesOf(bench, pages, views)))
  return {
    pages: views.count,
    answer: (below) =>
      Effect.flatMap(HttpServerRequest, (request) => {
        if (percentDecoded(below) === undefined) {
          return Effect.succeed(plain(400, "This is no address: a % stands for nothing"))
        }
        const { method, url } = request
        if (method !== "GET" && method !== "POST") return Effect.succeed(wrongMethod)
        const { query } = readTarget(url)
        return router.pipe(
          Effect.provideService(HttpServerRequest, request.modify({ url: `/${below}?${query}` })),
          Effect.catch(() => Effect.succeed(wrongMethod)),
          Effect.catchCause((cause) =>
            Cause.hasInterruptsOnly(cause)
              ? Effect.interrupt
              : Effect.succeed(plain(500, "The workbench failed to answer")),
          ),
        )
      }),
  }
})

/** An answer in plain words, as every other answer of a workbench it is guarded by its headers. */
export const plain = (status: number, text: string): HttpServerResponse.HttpServerResponse =>
  respond(status, "text/plain; charset=utf-8", `${text}\n`)

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

/** An answer under the headers of every answer. */
export const respond = (
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

/** How often a stream for a team is looked at: it ends with the session, and proxies cut what says nothing. */
const beat = "25 seconds"

/** What a browser takes no notice of. */
const nothingNew = Buffer.from(": \n\n")

/** Keeps a connection open, and writes to it what its page is told, for as long as who it belongs to is signed in. */
const eventsResponse = (
  request: HttpServerRequest,
  views: PageViews,
  {
    isStill,
    member,
  }: { readonly member: TeamMember | null; readonly isStill: Effect.Effect<boolean> },
) => {
  const answer = NodeHttpServerRequest.toServerResponse(request) as ServerResponse
  let waitingBytes = 0
  const told = Stream.callback<Uint8Array>((queue) => {
    const write = (text: Uint8Array): void => {
      waitingBytes += text.length
      Queue.offerUnsafe(queue, text)
      if (waitingBytes + answer.writableLength > waitingBytesMax) answer.destroy()
    }
    const opened = Effect.acquireRelease(
      Effect.sync(() =>
        views.open(member, (event: WorkbenchEvent) =>
          write(Buffer.from(`data: ${JSON.stringify(event)}\n\n`)),
        ),
      ),
      (leave) => Effect.sync(leave),
    )
    const looked = Effect.map(Effect.delay(isStill, beat), (still) => {
      if (still) write(nothingNew)
      else answer.destroy()
    })
    return member === null
      ? opened
      : Effect.andThen(opened, Effect.forkScoped(Effect.forever(looked)))
  })
  const taken = Stream.map(told, (text) => {
    waitingBytes -= text.length
    return text
  })
  return HttpServerResponse.stream(taken, {
    contentType: "text/event-stream",
    headers: { ...guardHeaders, "cache-control": "no-store", "x-accel-buffering": "no" },
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
    Effect.zipWith(SignedIn, StillSignedIn, (member, isStill) =>
      eventsResponse(request, views, { member, isStill }),
    ),
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
  return Effect.match(rightfully(name, bench, answering(read.value, bench)), {
    onSuccess: (output): CallReply<unknown> => ({ _tag: "Answered", output }),
    onFailure: (error): CallReply<unknown> => ({ _tag: "Refused", refusal: refusalOf(error) }),
  })
}
