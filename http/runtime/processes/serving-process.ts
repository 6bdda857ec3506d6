import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"
import type { PrimaryMessage } from "./messages.ts"

/** A process that serves, as the primary one sees it. */
export interface ServingProcess {
  readonly pid: number
  /** Waits for its end, and gives how it came to that, as the end of a sentence. */
  readonly ended: Effect.Effect<string>
  readonly tell: (message: PrimaryMessage) => Effect.Effect<void>
  /** Its figures in Prometheus' text format; an empty text where it does not give them in time. */
  readonly figures: Effect.Effect<string>
  /** Has it take no new connections and finish those that it has; waits for its end. */
  readonly retire: Effect.Effect<void>
}

/** A process could not start to serve. */
export class ProcessNotStarted extends Data.TaggedError("ProcessNotStarted")<{
  /** A line for each reason. */
  readonly lines: ReadonlyArray<string>
}> {
  override get message(): string {
    return this.lines.join("; ")
  }
}
