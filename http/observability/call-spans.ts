import * as Effect from "effect/Effect"
import { identity } from "effect/Function"
import * as References from "effect/References"
import type * as Tracer from "effect/Tracer"

/** Puts a span around what every call does. */
export type CallSpan = (
  name: string,
  options?: Tracer.SpanOptions,
) => <A, E, R>(program: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

const tracedSpan: CallSpan = (name, options = {}) => {
  const span = Effect.withSpan(name, options, { captureStackTrace: false })
  return (program) => span(program) as typeof program
}

/**
 * How calls are traced where this runs: not at all where no collector asks for it. A span that leads
 * nowhere takes as long as a signature does, and each call has four.
 */
export const callSpan: Effect.Effect<CallSpan> = Effect.map(
  Effect.service(References.TracerEnabled),
  (isTraced) => (isTraced ? tracedSpan : () => identity),
)
