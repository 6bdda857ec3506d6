import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Bench } from "../bench.ts"
import type { ImpactCalls, ImpactViews } from "../../protocol/impact.ts"
import type { CallHandlers, ViewHandlers } from "../handler.ts"

const nothing = Schema.Struct({})

/** A check that takes longer, or fails, holds nothing up. */
const checkMsMax = 10_000

/** The first findings come before the impact, whose threads would take the processor from them. */
const firstFindings = ({ checks, onChange }: Bench): Effect.Effect<void> =>
  Effect.callback<void>((resume) => {
    if (checks.last() !== null) return resume(Effect.void)
    const leave = onChange((topic) => {
      if (topic !== "checks") return
      leave()
      resume(Effect.void)
    })
    return Effect.sync(leave)
  }).pipe(Effect.timeoutOption(checkMsMax), Effect.asVoid)

/** What answers calls about what the change does. */
export const impactHandlers: CallHandlers<keyof ImpactCalls> = {
  impactBegin: {
    input: nothing,
    answer: (_, bench) =>
      Effect.map(firstFindings(bench), () => {
        bench.impact.begin()
        return bench.impact.state()
      }),
  },
  impactStop: {
    input: nothing,
    answer: (_, { impact }) =>
      Effect.sync(() => {
        impact.stop()
        return impact.state()
      }),
  },
}

/** What makes views of what the change does. */
export const impactViews: ViewHandlers<keyof ImpactViews> = {
  impact: {
    input: nothing,
    follows: ["impact"],
    answer: (_, { impact }) => Effect.sync(() => impact.state().view),
  },
  impactProgress: {
    input: nothing,
    follows: ["impact-progress"],
    answer: (_, { impact }) => Effect.sync(() => impact.state().progress),
  },
}
