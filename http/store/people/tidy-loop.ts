import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import { makeAvailability } from "../../observability/availability.ts"
import { People } from "../../ports/people.ts"

/** How often to delete what has ended. */
const tidyIntervalMs = 600_000

/**
 * Deletes links, sessions, invitations and people that have ended, now and every ten minutes until
 * the scope closes. A failure is logged once and tried again.
 */
export const tidyPeopleRegularly: Effect.Effect<void, never, People | Scope.Scope> = Effect.gen(
  function* () {
    const { tidy } = yield* People
    const availability = makeAvailability({
      unavailable: "people that have ended cannot be deleted",
      availableAgain: "people that have ended are deleted again",
      facts: {},
      steadyMs: 0,
    })
    const round = tidy.pipe(
      Effect.andThen(availability.answered),
      Effect.catch((error) => availability.failed(error.message)),
      Effect.catchDefect((defect) => Effect.logError("deleting people failed", defect)),
    )
    yield* Effect.forkScoped(Effect.repeat(round, Schedule.fixed(tidyIntervalMs)))
  },
)
