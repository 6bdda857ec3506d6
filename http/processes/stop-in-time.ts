import * as Effect from "effect/Effect"
import { drainMs } from "../config/load.ts"

/**
 * How long a process may take to end once it takes no more calls: a supervisor kills it soon
 * afterwards.
 */
const stopWithinMs = 9_500

const stopAfter = (withinMs: number) => (): void => {
  const end = (): void => {
    process.stderr.write("viatica: something hangs; ended without waiting for it\n")
    process.exit(1)
  }
  setTimeout(end, withinMs).unref()
}

const stopWithin = (withinMs: number) =>
  Effect.map(drainMs, (drainMs) => {
    const stop = stopAfter(drainMs + withinMs)
    process.once("SIGTERM", stop)
    process.once("SIGINT", stop)
  })

/**
 * Ends the process some time after it was told to stop, whatever hangs then: a database that does
 * not answer, a connection that does not close. Everything that ends in time has ended by itself.
 */
export const stopInTime = stopWithin(stopWithinMs)

/** The same for one of several processes, which ends before the primary one, that waits for it. */
export const stopBeforePrimary = stopWithin(stopWithinMs - 500)
