import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"

/** Puts a span of a name around an effect, where calls are traced. */
export type AroundSpan = (
  name: string,
) => <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

const unchanged: AroundSpan = () => (effect) => effect

/** Spans on the way of every call: none, at no cost, unless a layer says otherwise. */
export class SpanAround extends Context.Reference<AroundSpan>(
  "viatica/http/observability/SpanAround",
  { defaultValue: () => unchanged },
) {}
