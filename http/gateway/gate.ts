import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import { callsWaitingMax, proxiesInFront, unknownKeysPerSecond } from "../config/load.ts"
import { ServiceMeters } from "../observability/meters.ts"
import { clientNetwork } from "./client-address.ts"
import { makeFewAtOnce } from "./few-at-once.ts"
import type { RequestHead } from "./incoming.ts"
import { makeRefusalPace, type RefusalPace } from "./refusal-pace.ts"

/**
 * As many calls wait as may: one more would make all of them later and none of them faster. It is
 * always the same one, without a stack: turning away has to cost little when there is most of it.
 */
export interface TooManyWaiting {
  readonly _tag: "TooManyWaiting"
}

export const tooManyWaiting: Exit.Exit<never, TooManyWaiting> = Exit.fail({
  _tag: "TooManyWaiting",
})

/**
 * Lets work of holders in while there is room for it; what is over is to be turned away at once. A
 * holder may have as many places as are still free: one alone takes half of them, and however many
 * there are, each finds some.
 */
export interface Gate {
  /** Takes room for one piece of work; false, and nothing taken, where there is none. */
  readonly enter: (holder: string) => boolean
  /** Gives the room of one piece of work back. */
  readonly leave: (holder: string) => void
  /**
   * Lets a piece of work in, or fails before any of it is done. Work that comes out as done waits for
   * nothing, and takes no room.
   */
  readonly through: <A, E, R>(
    holder: string,
    work: () => Effect.Effect<A, E, R>,
  ) => Effect.Effect<A, E | TooManyWaiting, R>
}

/** A gate of a width; `turnedAway` is called for each piece of work that found no room. */
export const makeGate = (width: number, turnedAway: () => void): Gate => {
  const placesOf = new Map<string, number>()
  let waiting = 0
  const hasRoom = (holder: string): boolean => {
    if ((placesOf.get(holder) ?? 0) < width - waiting) return true
    turnedAway()
    return false
  }
  const enter = (holder: string): boolean => {
    if (!hasRoom(holder)) return false
    waiting += 1
    placesOf.set(holder, (placesOf.get(holder) ?? 0) + 1)
    return true
  }
  const leave = (holder: string): void => {
    waiting -= 1
    const places = (placesOf.get(holder) ?? 0) - 1
    if (places > 0) placesOf.set(holder, places)
    else placesOf.delete(holder)
  }
  return {
    enter,
    leave,
    through: <A, E, R>(holder: string, work: () => Effect.Effect<A, E, R>) => {
      if (!hasRoom(holder)) return tooManyWaiting
      const begun = work()
      if (Exit.isExit(begun)) return begun
      return Effect.suspend((): Effect.Effect<A, E | TooManyWaiting, R> =>
        enter(holder)
          ? Effect.ensuring(
              begun,
              Effect.sync(() => leave(holder)),
            )
          : tooManyWaiting,
      )
    },
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
          turn: makeFewAtOnce(),
          gate: makeGate(strangersWaitingMax, turnedAway),
          pace: yield* makeRefusalPace(yield* unknownKeysPerSecond),
          networkOf: (head: RequestHead) => clientNetwork(head, proxies),
        },
      }
    }),
  )
}
