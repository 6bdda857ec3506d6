import { randomUUID } from "node:crypto"
import type { IncomingMessage } from "node:http"
import type * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Result from "effect/Result"
import { endpoints, type EndpointName } from "../api/api.ts"
import type { SigningSettings } from "./signing/authenticate.ts"
import { AccessLog } from "../observability/access-log.ts"
import { type Answer, refusalAnswer, toResponse } from "../api/answer.ts"
import { AnswerCoder } from "./coding/coded-answer.ts"
import type { IncomingCall, RequestHead, UnreadBody } from "../api/incoming.ts"
import { type IsNextOnConnection, NextOnConnection } from "./next-on-connection.ts"
import { nodeIncoming } from "./node-incoming.ts"
import type { Operations } from "../api/operation.ts"
import type { RunEffect } from "./progress.ts"
import { refusal } from "../api/refusal.ts"
import type { OpenAnswer, OpenRoute, RequestServices } from "../api/open-route.ts"
import { makeRouter, type Route } from "./routes.ts"
import { makeSignedCalls, type SignedAnswer } from "./signed.ts"
import { type SignedEndpoint, signedEndpoint } from "./signed-endpoint.ts"
import { webIncoming } from "./web-incoming.ts"

/** What the application is made of. */
export interface AppParts {
  readonly operations: Operations
  readonly openRoutes: ReadonlyArray<OpenRoute>
  readonly signing: SigningSettings
  readonly bodyBytesMax: number
}

/** What answers a request without a signature, and the route that it came by. */
interface Opened {
  readonly response: OpenAnswer
  readonly route: string
}

/** Where a request leads, unless HTTP forbids it. */
type Way = Route | { readonly _tag: "Flawed"; readonly flaw: string }

type OpenWay = Exclude<Way, { readonly _tag: "Signed" }>

type Response = HttpServerResponse.HttpServerResponse

/** Told by a member: naming the web's own `Request` would load all of that on Node. */
const isNode = (source: object): source is IncomingMessage => "rawHeaders" in source

const incoming = (
  request: HttpServerRequest.HttpServerRequest,
  isNext: IsNextOnConnection,
): IncomingCall =>
  isNode(request.source)
    ? nodeIncoming(request, request.source, isNext)
    : webIncoming(request.source as globalThis.Request)

const notFound = refusalAnswer(refusal("NOT_FOUND", "Nothing is served under this path."))

const wrongMethod = (allow: string): Answer =>
  refusalAnswer(refusal("METHOD_NOT_ALLOWED", `This path takes ${allow}.`, { headers: { allow } }))

const tooLarge = (maximumBytes: number): Answer =>
  refusalAnswer(refusal("PAYLOAD_TOO_LARGE", `A body has at most ${maximumBytes} bytes.`), {
    connection: "close",
  })

const encodedBody: Answer = refusalAnswer(
  refusal("UNSUPPORTED_ENCODING", "A body is sent as it is, without a Content-Encoding."),
)

const flawed = (flaw: string): Answer =>
  refusalAnswer(refusal("BAD_REQUEST", flaw), { connection: "close" })

const brokenBody: Answer = refusalAnswer(refusal("INVALID_JSON", "The body did not arrive whole."))

const failed: Answer = refusalAnswer(refusal("INTERNAL_ERROR", "The call failed here."))

const logDeath = (cause: Cause.Cause<unknown>) => Effect.logError("call died", cause)

const isAnswer = (answer: OpenAnswer): answer is Answer =>
  !HttpServerResponse.isHttpServerResponse(answer)

const respond = (answer: OpenAnswer, requestId: string): Response =>
  isAnswer(answer)
    ? toResponse(answer, requestId)
    : HttpServerResponse.setHeaders(answer, {
        "x-content-type-options": "nosniff",
        "x-request-id": requestId,
      })

/** A call of a signed endpoint whose head has been read. */
export interface BegunCall {
  readonly requestId: string
  /** The longest body that is read. */
  readonly bodyBytesMax: number
  /** Answers the call by what came of reading its body, and logs it; this does not fail. */
  readonly answer: (read: Result.Result<Uint8Array, UnreadBody>) => Effect.Effect<Answer>
  /** The same without a fiber, as far as nothing but the charge has to be waited for. */
  readonly answerAtOnce: (
    read: Result.Result<Uint8Array, UnreadBody>,
    on: { readonly run: RunEffect; readonly tell: (answer: Answer) => void },
  ) => void
}

/** The whole HTTP application. */
export interface App {
  /** Turns any request into its response. */
  readonly answer: Effect.Effect<Response, never, RequestServices>
  /**
   * Begins a call of a signed endpoint, for a server that reads its body and writes its answer
   * itself; undefined for all else, which is answered by `answer`.
   */
  readonly begin: (head: RequestHead) => BegunCall | undefined
}

/** A body that can be gone by, or what answers a call without one. */
const readable = (
  head: RequestHead,
  read: Result.Result<Uint8Array, UnreadBody>,
): Result.Result<Uint8Array, Answer> => {
  if (Result.isFailure(read)) {
    const error = read.failure
    return Result.fail(error._tag === "BodyTooLarge" ? tooLarge(error.maximumBytes) : brokenBody)
  }
  return head.headerValues("content-encoding").length > 0
    ? Result.fail(encodedBody)
    : Result.succeed(read.success)
}

/** Makes the HTTP application of its parts. */
export const makeApp = (parts: AppParts) =>
  Effect.gen(function* () {
    const signedCalls = yield* makeSignedCalls(parts.signing)
    const clock = yield* Effect.clockWith(Effect.succeed)
    const log = yield* AccessLog
    const isNext = yield* NextOnConnection
    const coder = yield* AnswerCoder
    const router = makeRouter(
      (Object.keys(endpoints) as ReadonlyArray<EndpointName>).map((name) => ({
        method: endpoints[name].method,
        path: endpoints[name].path,
        endpoint: signedEndpoint(endpoints[name], parts.operations[name]),
      })),
      parts.openRoutes,
    )

    /** A request's id, and what logs the request once its answer is known. */
    const note = ({ method }: RequestHead) => {
      const requestId = randomUUID()
      const startedAtMs = clock.currentTimeMillisUnsafe()
      const end = <Answered extends OpenAnswer>(
        response: Answered,
        route: string,
        keyId?: string,
      ): Answered => {
        const { status } = response
        const durationMs = clock.currentTimeMillisUnsafe() - startedAtMs
        log(
          keyId === undefined
            ? { requestId, method, route, status, durationMs }
            : { requestId, method, route, status, keyId, durationMs },
        )
        return response
      }
      return { requestId, end }
    }

    const routeOf = ({ flaw, method, path }: RequestHead): Way =>
      flaw === undefined ? router(method, path) : { _tag: "Flawed", flaw }

    const open = (
      route: OpenWay,
      call: IncomingCall,
    ): Effect.Effect<Opened, never, RequestServices> => {
      switch (route._tag) {
        case "Flawed":
          return Effect.succeed({ response: flawed(route.flaw), route: "-" })
        case "WrongMethod":
          return Effect.succeed({ response: wrongMethod(route.allow), route: "-" })
        case "Open":
          return Effect.map(route.route.answer(call, route.rest), (response) => ({
            response: response ?? notFound,
            route: route.route.pattern,
          }))
        case "Nowhere":
          return Effect.succeed({ response: notFound, route: "-" })
      }
    }

    /** Answers of signed endpoints stay as they are; the others come as their caller asks for them. */
    const inCoding = (opened: Opened, call: IncomingCall): Effect.Effect<Opened> => {
      const { response } = opened
      return isAnswer(response)
        ? Effect.map(
            coder.coded(response, call.headerValues("accept-encoding")),
            (response): Opened => ({ ...opened, response }),
          )
        : Effect.succeed(opened)
    }

    const beginSigned = (endpoint: SignedEndpoint, head: RequestHead): BegunCall => {
      const { end, requestId } = note(head)
      const concluded = ({ answer, keyId }: SignedAnswer): Answer =>
        end(answer, endpoint.name, keyId)
      return {
        requestId,
        bodyBytesMax: parts.bodyBytesMax,
        answer: (read) => {
          const body = readable(head, read)
          if (Result.isFailure(body)) return Effect.succeed(concluded({ answer: body.failure }))
          return Effect.matchCauseEffect(signedCalls.answer(endpoint, head, body.success), {
            onFailure: (cause) => Effect.map(logDeath(cause), () => end(failed, "-")),
            onSuccess: (answered) => Effect.succeed(concluded(answered)),
          })
        },
        answerAtOnce: (read, { run, tell }) => {
          const body = readable(head, read)
          if (Result.isFailure(body)) return tell(concluded({ answer: body.failure }))
          const tellAnswered = (answered: Exit.Exit<SignedAnswer>): void => {
            if (Exit.isSuccess(answered)) return tell(concluded(answered.value))
            run(logDeath(answered.cause))
            tell(end(failed, "-"))
          }
          return signedCalls.answerAtOnce(endpoint, head, body.success, { run, tell: tellAnswered })
        },
      }
    }

    const begin = (head: RequestHead): BegunCall | undefined => {
      const route = routeOf(head)
      return route._tag === "Signed" ? beginSigned(route.endpoint, head) : undefined
    }

    const answerOpen = (
      route: OpenWay,
      call: IncomingCall,
    ): Effect.Effect<Response, never, RequestServices> => {
      const { end, requestId } = note(call)
      const coded = Effect.flatMap(open(route, call), (opened) => inCoding(opened, call))
      return Effect.matchCauseEffect(coded, {
        onFailure: (cause) =>
          Effect.map(logDeath(cause), () => respond(end(failed, "-"), requestId)),
        onSuccess: (opened) =>
          Effect.succeed(respond(end(opened.response, opened.route), requestId)),
      })
    }

    const answer = Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
      const call = incoming(request, isNext)
      const route = routeOf(call)
      if (route._tag !== "Signed") return answerOpen(route, call)
      const begun = beginSigned(route.endpoint, call)
      return Effect.flatMap(Effect.result(call.readBody(begun.bodyBytesMax)), (body) =>
        Effect.map(begun.answer(body), (answered) => toResponse(answered, begun.requestId)),
      )
    })
    const app: App = { answer, begin }
    return app
  })
