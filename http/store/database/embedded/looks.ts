import * as Data from "effect/Data"

import { EmbeddedPostgresFailed } from "../database-errors.ts"
import { InBetween } from "./enter.ts"

/** Something is in the way that may pass, but that nothing is known to move. */
export class Blocked extends Data.TaggedError("Blocked")<{ readonly what: string }> {}

/** For how long the same thing may be in the way, in milliseconds: a start says why within seconds. */
const blockedMaxMs = 6_000

/** What the looks at a cluster have come to. */
export interface Looks {
  /** Takes note of what a look has met, and says whether another one is worth it: that is in between. */
  readonly note: <E>(
    met: E | InBetween | Blocked,
  ) => Exclude<E, Blocked> | InBetween | EmbeddedPostgresFailed
  /** What the last look met. */
  readonly what: () => string
}

/** No looks yet. */
export const makeLooks = (): Looks => {
  let blockedSinceMs: number | undefined
  let last = "it has not answered yet"
  return {
    note: <E>(met: E | InBetween | Blocked) => {
      if (met instanceof Blocked) {
        last = met.what
        const nowMs = performance.now()
        blockedSinceMs ??= nowMs
        return nowMs - blockedSinceMs < blockedMaxMs
          ? new InBetween({ what: met.what })
          : new EmbeddedPostgresFailed({ lastLine: met.what })
      }
      blockedSinceMs = undefined
      if (met instanceof InBetween) last = met.what
      return met as Exclude<E, Blocked>
    },
    what: () => last,
  }
}
