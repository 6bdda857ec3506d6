import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"

/** Counts clicks of tracked links in memory and writes them in batches; no click waits for it. */
export class Clicks extends Context.Service<
  Clicks,
  {
    /** Counts one click of the link of a code. */
    readonly count: (code: string) => void
    /** Writes what is counted; what cannot be written stays counted. */
    readonly flush: Effect.Effect<void>
  }
>()("viatica/Clicks") {}
