import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { setImmediate } from "node:timers"
import type { RequestHead } from "../api/incoming.ts"
import { callsWaitingMax, proxiesInFront, unknownKeysPerSecond } from "../config/load.ts"
import { clientNetwork } from "./client-address.ts"
import { makeRefusalPace, type RefusalPace } from "./refusal-pace.ts"
import { ServiceMeters } from "../observability/meters.ts"

/** As many calls wait as may: one more would only delay the others. */
export interface TooManyWaiting {
  readonly _tag: "TooManyWaiting"
}

/** Always the same one, without a stack: refusing stays cheap under load. */
const tooManyWaiting: Effect.Effect<never, TooManyWaiting> = Effect.fail({
  _tag: "TooManyWaiting",
})

/**
 * Admits work of holders while there is room for it, and refuses the rest at once. A holder may
 * have as many places as are still free, so that one alone gets half of them and every other finds
 * some.
 */
interface Gate {
  /** Runs work in a place of its own, or fails before the work begins. */
  readonly through: <A, E, R>(
    holder: string,
    work: Effect.Effect<A, E, R>,
  ) => Effect.Effect<A, E | TooManyWaiting, R>
}

/** Makes a gate with `width` places; calls `turnedAway` for all work that it refuses. */
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

/** How many calls may wait at once to learn whether their key exists. */
const strangersWaitingMax = 4_096

/**
 * The gates that signed calls pass while they wait for their key and for their charge, so that an
 * overloaded server refuses some calls instead of delaying all.
 */
export class CallGate extends Context.Service<
  CallGate,
  {
    /** Places of keys that the process knows, as many as `CALLS_WAITING_MAX` says. */
    readonly keys: Gate
    /** For calls with keys that the process has never seen: anybody can send them. */
    readonly strangers: {
      /** Their turn, which they wait for first. */
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

/** How many waiters continue in one turn of the event loop. */
const turnMost = 32

/**
 * Lets waiters continue in the order in which they came, a few in each turn of the event loop, so that
 * a crowd does not delay other work.
 */
export const makeTurnQueue = (): Effect.Effect<void> => {
  const waiting: Array<() => void> = []
  let isUnderWay = false
  const goOn = (): void => {
    for (const resume of waiting.splice(0, turnMost)) resume()
    isUnderWay = waiting.length > 0
    if (isUnderWay) setImmediate(goOn)
  }
  return Effect.callback<void>((resume) => {
    waiting.push(() => resume(Effect.void))
    if (isUnderWay) return
    isUnderWay = true
    setImmediate(goOn)
  })
}
