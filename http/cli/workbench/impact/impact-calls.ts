import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { ImpactCalls } from "../../../pages/workbench/protocol/impact.ts"
import type { CallHandlers } from "../call-handlers.ts"

const nothing = Schema.Struct({})

/** What answers calls about what the change does. */
export const impactHandlers: CallHandlers<keyof ImpactCalls> = {
  impact: {
    input: nothing,
    answer: (_, { impact }) =>
      Effect.sync(() => {
        impact.begin()
        return impact.state()
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
