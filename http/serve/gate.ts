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

export const tooManyWaiting: Exit.Exit<never, TooManyWaiting> = Exit.fail({
  _tag: "TooManyWaiting",
})

/** Lets work in while less than so much of it is waiting; what is over is to be turned away at once. */
export interface Gate {
  /** Takes room for one piece of work; false, and nothing taken, where there is none. */
  readonly enter: () => boolean
  /** Gives the room of one piece of work back. */
  readonly leave: () => void
  /**
   * Lets a piece of work in, or fails before any of it is done. Work that comes out as done waits for
   * nothing, and takes no room.
   */
  readonly through: <A, E, R>(
    work: () => Effect.Effect<A, E, R>,
  ) => Effect.Effect<A, E | TooManyWaiting, R>
}

/** A gate of a width; `turnedAway` is called for each piece of work that found it full. */
export const makeGate = (width: number, turnedAway: () => void): Gate => {
  let waiting = 0
  const hasRoom = (): boolean => {
    if (waiting < width) return true
    turnedAway()
    return false
  }
  const enter = (): boolean => {
    if (!hasRoom()) return false
    waiting += 1
    return true
  }
  const leave = (): void => {
    waiting -= 1
  }
  const leaving = Effect.sync(leave)
  return {
    enter,
    leave,
    through: <A, E, R>(work: () => Effect.Effect<A, E, R>) => {
      if (!hasRoom()) return tooManyWaiting
      const begun = work()
      if (Exit.isExit(begun)) return begun
      return Effect.suspend((): Effect.Effect<A, E | TooManyWaiting, R> =>
        enter() ? Effect.ensuring(begun, leaving) : tooManyWaiting,
      )
    },
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
