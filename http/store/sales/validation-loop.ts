import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import { ServiceMeters } from "../../observability/meters.ts"
import { makeAvailability } from "../../observability/availability.ts"
import { Sales } from "../../ports/sales.ts"

/** How often to look for sales that validate themselves. */
export const validationIntervalMs = 60_000

/**
 * Validates due sales at once and every minute from then on until the scope closes. A failure is
 * logged once and tried again the next minute.
 */
export const validateRegularly: Effect.Effect<void, never, Sales | Scope.Scope> = Effect.gen(
  function* () {
    const { validateDue } = yield* Sales
    const meters = yield* ServiceMeters
    const availability = makeAvailability({
      unavailable: "sales cannot be validated",
      availableAgain: "sales are validated again",
      facts: {},
      steadyMs: 0,
    })
    const round = validateDue.pipe(
      Effect.onExit((exit) =>
        Effect.sync(() => meters.validated(Exit.isSuccess(exit) ? exit.value : undefined)),
      ),
      Effect.andThen((count) =>
        count === 0
          ? Effect.void
          : Effect.annotateLogs(Effect.logInfo("sales have validated themselves"), {
              count: String(count),
            }),
      ),
      Effect.andThen(availability.answered),
      Effect.catch((error) => availability.failed(error.message)),
      Effect.catchDefect((defect) => Effect.logError("validating sales failed", defect)),
    )
    yield* Effect.forkScoped(Effect.repeat(round, Schedule.fixed(validationIntervalMs)))
  },
)
