import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { hkdfSync } from "node:crypto"
import { retryWaitMs } from "../../../rules/events/event-policy.ts"
import { servedEndpoints } from "../../api/api.ts"
import { type ListenPoll, ListenResponse } from "../../api/listen.ts"
import { makeNodeClient } from "../../outside/guard/node-client.ts"
import { makePostEvent, postPolicy } from "../../outside/events/post-event.ts"
import { elapsedMs } from "../../platform/stopwatch.ts"
import { attemptOutcomes, type EventAttempt } from "../../ports/events.ts"
import type { CallAnswer, SignedCaller } from "../../terminal/service-call.ts"
import { askService, keepAsking, type ServiceTold } from "../ask-service.ts"
import { paceMs } from "../tail/follow-service.ts"

/** Where events go, and how they are shown. */
export interface ListenWish {
  /** Undefined shows them and forwards them nowhere. */
  readonly to: URL | undefined
  /** Whether what an event holds is shown. */
  readonly shows: boolean
  readonly json: boolean
}

/**
 * Forwards the sandbox events of a key's account to an address, for ever: in their order, each until it is
 * taken. Their receiver verifies them as an endpoint does, with the secret that is printed first.
 */
export const followEvents = (caller: SignedCaller, wish: ListenWish) =>
  Effect.scoped(
    Effect.gen(function* () {
      const secret = listenSecret(caller.secret)
      const deliver = yield* makeDeliver(wish.to, secret)
      const print = makePrint(wish)
      const opened = yield* ask(caller, {})
      let listenerId = idOf(opened)
      yield* print.ready(caller, secret)
      /** What the service need not tell again; kept until it is known to know. */
      let settled: ReadonlyArray<string> = []
      let failures = 0
      let wasFull = false

      /** How long to wait before an event is tried again; undefined once it is taken. */
      const forward = Effect.fnUntraced(function* (event: Listened) {
        const attempt = yield* deliver(event)
        const isTaken = attempt === undefined || attempt.outcome === "delivered"
        failures = isTaken ? 0 : failures + 1
        const { askedSeconds } = attempt ?? {}
        const retryInMs = isTaken
          ? undefined
          : Math.min(retryMaxMs, retryWaitMs({ failures, draw: 0.5, askedSeconds }))
        yield* print.event(event, attempt, retryInMs)
        if (isTaken) settled = [...settled, event.id]
        return retryInMs
      })

      const poll = Effect.suspend(() => {
        const sent = settled
        return Effect.gen(function* () {
          const startedMs = yield* elapsedMs
          const told = yield* ask(caller, { listenerId, settled: sent })
          return { told, sent, tookMs: (yield* elapsedMs) - startedMs }
        })
      })

      const listening = keepAsking(caller, {
        firstPauseMs: 0,
        ask: poll,
        take: Effect.fnUntraced(function* ({ sent, told, tookMs }) {
          const { answer } = told
          if (answer._tag === "Ended") {
            const again = yield* Effect.catchTag(
              ask(caller, {}),
              "ServiceAway",
              () => Effect.undefined,
            )
            if (again === undefined) return soonMs
            listenerId = idOf(again)
            settled = []
            yield* Console.error(`viatica: ${endedText}`)
            return 0
          }
          const known = new Set(sent)
          settled = settled.filter((id) => !known.has(id))
          if (answer.isFull && !wasFull) yield* Console.error(`viatica: ${fullText}`)
          wasFull = answer.isFull
          for (const event of answer.events) {
            const retryInMs = yield* forward(event)
            if (retryInMs !== undefined) return retryInMs
          }
          if (answer.events.length === 0 && tookMs < soonMs) return soonMs
          return pauseAfter(told)
        }),
      })

      const end = Effect.suspend(() => ask(caller, { listenerId, settled, ends: true })).pipe(
        Effect.interruptible,
        Effect.timeoutOption(endTimeout),
        Effect.ignore,
      )
      return yield* Effect.ensuring(listening, end)
    }),
  )

/**
 * The secret that forwarded events are signed with, derived from that of the key: no service has to keep it,
 * and it stays the same until the key's is renewed.
 *
 * ```ts
 * import { listenSecret } from "../http/cli/listen/follow-events.ts"
 *
 * listenSecret("vsk_test_1") // => "whsec_GZp4o3alnVAyn3ZsLuS2tr2i2jf0e0mRD05yS8df/r4="
 * ```
 */
export const listenSecret = (keySecret: string): string =>
  `whsec_${Buffer.from(hkdfSync("sha256", keySecret, "", "viatica listen", 32)).toString("base64")}`

/**
 * A forwarded event as a line.
 *
 * ```ts
 * import { listenedLine } from "../http/cli/listen/follow-events.ts"
 *
 * const event = { at: "2027-05-03T09:30:00.000Z", type: "sale.validated", id: "evt_1", body: "{}" }
 * listenedLine(event, { outcome: "delivered", status: 204, answer: "" }) // => "2027-05-03T09:30:00.000Z  sale.validated                   evt_1  204"
 * listenedLine(event, { outcome: "refused", status: 500, answer: "oops" }, 5_000).slice(66) // => "500 oops; tried again in 5 s"
 * listenedLine(event, { outcome: "connection_refused", status: null, answer: "" }, 5_000).slice(66) // => "nothing listens at the port; tried again in 5 s"
 * ```
 */
export const listenedLine = (
  { at, id, type }: Listened,
  attempt?: Forwarded,
  retryInMs?: number,
): string => {
  const again = retryInMs === undefined ? "" : `; tried again in ${Math.ceil(retryInMs / 1_000)} s`
  const answer = attempt === undefined ? [] : [`${attemptText(attempt)}${again}`]
  return [at, type.padEnd(typeWidth), id, ...answer].join("  ")
}

/** An event as the service tells a listener. */
type Listened = (typeof ListenResponse.Type)["events"][number]

/** What came of forwarding an event once. */
type Forwarded = Pick<EventAttempt, "answer" | "outcome" | "status"> & {
  readonly askedSeconds?: number | undefined
}

const attemptText = ({ answer, outcome, status }: Forwarded): string =>
  status === null ? attemptOutcomes[outcome] : `${status} ${answer}`.trimEnd()

/** Sends events to an address; undefined comes of it where there is none. */
const makeDeliver = Effect.fnUntraced(function* (to: URL | undefined, secret: string) {
  if (to === undefined)
    return (_event: Listened) => Effect.succeed<Forwarded | undefined>(undefined)
  const client = yield* makeNodeClient({ allowPrivate: true, socketsMax: 1 })
  const post = makePostEvent(client, postPolicy)
  const secrets = [Redacted.make(secret)]
  return ({ body, id }: Listened): Effect.Effect<Forwarded | undefined> =>
    post({ body, eventId: id, secrets, url: to.href })
})

const makePrint = ({ json, shows, to }: ListenWish) => ({
  ready: ({ keyId, origin }: SignedCaller, secret: string) => {
    if (json) return Console.log(JSON.stringify({ to: to?.href ?? null, secret }))
    const where = to === undefined ? "shown here" : `forwarded to ${to.href}`
    return Console.log(
      [
        `Sandbox events of ${keyId} at ${origin.origin} are ${where}, until Ctrl-C.`,
        ...(to === undefined
          ? []
          : [`They are signed with ${secret}, which stays the same as long as the key's secret.`]),
      ].join("\n"),
    )
  },
  event: (event: Listened, attempt: Forwarded | undefined, retryInMs: number | undefined) => {
    const { body, ...told } = event
    if (json) {
      const { answer, outcome, status } = attempt ?? {}
      const held: unknown = shows ? JSON.parse(body) : undefined
      return Console.log(
        JSON.stringify({ ...told, outcome, status, answer, retryInMs, event: held }),
      )
    }
    return Console.log(
      [listenedLine(event, attempt, retryInMs), ...(shows ? [body] : [])].join("\n"),
    )
  },
})

const fullText =
  "as many events wait as are kept for a listener: later ones are not forwarded; the list of events has them"

const endedText =
  "the service had ended this listener, and a new one listens: what happened in between is not forwarded; the list of events has it"

/** A poll: without an id of a listener it makes one. */
const ask = (caller: SignedCaller, poll: typeof ListenPoll.Type) => {
  const { method, path } = servedEndpoints.listen
  const body = Buffer.from(JSON.stringify(poll))
  return askService(caller, { method, path, body, read: readPolled })
}

interface Ended {
  readonly _tag: "Ended"
}

type Polled = Ended | ({ readonly _tag: "Told" } & typeof ListenResponse.Type)

const readPolled = ({ body, status }: CallAnswer): Option.Option<Polled> => {
  if (status === 404 && body.includes('"EVENT_NOT_FOUND"')) return Option.some({ _tag: "Ended" })
  return status === 200
    ? Option.map(readBody(body), (told) => ({ _tag: "Told", ...told }))
    : Option.none()
}

const readBody = Schema.decodeUnknownOption(Schema.fromJsonString(ListenResponse))

const idOf = ({ answer }: ServiceTold<Polled>): string =>
  answer._tag === "Told" ? answer.listenerId : ""

/** At once, unless that took calls of the minute that the partner's own programs need. */
const pauseAfter = ({ askedAtMs, callsLeft }: ServiceTold<unknown>): number =>
  callsLeft >= spared ? 0 : paceMs(0, askedAtMs)

/** Of how many calls left of the minute none is taken. */
const spared = 20

/** How soon an empty answer is not asked for again: a service that stops answers all polls at once. */
const soonMs = 1_000

/** The longest wait before an event is tried again: the developer who mends the receiver sits there. */
const retryMaxMs = 30_000

/** How long the last call may take. */
const endTimeout = "2 seconds"

const typeWidth = 31
