import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import { callsWaitingMax } from "../config.ts"
import { ServiceMeters } from "../observability/meters.ts"

/**
 * As many calls wait as may: one more would make all of them later and none of them faster. It is
 * always the same one, without a stack: turning away has to cost little when there is most of it.
 */
export interface TooManyWaiting {
  readonly _tag: "TooManyWaiting"
}

const tooManyWaiting: Effect.Effect<never, TooManyWaiting> = Effect.fail({ _tag: "TooManyWaiting" })

/**
 * Lets work in while less than so much of it is waiting; what is over is turned away at once, before
 * any of it is done. Work that comes out as done waits for nothing, and takes no room.
 */
export type Gate = <A, E, R>(
  work: () => Effect.Effect<A, E, R>,
) => Effect.Effect<A, E | TooManyWaiting, R>

/** A gate of a width; `turnedAway` is called for each piece of work that found it full. */
export const makeGate = (width: number, turnedAway: () => void): Gate => {
  let waiting = 0
  const leave = Effect.sync(() => {
    waiting -= 1
  })
  const turnAway = (): Effect.Effect<never, TooManyWaiting> => {
    turnedAway()
    return tooManyWaiting
  }
  return <A, E, R>(work: () => Effect.Effect<A, E, R>) => {
    if (waiting >= width) return turnAway()
    const begun = work()
    if (Exit.isExit(begun)) return begun
    return Effect.suspend((): Effect.Effect<A, E | TooManyWaiting, R> => {
      if (waiting >= width) return turnAway()
      waiting += 1
      return Effect.ensuring(begun, leave)
    })
  }
}

/**
 * What signed calls go through while they wait for their key and for their charge, so that a server
 * with too much to do says so to some instead of being late for all.
 */
export class CallGate extends Context.Service<CallGate, Gate>()("viatica/http/serve/CallGate") {
  /** As wide as `CALLS_WAITING_MAX` says. */
  static readonly layer = Layer.effect(
    CallGate,
    Effect.gen(function* () {
      const meters = yield* ServiceMeters
      return makeGate(yield* callsWaitingMax, () => meters.charge("TurnedAway", 1))
    }),
  )
}
