import * as Context from "effect/Context"
import type { Operations } from "./operation.ts"

/**
 * What stands between the gateway and the programs of endpoints: nothing, unless a layer says
 * otherwise, such as for a rehearsal of refusals.
 */
export const AroundOperations = Context.Reference<(operations: Operations) => Operations>(
  "viatica/AroundOperations",
  { defaultValue: () => (operations) => operations },
)
