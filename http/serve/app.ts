import { randomUUID } from "node:crypto"
import type { IncomingMessage } from "node:http"
import * as Effect from "effect/Effect"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { endpoints, type EndpointName } from "../api/api.ts"
import type { SigningSettings } from "../signing/authenticate.ts"
import { AccessLog } from "./access-log.ts"
import { type Answer, refusalAnswer, toResponse } from "./answer.ts"
import { AnswerWriter, type WriteAnswer } from "./answer-writer.ts"
import type { IncomingCall } from "./incoming.ts"
import { type IsNextOnConnection, NextOnConnection } from "./next-on-connection.ts"
import { nodeIncoming } from "./node-incoming.ts"
import type { Operations } from "./operation.ts"
import { refusal } from "./refusal.ts"
import {
  makeRouter,
  type OpenAnswer,
  type OpenRoute,
  type RequestServices,
  type Route,
} from "./routes.ts"
import { makeSignedCalls, type SignedAnswer, signedEndpoint } from "./signed.ts"
import { webIncoming } from "./web-incoming.ts"

/** What the application is made of. */
export interface AppParts {
  readonly operations: Operations
  readonly openRoutes: ReadonlyArray<OpenRoute>
  readonly signing: SigningSettings
  readonly bodyBytesMax: number
}

/** What an answer was, for its log line. */
interface Outcome {
  readonly response: OpenAnswer
  readonly route: string
  readonly keyId?: string | undefined
}

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

const died: Outcome = { response: failed, route: "-" }

const isAnswer = (answer: OpenAnswer): answer is Answer =>
  !HttpServerResponse.isHttpServerResponse(answer)

const respond = (
  request: HttpServerRequest.HttpServerRequest,
  answer: OpenAnswer,
  requestId: string,
  write: WriteAnswer,
): HttpServerResponse.HttpServerResponse => {
  if (!isAnswer(answer)) {
    return HttpServerResponse.setHeaders(answer, {
      "x-content-type-options": "nosniff",
      "x-request-id": requestId,
    })
  }
  return write(request, answer, requestId) ?? toResponse(answer, requestId)
}

/** The whole HTTP application: one effect that turns a request into its response. */
export const makeApp = (parts: AppParts) =>
  Effect.gen(function* () {
    const answerSigned = yield* makeSignedCalls(parts.signing)
    const log = yield* AccessLog
    const write = yield* AnswerWriter
    const isNext = yield* NextOnConnection
    const router = makeRouter(
      (Object.keys(endpoints) as ReadonlyArray<EndpointName>).map((name) => ({
        method: endpoints[name].method,
        path: endpoints[name].path,
        endpoint: signedEndpoint(endpoints[name], parts.operations[name]),
      })),
      parts.openRoutes,
    )

    const signed = (route: Route & { readonly _tag: "Signed" }, call: IncomingCall) =>
      Effect.matchEffect(call.readBody(parts.bodyBytesMax), {
        onFailure: (error) =>
          Effect.succeed<SignedAnswer>({
            answer: error._tag === "BodyTooLarge" ? tooLarge(error.maximumBytes) : brokenBody,
          }),
        onSuccess: (body) =>
          call.headerValues("content-encoding").length > 0
            ? Effect.succeed<SignedAnswer>({ answer: encodedBody })
            : answerSigned(route.endpoint, call, body),
      })

    const outcome = (call: IncomingCall): Effect.Effect<Outcome, never, RequestServices> => {
      if (call.flaw !== undefined) {
        return Effect.succeed({ response: flawed(call.flaw), route: "-" })
      }
      const route = router(call.method, call.path)
      switch (route._tag) {
        case "Nowhere":
          return Effect.succeed({ response: notFound, route: "-" })
        case "WrongMethod":
          return Effect.succeed({ response: wrongMethod(route.allow), route: "-" })
        case "Open":
          return Effect.map(route.route.answer(call, route.rest), (response) => ({
            response: response ?? notFound,
            route: route.route.pattern,
          }))
        case "Signed":
          return Effect.map(signed(route, call), ({ answer, keyId }) => ({
            response: answer,
            route: route.endpoint.name,
            keyId,
          }))
      }
    }

    return Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
      const call = incoming(request, isNext)
      const requestId = randomUUID()
      return Effect.clockWith((clock) => {
        const startedAtMs = clock.currentTimeMillisUnsafe()
        const finish = ({ response, route, keyId }: Outcome) => {
          log({
            requestId,
            method: call.method,
            route,
            status: response.status,
            ...(keyId === undefined ? {} : { keyId }),
            durationMs: clock.currentTimeMillisUnsafe() - startedAtMs,
          })
          // Calls that were charged together are all worked out first, and their answers leave in a burst.
          return Effect.map(Effect.yieldNow, () => respond(request, response, requestId, write))
        }
        return Effect.matchCauseEffect(outcome(call), {
          onFailure: (cause) =>
            Effect.andThen(Effect.logError("call died", cause), () => finish(died)),
          onSuccess: finish,
        })
      })
    })
  })
