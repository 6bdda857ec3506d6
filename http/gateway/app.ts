import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { Unlisted } from "../api/annotations.ts"
import { endpoints, type EndpointName } from "../api/api.ts"
import { type Answer, type Reply, refusalAnswer, replyOf } from "../api/answer.ts"
import type { IncomingCall, UnreadBody } from "../api/incoming.ts"
import type { OpenRoute } from "../api/open-route.ts"
import type { Operations } from "../api/operation.ts"
import { type Refusal, refusal, refusals } from "../api/api-refusal.ts"
import { AccessLog } from "../observability/access-log.ts"
import { RequestIds } from "../platform/request-ids.ts"
import { CallRecords } from "../ports/call-records.ts"
import { callSpan } from "../observability/call-spans.ts"
import { makeClaimedKey } from "./claimed-key.ts"
import { AnswerCoder } from "./coding/coded-answer.ts"
import { makeRouter, type Route } from "./routes.ts"
import { makeSignedCalls, type SignedAnswer } from "./signed.ts"
import { type SignedEndpoint, signedEndpoint } from "./signed-endpoint.ts"
import type { SigningSettings } from "./signing/authenticate.ts"

/** What the application is made of. */
export interface AppParts {
  readonly operations: Operations
  readonly openRoutes: ReadonlyArray<OpenRoute>
  readonly signing: SigningSettings
  readonly bodyBytesMax: number
  /** What a path that leads nowhere shows to people; undefined refuses it as for programs. */
  readonly nowherePage?: (call: IncomingCall) => Effect.Effect<Answer | undefined>
}

/** The whole application: what any runtime reads as a call, it answers; it never fails. */
export interface App {
  readonly answer: (call: IncomingCall) => Effect.Effect<Reply>
}

/** An answer with the route that it came by and the key that it went to, for the log. */
interface RoutedAnswer extends SignedAnswer {
  /** The name of an endpoint or the pattern of an open route; `-` where there is none. */
  readonly route: string
}

/** Where a call leads, unless HTTP forbids it. */
type Way = Route | { readonly _tag: "Flawed"; readonly flaw: string }

type UnsignedWay = Exclude<Way, { readonly _tag: "Signed" }>

const notFound = refusalAnswer(refusal("NOT_FOUND", "Nothing is served under this path."))

const wrongMethod = (allow: string): Answer =>
  refusalAnswer(refusal("METHOD_NOT_ALLOWED", `This path takes ${allow}.`, { headers: { allow } }))

const flawed = (flaw: string): Answer =>
  refusalAnswer(refusal("BAD_REQUEST", flaw), { connection: "close" })

const encodedBody = refusalAnswer(
  refusal("UNSUPPORTED_ENCODING", "A body is sent as it is, without a Content-Encoding."),
)

const failed = refusalAnswer(refusal("INTERNAL_ERROR", "The call failed here."))

const unreadAnswer = (unread: UnreadBody): Answer => {
  switch (unread._tag) {
    case "BodyTooLarge":
      return refusalAnswer(
        refusal("PAYLOAD_TOO_LARGE", `A body has at most ${unread.maximumBytes} bytes.`),
        { connection: "close" },
      )
    case "BodyLate":
      return refusalAnswer(refusal("REQUEST_TIMEOUT", "The request did not arrive in time."), {
        connection: "close",
      })
    case "BodyBroken":
      return refusalAnswer(refusal("INVALID_JSON", "The body did not arrive whole."))
  }
}

/** What the caller reads of a refusal. */
const told = ({ detail, name }: Refusal) => ({ code: refusals[name].code, detail })

/** The endpoints whose answered calls are not kept among the last ones. */
const unlistedEndpoints = (): ReadonlySet<string> =>
  new Set(
    Object.values(endpoints)
      .filter(({ annotations }) => Context.get(annotations, Unlisted))
      .map(({ identifier }) => identifier),
  )

const nowhere = (answer: Answer): Effect.Effect<RoutedAnswer> =>
  Effect.succeed({ answer, route: "-" })

const noPage = () => Effect.succeed(undefined)

/** Makes the HTTP application of its parts. */
export const makeApp = (parts: AppParts) =>
  Effect.gen(function* () {
    const answerSigned = yield* makeSignedCalls(parts.signing)
    const clock = yield* Effect.clockWith(Effect.succeed)
    const log = yield* AccessLog
    const record = yield* CallRecords
    const nextRequestId = yield* RequestIds
    const claimedKey = yield* makeClaimedKey(parts.signing)
    const span = yield* callSpan
    const coder = yield* AnswerCoder
    const router = makeRouter(
      (Object.keys(endpoints) as ReadonlyArray<EndpointName>).map((name) => ({
        method: endpoints[name].method,
        path: endpoints[name].path,
        endpoint: signedEndpoint(endpoints[name], parts.operations[name]),
      })),
      parts.openRoutes,
    )

    const unlisted = unlistedEndpoints()

    const signed = (endpoint: SignedEndpoint, call: IncomingCall) =>
      Effect.flatMap(call.readBody(parts.bodyBytesMax), (body) =>
        call.headerValues("content-encoding").length > 0
          ? Effect.succeed<SignedAnswer>({ answer: encodedBody, claimedKeyId: claimedKey(call) })
          : answerSigned(endpoint, call, body),
      )

    const nowherePage = parts.nowherePage ?? noPage
    const missing = (call: IncomingCall): Effect.Effect<Answer> =>
      Effect.map(nowherePage(call), (page) => page ?? notFound)

    const unsigned = (way: UnsignedWay, call: IncomingCall): Effect.Effect<RoutedAnswer> => {
      switch (way._tag) {
        case "Flawed":
          return nowhere(flawed(way.flaw))
        case "WrongMethod":
          return nowhere(wrongMethod(way.allow))
        case "Nowhere":
          return Effect.flatMap(missing(call), nowhere)
        case "Open":
          return Effect.flatMap(way.route.answer(call, way.rest), (answer) =>
            Effect.map(answer === undefined ? missing(call) : Effect.succeed(answer), (answer) => ({
              answer,
              route: way.route.pattern,
            })),
          )
      }
    }

    /** Signed answers stay as they are; all others come in the coding that their caller asks for. */
    const routed = (call: IncomingCall): Effect.Effect<RoutedAnswer> => {
      const { flaw, headerValues, method, path } = call
      const way: Way = flaw === undefined ? router(method, path) : { _tag: "Flawed", flaw }
      if (way._tag === "Signed") {
        const route = way.endpoint.name
        return Effect.match(signed(way.endpoint, call), {
          onFailure: (unread) => ({
            answer: unreadAnswer(unread),
            route,
            claimedKeyId: claimedKey(call),
          }),
          onSuccess: (answered) => ({ ...answered, route }),
        })
      }
      return Effect.flatMap(unsigned(way, call), ({ answer, route }) =>
        Effect.map(coder.coded(answer, headerValues("accept-encoding")), (answer) => ({
          answer,
          route,
        })),
      )
    }

    const spanned = span("call", { kind: "server" })
    const answer: App["answer"] = (call) =>
      Effect.suspend(() => {
        const requestId = nextRequestId()
        const startedAtMs = clock.currentTimeMillisUnsafe()
        const answered = Effect.catchCause(
          Effect.suspend(() => routed(call)),
          (cause) => Effect.andThen(Effect.logError("call died", cause), nowhere(failed)),
        )
        const replied = Effect.map(answered, ({ answer, claimedKeyId, keyId, route }) => {
          const { refused, status } = answer
          const { method } = call
          const durationMs = clock.currentTimeMillisUnsafe() - startedAtMs
          const line = { requestId, method, route, status, durationMs }
          log(keyId === undefined ? line : { ...line, keyId })
          const recordedKeyId = keyId ?? claimedKeyId
          if (recordedKeyId !== undefined) {
            record({
              keyId: recordedKeyId,
              isSigned: keyId !== undefined,
              isListed: refused !== undefined || !unlisted.has(route),
              requestId,
              atMs: startedAtMs,
              durationMs,
              endpoint: route,
              method,
              status,
              refused: refused === undefined ? undefined : told(refused),
            })
          }
          return replyOf(answer, requestId)
        })
        return spanned(replied)
      })
    const app: App = { answer }
    return app
  })
