import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { LivedIn } from "./lived-in.ts"
import type { Foundations } from "./process.ts"

/**
 * Something that somebody does to a database that is lived in, and what they are told, as far as it hangs on what
 * others do. Acts of one room are at the same sale, key, session, person or payout, so that they meet.
 */
export interface Act {
  readonly room: string
  readonly does: (lived: LivedIn) => Effect.Effect<unknown, unknown, Foundations>
  /**
   * Its work is more than one transaction: where it is cut off, whole parts are left, and who does it again goes on
   * with the rest. `uncut` is never cut off: who does it again does something else, as with a lease of another's.
   */
  readonly isInParts?: true | "uncut"
  /**
   * Others may come between its parts, so that what comes of two at once is no order of them: it is drawn for a
   * protection that is taken out alone, where it is also seen what comes of it with it.
   */
  readonly isLoose?: true
}

/** Does something, and tells besides whether it took no longer than this, in milliseconds. */
export const within = <A, E, R>(mostMs: number, work: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const beganMs = yield* Clock.currentTimeMillis
    const came = yield* work
    const tookMs = (yield* Clock.currentTimeMillis) - beganMs
    return [came, tookMs <= mostMs ? "in time" : "late"] as const
  })

/** Does something with a service, and tells nothing but how it ends. */
export const quietly = <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.asVoid(work)
