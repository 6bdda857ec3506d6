import * as Effect from "effect/Effect"
import { BadLimit } from "../../ports/account-errors.ts"

/** Highest daily limit that can be set, in calls. */
export const dailyLimitMaximum = 1_000_000_000

const checkLimit = (limit: "reads" | "writes", value: number | undefined) =>
  value === undefined || (Number.isInteger(value) && value >= 0 && value <= dailyLimitMaximum)
    ? Effect.void
    : Effect.fail(new BadLimit({ limit, value, maximum: dailyLimitMaximum }))

/** Refuses daily limits that are no whole numbers in range; absent ones pass. */
export const checkLimits = (limits: {
  readonly reads?: number
  readonly writes?: number
}): Effect.Effect<void, BadLimit> =>
  Effect.andThen(checkLimit("reads", limits.reads), checkLimit("writes", limits.writes))
