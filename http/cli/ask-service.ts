import * as Clock from "effect/Clock"
import * as Console from "effect/Console"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { type CommandRefused, refusal } from "../terminal/command-refused.ts"
import {
  type CallAnswer,
  type CallFailed,
  sendSigned,
  type SignedCaller,
} from "../terminal/service-call.ts"
import { refusedFinding } from "./doctor/findings.ts"

/** A signed call, and what reads its answer. */
export interface ServiceQuestion<Answer> {
  readonly method: string
  readonly path: string
  readonly body?: Uint8Array
  /** None where it is not what was asked for. */
  readonly read: (answer: CallAnswer) => Option.Option<Answer>
}

/** What a service answered. */
export interface ServiceTold<Answer> {
  readonly answer: Answer
  /** Calls of the key that are left of the minute. */
  readonly callsLeft: number
  /** When it was asked, in milliseconds since 1970. */
  readonly askedAtMs: number
}

/** Nothing came this time; it may when asked again. */
export class ServiceAway extends Data.TaggedError("ServiceAway")<{
  readonly told: string
  /** What `Retry-After` asks for; undefined where nothing does. */
  readonly retryAfterMs: number | undefined
}> {
  override get message() {
    return this.told
  }
}

/** Why a question was not answered. */
export type NotAnswered = ServiceAway | CommandRefused

/** Asks a service once. */
export const askService = Effect.fnUntraced(function* <Answer>(
  caller: SignedCaller,
  { body, method, path, read }: ServiceQuestion<Answer>,
) {
  const askedAtMs = yield* Clock.currentTimeMillis
  const sent = sendSigned(caller, { method, path }, askedAtMs, body)
  const answer = yield* Effect.mapError(sent, away)
  const found = read(answer)
  if (Option.isNone(found)) return yield* notAnswered(answer)
  const callsLeft = Number(answer.headers["x-ratelimit-burst-remaining"] ?? 0)
  const told: ServiceTold<Answer> = { answer: found.value, callsLeft, askedAtMs }
  return told
})

/**
 * Asks for ever: `take` says how long to wait before the next time, in milliseconds. What passes, a restart
 * of the service among it, is told once and waited out.
 */
export const keepAsking = <Answer, R>(
  { origin }: SignedCaller,
  {
    ask,
    firstPauseMs,
    take,
  }: {
    readonly firstPauseMs: number
    readonly ask: Effect.Effect<Answer, NotAnswered, R>
    readonly take: (answer: Answer) => Effect.Effect<number, CommandRefused, R>
  },
): Effect.Effect<never, CommandRefused, R> => {
  let pauseMs = firstPauseMs
  let failures = 0

  const waitOut = (passing: ServiceAway) => {
    pauseMs = passing.retryAfterMs ?? Math.min(pauseMaxMs, pauseFirstMs * 2 ** failures)
    failures += 1
    return failures > 1
      ? Effect.void
      : Console.error(`viatica: ${passing.message}; goes on as soon as it answers`)
  }

  const once = Effect.gen(function* () {
    yield* Effect.sleep(pauseMs)
    const answer = yield* ask
    if (failures > 0) yield* Console.error(`viatica: ${origin.origin} answers again`)
    failures = 0
    pauseMs = yield* take(answer)
  })

  return Effect.forever(Effect.catchTag(once, "ServiceAway", waitOut))
}

const away = ({ message }: CallFailed): ServiceAway =>
  new ServiceAway({ told: message, retryAfterMs: undefined })

const notAnswered = (answer: CallAnswer): NotAnswered => {
  const { found, todo } = refusedFinding("calls", answer)
  return isPassing(answer.status)
    ? new ServiceAway({ told: found, retryAfterMs: retryAfterMs(answer) })
    : refusal("question-refused", { found, todo: todo ?? "" })
}

const retryAfterMs = ({ headers }: CallAnswer): number | undefined => {
  const seconds = Number(headers["retry-after"] ?? Number.NaN)
  return seconds > 0 ? seconds * 1_000 : undefined
}

const isPassing = (status: number): boolean => status === 408 || status === 429 || status >= 500

const pauseMaxMs = 30_000

const pauseFirstMs = 1_000
