import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import { begunEffect } from "../platform/begun-effect.ts"

/** Puts a span of a name around work, where calls are traced. The work is begun by what is answered. */
export type AroundSpan = (
  name: string,
) => <A, E, R>(work: () => Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/** Without a span nothing comes before the work: what waits for nothing is done at once. */
const atOnce: AroundSpan = () => begunEffect

/** Spans on the way of every call: none, at no cost, unless a layer says otherwise. */
export class SpanAround extends Context.Reference<AroundSpan>("viatica/SpanAround", {
  defaultValue: () => atOnce,
}) {}
