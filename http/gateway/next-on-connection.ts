import * as Context from "effect/Context"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"

/** Whether the answer to a request is the next one on its connection. */
export type IsNextOnConnection = (request: HttpServerRequest) => boolean

/** Tells of a request whether its answer is the next one; it is unless the runtime knows better. */
export class NextOnConnection extends Context.Reference<IsNextOnConnection>(
  "viatica/NextOnConnection",
  { defaultValue: () => () => true },
) {}
