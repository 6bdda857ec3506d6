import * as Effect from "effect/Effect"
import { drainMs } from "../config/load.ts"

/**
 * How long a process may take to end once it takes no more calls: whoever stops it kills it soon
 * afterwards.
 */
const stopWithinMs = 9_500

const stopAfter = (drainMs: number) => (): void => {
  const end = (): void => {
    process.stderr.write("viatica: something hangs; ended without waiting for it\n")
    process.exit(1)
  }
  setTimeout(end, drainMs + stopWithinMs).unref()
}

/**
 * Ends the process some time after it was told to stop, whatever hangs then: a database that does
 * not answer, a connection that does not close. Everything that ends in time has ended by itself.
 */
export const stopInTime = Effect.map(drainMs, (drainMs) => {
  const stop = stopAfter(drainMs)
  process.once("SIGTERM", stop)
  process.once("SIGINT", stop)
})
