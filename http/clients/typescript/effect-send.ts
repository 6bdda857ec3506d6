import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientError from "effect/http/HttpClientError"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import type * as HttpClientResponse from "effect/http/HttpClientResponse"
import { type CallAnswers, type CallKind, type ClientCallName, calls } from "./calls.ts"
import type { CallAborted, CallFailure } from "./failure.ts"
import type { CallLimits, ServiceAddress } from "./options.ts"
import { minuteSpent, type RateGate } from "./rate-gate.ts"
import { type HeaderOf, readReply } from "./read-reply.ts"
import { lastTryMs, pauseBeforeRetry } from "./retries.ts"
import type { SignCall } from "./sign.ts"

/** Why a program of a call fails; who ends it interrupts its fiber. */
export type ProgramFailure = Exclude<CallFailure, CallAborted>

/** When the call that is being sent was signed, in milliseconds since 1970. */
const SignedAtMs = Context.Reference<number>("viatica/client/SignedAtMs", { defaultValue: () => 0 })

const bodyOf = ({ body }: HttpClientRequest.HttpClientRequest): string =>
  body._tag === "Uint8Array" ? (body.text ?? new TextDecoder().decode(body.body)) : ""

/** A client of HTTP that signs each request, and sends it to the service. */
export const signingClient = (
  client: HttpClient.HttpClient,
  { basePath, origin }: ServiceAddress,
  sign: SignCall,
) =>
  HttpClient.mapRequestEffect(client, (request) => {
    const { method, url } = request
    const addressed = HttpClientRequest.prependUrl(request, origin + basePath)
    if (url === calls.vocabulary.path) return Effect.succeed(addressed)
    return Effect.flatMap(SignedAtMs, (nowMs) =>
      Effect.map(
        Effect.tryPromise(() =>
          sign({ method, target: basePath + url, body: bodyOf(request), nowMs }),
        ),
        (headers) => HttpClientRequest.setHeaders(addressed, headers),
      ),
    )
  })

/** What programs of calls run on. */
export interface EffectGround {
  readonly gate: RateGate
  readonly limits: CallLimits
}

/** Sends a request that is encoded already; all that may fail stands in `cause`. */
type AskEffect = Effect.Effect<HttpClientResponse.HttpClientResponse, unknown>

interface EffectTry {
  readonly attempts: number
  readonly timeoutMs: number
  readonly signedMs: number
}

/** One try: asks, and reads all of the answer. */
const attempt = <Name extends ClientCallName>(
  { gate }: EffectGround,
  kind: CallKind<Name>,
  ask: AskEffect,
  { attempts, signedMs, timeoutMs }: EffectTry,
): Effect.Effect<CallAnswers[Name], ProgramFailure> =>
  Effect.gen(function* () {
    const answer = yield* Effect.provideService(ask, SignedAtMs, signedMs)
    const header: HeaderOf = (name) => answer.headers[name]
    const text = yield* answer.text
    const nowMs = yield* Clock.currentTimeMillis
    gate.told(kind, header, nowMs)
    return readReply(kind, { status: answer.status, header, text, nowMs, attempts })
  }).pipe(
    Effect.mapError((cause): ProgramFailure => ({
      _tag: HttpClientError.isHttpClientError(cause) ? "transport" : "unsendable",
      cause,
      attempts,
    })),
    Effect.timeoutOrElse({
      duration: timeoutMs,
      orElse: () => Effect.fail<ProgramFailure>({ _tag: "timeout", timeoutMs, attempts }),
    }),
    Effect.flatMap((result) =>
      result._tag === "Success"
        ? Effect.succeed(result.success)
        : Effect.fail(result.failure as ProgramFailure),
    ),
  )

/** Makes a call by the rules of the plain client: the same waits, tries and deadline. */
export const sendEffect = <Name extends ClientCallName>(
  ground: EffectGround,
  kind: CallKind<Name>,
  ask: AskEffect,
): Effect.Effect<CallAnswers[Name], ProgramFailure> =>
  Effect.gen(function* () {
    const { gate, limits } = ground
    const startMs = yield* Clock.currentTimeMillis
    const endMs = startMs + limits.deadlineMs
    const lastMs = lastTryMs(startMs, limits.deadlineMs)
    let signedMs: number | undefined
    let last: ProgramFailure | undefined
    for (let attempts = 1; ; attempts += 1) {
      const { isTooLate, waitMs } = gate.before(kind, yield* Clock.currentTimeMillis, lastMs)
      if (isTooLate) return yield* Effect.fail(last ?? minuteSpent(waitMs))
      if (waitMs > 0) yield* Effect.sleep(waitMs)
      const beginMs = yield* Clock.currentTimeMillis
      signedMs = kind.isSignedOnce ? (signedMs ?? beginMs) : beginMs
      if (!kind.isOpen) gate.sent(beginMs)
      const timeoutMs = Math.max(0, Math.min(limits.attemptTimeoutMs, endMs - beginMs))
      const result = yield* Effect.result(
        attempt(ground, kind, ask, { attempts, timeoutMs, signedMs }),
      )
      if (result._tag === "Success") return result.success
      const pause = pauseBeforeRetry({
        failure: result.failure,
        nowMs: yield* Clock.currentTimeMillis,
        lastMs,
        triesMax: limits.triesMax,
        signedMs: kind.isSignedOnce ? signedMs : undefined,
        random: yield* Random.next,
      })
      if (pause === undefined) return yield* Effect.fail(result.failure)
      last = result.failure
      yield* Effect.sleep(pause)
    }
  })
