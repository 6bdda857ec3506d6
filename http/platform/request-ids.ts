import { randomUUID } from "node:crypto"
import * as Context from "effect/Context"

/** Where the ids of requests come from: nobody can guess them, unless a layer says otherwise. */
export const RequestIds = Context.Reference<() => string>("viatica/RequestIds", {
  defaultValue: () => randomUUID,
})
