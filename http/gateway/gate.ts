import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { callsWaitingMax, proxiesInFront, unknownKeysPerSecond } from "../config/load.ts"
import { ServiceMeters } from "../observability/meters.ts"
import { clientNetwork } from "./client-address.ts"
import { makeTurnQueue } from "./turn-queue.ts"
import type { RequestHead } from "../api/incoming.ts"
import { makeRefusalPace, type RefusalPace } from "./refusal-pace.ts"

/** As many calls wait as may: one more would make all of them later and none of them faster. */
export interface TooManyWaiting {
  readonly _tag: "TooManyWaiting"
}

/** Always the same one, without a stack: turning away costs little when there is most of it. */
const tooManyWaiting: Effect.Effect<never, TooManyWaiting> = Effect.fail({
  _tag: "TooManyWaiting",
})

/**
 * Lets work of holders in while there is room for it, and turns the rest away at once. A holder may
 * have as many places as are still free: one alone takes half of them, and however many there are,
 * each finds some.
 */
export interface Gate {
  /** Does a piece of work in a place of its own, or fails before any of it is done. */
  readonly through: <A, E, R>(
    holder: string,
    work: Effect.Effect<A, E, R>,
  ) => Effect.Effect<A, E | TooManyWaiting, R>
}

/** A gate of a width; `turnedAway` is called for each piece of work that found no room. */
export const makeGate = (width: number, turnedAway: () => void): Gate => {
  const placesOf = new Map<string, number>()
  let waiting = 0
  const enter = (holder: string): boolean => {
    const places = placesOf.get(holder) ?? 0
    if (places >= width - waiting) return false
    waiting += 1
    placesOf.set(holder, places + 1)
    return true
  }
  const leave = (holder: string): void => {
    waiting -= 1
    const places = (placesOf.get(holder) ?? 0) - 1
    if (places > 0) placesOf.set(holder, places)
    else placesOf.delete(holder)
  }
  return {
    through: <A, E, R>(holder: string, work: Effect.Effect<A, E, R>) =>
      Effect.suspend((): Effect.Effect<A, E | TooManyWaiting, R> => {
        if (enter(holder))
          return Effect.ensuring(
            work,
            Effect.sync(() => leave(holder)),
          )
        turnedAway()
        return tooManyWaiting
      }),
  }
}

/** How many calls may wait at once for word whether there is such a key. */
const strangersWaitingMax = 4_096

/**
 * What signed calls go through while they wait for their key and for their charge, so that a server
 * with too much to do says so to some instead of being late for all.
 */
export class CallGate extends Context.Service<
  CallGate,
  {
    /** Places of keys that the process knows, as many as `CALLS_WAITING_MAX` says. */
    readonly keys: Gate
    /** What calls go through with keys that the process has never seen: anybody can send them. */
    readonly strangers: {
      /** What they wait for first. */
      readonly turn: Effect.Effect<void>
      /** Places of networks. */
      readonly gate: Gate
      readonly pace: RefusalPace
      readonly networkOf: (head: RequestHead) => string
    }
  }
>()("viatica/CallGate") {
  static readonly layer = Layer.effect(
    CallGate,
    Effect.gen(function* () {
      const meters = yield* ServiceMeters
      const turnedAway = (): void => meters.charge("TurnedAway", 1)
      const proxies = yield* proxiesInFront
      return {
        keys: makeGate(yield* callsWaitingMax, turnedAway),
        strangers: {
          turn: makeTurnQueue(),
          gate: makeGate(strangersWaitingMax, turnedAway),
          pace: yield* makeRefusalPace(yield* unknownKeysPerSecond),
          networkOf: (head: RequestHead) => clientNetwork(head, proxies),
        },
      }
    }),
  )
}
