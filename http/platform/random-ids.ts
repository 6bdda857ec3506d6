import { randomUUID } from "node:crypto"
import * as Context from "effect/Context"

/** Where the ids of requests come from: nobody can guess them, unless a layer says otherwise. */
export const RequestIds = Context.Reference<() => string>("viatica/RequestIds", {
  defaultValue: () => randomUUID,
})

/**
 * Where other ids come from, of processes, forms and batches: no other process draws the same, nor does this one
 * when it runs again. Only a simulation, which is all the processes that there are, says otherwise.
 */
export const RandomIds = Context.Reference<() => string>("viatica/RandomIds", {
  defaultValue: () => randomUUID,
})
