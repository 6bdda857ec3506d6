import { insurerTimeoutMs } from "../../config/outside.ts"
import type { GuardPolicy } from "../guard/guard.ts"

/** How an insurer is treated that is asked over HTTP: times in milliseconds. */
export interface InsurerPolicy extends GuardPolicy {
  /** Calls to one insurer under way at once, and connections to it; others wait for their turn. */
  readonly inFlightMax: number
  /** Bytes of an answer. */
  readonly bytesMax: number
  /** How often a call is repeated whose connection failed before an answer began. */
  readonly retriesMax: number
  /** How often the same oddity in answers is logged, and how many different ones are told apart. */
  readonly noticePeriodMs: number
  readonly noticesMax: number
}

/** How insurers are treated by default. */
export const insurerPolicy: InsurerPolicy = {
  timeoutMs: insurerTimeoutMs.otherwise,
  inFlightMax: 32,
  bytesMax: 1_024 * 1_024,
  retriesMax: 1,
  failuresMax: 5,
  restMs: 10_000,
  steadyMs: 30_000,
  noticePeriodMs: 10 * 60_000,
  noticesMax: 500,
}
