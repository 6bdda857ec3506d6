import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Random from "effect/Random"
import * as Schedule from "effect/Schedule"
import * as Scope from "effect/Scope"
import { retryWaitMs } from "../../../rules/events/event-policy.ts"
import { eventsAllowPrivate } from "../../config/outside.ts"
import { makeAvailability } from "../../observability/availability.ts"
import { stopwatch } from "../../platform/stopwatch.ts"
import {
  type ClaimedEndpoint,
  type DueDelivery,
  EventDeliveries,
} from "../../ports/event-deliveries.ts"
import { makeNodeClient } from "../guard/node-client.ts"
import { makePostEvent, type PostEvent, postPolicy, type PostPolicy } from "./post-event.ts"

/** How a process delivers: times in milliseconds. */
export interface DeliveryPolicy extends PostPolicy {
  /** How often it looks for what is due. */
  readonly everyMs: number
  /** How often it looks for secrets that end and for what is old. */
  readonly upkeepMs: number
  /** Endpoints that it is at at once, and how many of them may be failing ones. */
  readonly endpointsMax: number
  readonly failingMax: number
  /** Deliveries to an endpoint in a row, after which others have their turn. */
  readonly inRowMax: number
  /** How long attempts that are under way may take when the process stops. */
  readonly stopMs: number
}

/**
 * An endpoint that hangs takes a place for fifteen seconds, and one of the failing ones from then on: those
 * that answer have places of their own.
 */
export const deliveryPolicy: DeliveryPolicy = {
  ...postPolicy,
  everyMs: 250,
  upkeepMs: 60_000,
  endpointsMax: 128,
  failingMax: 64,
  inRowMax: 50,
  stopMs: 2_000,
}

/** Connections to one host at once. */
const socketsMax = 8

/** Sends what is due next to an endpoint; false where nothing is, or the endpoint failed. */
const makeDeliverNext = (
  post: PostEvent,
  { next, settle }: EventDeliveries["Service"],
  elapsedMs: () => number,
) => {
  const attempt = Effect.fnUntraced(function* (due: DueDelivery) {
    const startedAt = elapsedMs()
    const { askedSeconds, ...received } = yield* post(due)
    const durationMs = Math.round(elapsedMs() - startedAt)
    const isDelivered = received.outcome === "delivered"
    const failures = due.failures + 1
    const retryInMs = isDelivered
      ? null
      : retryWaitMs({ failures, draw: yield* Random.next, askedSeconds })
    return { ...received, durationMs, retryInMs }
  })
  return Effect.fnUntraced(function* (claimed: ClaimedEndpoint) {
    const due = yield* next(claimed)
    if (due === undefined) return false
    const settled = yield* attempt(due)
    const isKept = yield* settle(claimed, due, settled)
    return isKept && settled.retryInMs === null
  })
}

/** An endpoint that the process is at. */
interface Served {
  readonly isFailing: boolean
  fiber: Fiber.Fiber<void> | undefined
}

const availabilityOf = () =>
  makeAvailability({
    unavailable: "events cannot be delivered",
    availableAgain: "events are delivered again",
    facts: {},
    steadyMs: 0,
  })

/**
 * Delivers what is due until the scope closes: each endpoint in a fiber of its own, one delivery after
 * the other. Attempts under way are then waited for a moment; what is cut off is sent again later.
 */
export const deliverWith = Effect.fnUntraced(function* (post: PostEvent, policy: DeliveryPolicy) {
  const deliveries = yield* EventDeliveries
  const deliverNext = makeDeliverNext(post, deliveries, yield* stopwatch)
  const availability = availabilityOf()
  // Of its own, so that what is under way outlives the loop by a moment.
  const serving = yield* Scope.make()
  const running = new Map<string, Served>()

  const serve = (claimed: ClaimedEndpoint): Effect.Effect<void> => {
    const rows = Effect.gen(function* () {
      for (let sent = 0; sent < policy.inRowMax; sent += 1) {
        if (!(yield* deliverNext(claimed))) return
      }
    })
    return rows.pipe(
      Effect.ensuring(Effect.ignore(deliveries.release(claimed))),
      Effect.andThen(availability.answered),
      Effect.catch((error) => availability.failed(error.message)),
      Effect.catchDefect((defect) => Effect.logError("delivering an event failed", defect)),
      Effect.ensuring(Effect.sync(() => running.delete(claimed.endpointId))),
    )
  }

  const places = () => {
    const failing = [...running.values()].filter(({ isFailing }) => isFailing).length
    const sound = running.size - failing
    return {
      failing: policy.failingMax - failing,
      sound: policy.endpointsMax - policy.failingMax - sound,
    }
  }

  const take = Effect.gen(function* () {
    const wish = places()
    if (wish.sound + wish.failing === 0) return
    for (const claimed of yield* deliveries.claim({ ...wish, except: [...running.keys()] })) {
      const served: Served = { isFailing: claimed.isFailing, fiber: undefined }
      running.set(claimed.endpointId, served)
      served.fiber = yield* Effect.forkIn(serve(claimed), serving)
    }
  })

  const guarded = (work: Effect.Effect<void, { readonly message: string }>) =>
    work.pipe(
      Effect.catch((error) => availability.failed(error.message)),
      Effect.catchDefect((defect) => Effect.logError("events cannot be looked for", defect)),
    )

  yield* Effect.addFinalizer(() =>
    Effect.forEach(
      [...running.values()].flatMap(({ fiber }) => fiber ?? []),
      Fiber.await,
      { concurrency: "unbounded", discard: true },
    ).pipe(Effect.timeoutOption(policy.stopMs), Effect.andThen(Scope.close(serving, Exit.void))),
  )
  yield* Effect.forkScoped(Effect.repeat(guarded(take), Schedule.spaced(policy.everyMs)))
  yield* Effect.forkScoped(
    Effect.repeat(guarded(deliveries.upkeep), Schedule.spaced(policy.upkeepMs)),
  )
})

/**
 * The same over connections of its own, which lead to public addresses alone unless that is allowed.
 * What makes them is loaded for the first delivery.
 */
export const deliverRegularly = Effect.gen(function* () {
  const scope = yield* Scope.Scope
  const making = makeNodeClient({ allowPrivate: yield* eventsAllowPrivate, socketsMax })
  const client = yield* Effect.cached(Effect.provideService(making, Scope.Scope, scope))
  const post: PostEvent = (due) =>
    Effect.flatMap(client, (made) => makePostEvent(made, deliveryPolicy)(due))
  yield* deliverWith(post, deliveryPolicy)
})
