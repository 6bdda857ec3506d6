import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { DestinationFacts } from "../../ports/destination-facts.ts"

/** The facts of the tables: those that a call began with, and always there. */
export const layerTableFacts = Layer.succeed(DestinationFacts, {
  over: (tableRules) => {
    const known = Effect.succeed(tableRules)
    return () => known
  },
})
