import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import { Unlisted } from "../api/annotations.ts"
import { servedEndpoints, type ServedName } from "../api/api.ts"
import { type Answer, refusalAnswer } from "../api/answer.ts"
import { deprecationHeaders, deprecations } from "../api/deprecations.ts"
import {
  diedHere,
  encodedBodyAnswer,
  flawedAnswer,
  nowhereAnswer,
  unreadAnswer,
  wrongMethodAnswer,
} from "../api/edge-answers.ts"
import type { IncomingCall } from "../api/incoming.ts"
import type { OpenRoute } from "../api/open-route.ts"
import type { Operations } from "../api/operation.ts"
import { type Refusal, refusals } from "../api/api-refusal.ts"
import { AccessLog } from "../observability/access-log.ts"
import { RequestIds } from "../platform/random-ids.ts"
import { CallRecords } from "../ports/usage.ts"
import { callSpan } from "../observability/call-spans.ts"
import { makeClaimedKey, type SigningSettings } from "./authenticate.ts"
import { AnswerCoder } from "../api/coding/coded-answer.ts"
import {
  type FoundOut,
  layerOperations,
  makeRouter,
  nothingFound,
  openRoutes,
  respond,
  ThisCall,
} from "./routes.ts"
import { makeSignedCalls, type SignedAnswer, signedEndpoint } from "./signed.ts"
import { toldRefusal } from "../pages/told-refusal.ts"

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
  readonly answer: (call: IncomingCall) => Effect.Effect<HttpServerResponse>
}

/** Makes the HTTP application of its parts. */
export const makeApp = (parts: AppParts) =>
  Effect.gen(function* () {
    const answerSigned = yield* makeSignedCalls(parts.signing)
    const claimedKey = yield* makeClaimedKey(parts.signing)
    const coder = yield* AnswerCoder
    const around = yield* makeAroundCalls

    /** Signed answers stay as they are; all others come in the coding that their caller asks for. */
    const open = (answer: Effect.Effect<Answer>) =>
      Effect.flatMap(ThisCall, (here) =>
        Effect.map(
          Effect.flatMap(answer, (plain) =>
            Effect.flatMap(asRead(here, plain), (read) =>
              coder.coded(read, here.call.headerValues("accept-encoding")),
            ),
          ),
          (coded) => respond(here, coded),
        ),
      )

    const nowherePage = parts.nowherePage ?? noPage
    const missing = Effect.flatMap(ThisCall, ({ call }) =>
      open(Effect.map(nowherePage(call), (page) => page ?? nowhereAnswer(call.path))),
    )

    const { otherwise, routes } = openRoutes(parts.openRoutes, Object.values(servedEndpoints), {
      nowhere: missing,
      wrongMethod: (allow) => open(Effect.succeed(wrongMethodAnswer(allow))),
      answered: ({ pattern }, answer) =>
        Effect.flatMap(ThisCall, ({ found }) => {
          found.route = pattern
          return Effect.flatMap(answer, (given) =>
            given === undefined ? missing : open(Effect.succeed(given)),
          )
        }),
    })

    const signed = (name: ServedName) => {
      const endpoint = signedEndpoint(servedEndpoints[name], parts.operations[name])
      const ends = deprecationHeaders(deprecations, name)
      const isEnding = Object.keys(ends).length > 0
      return Effect.flatMap(ThisCall, (here) => {
        const { call, found } = here
        found.route = endpoint.name
        const read = Effect.flatMap(call.readBody(parts.bodyBytesMax), (body) =>
          call.headerValues("content-encoding").length > 0
            ? Effect.succeed<SignedAnswer>({
                answer: encodedBodyAnswer,
                claimedKeyId: claimedKey(call),
              })
            : answerSigned(endpoint, call, body),
        )
        return Effect.flatMap(
          Effect.catch(read, (unread) =>
            Effect.succeed<SignedAnswer>({
              answer: unreadAnswer(unread),
              claimedKeyId: claimedKey(call),
            }),
          ),
          ({ answer, claimedKeyId, keyId }) => {
            found.keyId = keyId
            found.claimedKeyId = claimedKeyId
            const whole = isEnding ? { ...answer, headers: { ...answer.headers, ...ends } } : answer
            return Effect.map(asRead(here, whole), (read) => respond(here, read))
          },
        )
      })
    }

    const routed = yield* makeRouter(
      Layer.merge(layerOperations(signed), HttpRouter.addAll(routes)),
      otherwise,
    )
    const answerFlawed = (flaw: string) => open(Effect.succeed(flawedAnswer(flaw)))
    const app: App = {
      answer: around((here) => {
        const { flaw } = here.call
        return flaw === undefined
          ? routed(here)
          : Effect.provideService(answerFlawed(flaw), ThisCall, here)
      }),
    }
    return app
  })

/** An answer as its caller reads it: refusals come as Markdown to those who prefer that. */
const asRead = ({ call }: ThisCall["Service"], answer: Answer): Effect.Effect<Answer> =>
  answer.refused === undefined ? Effect.succeed(answer) : toldRefusal(answer, answer.refused, call)

const noPage = () => Effect.succeed(undefined)

/** Gives every call its id, and logs and records what it comes to; one that dies is answered all the same. */
const makeAroundCalls = Effect.gen(function* () {
  const clock = yield* Effect.clockWith(Effect.succeed)
  const log = yield* AccessLog
  const record = yield* CallRecords
  const nextRequestId = yield* RequestIds
  const spanned = (yield* callSpan)("call", { kind: "server" })
  const unlisted = unlistedEndpoints()

  return (
    answered: (here: ThisCall["Service"]) => Effect.Effect<HttpServerResponse>,
  ): App["answer"] =>
    (call) =>
      Effect.suspend(() => {
        const requestId = nextRequestId()
        const found: FoundOut = { ...nothingFound }
        const here = ThisCall.of({ call, requestId, found })
        const startedAtMs = clock.currentTimeMillisUnsafe()
        const survived = Effect.catchCause(answered(here), (cause) =>
          Effect.map(Effect.logError("call died", cause), () => {
            Object.assign(found, nothingFound)
            return respond(here, refusalAnswer(diedHere))
          }),
        )
        const logged = Effect.map(survived, (response) => {
          const { claimedKeyId, keyId, refused, route } = found
          const { status } = response
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
          return response
        })
        return spanned(logged)
      })
})

/** What the caller reads of a refusal. */
const told = ({ detail, name }: Refusal) => ({ code: refusals[name].code, detail })

/** The endpoints whose answered calls are not kept among the last ones. */
const unlistedEndpoints = (): ReadonlySet<string> =>
  new Set(
    Object.values(servedEndpoints)
      .filter(({ annotations }) => Context.get(annotations, Unlisted))
      .map(({ identifier }) => identifier),
  )
