import type * as Effect from "effect/Effect"
import type { Answer } from "./answer.ts"
import type { IncomingCall } from "./incoming.ts"

/** A method that an open route may take; HEAD goes where GET does. */
export type OpenMethod = "GET" | "POST"

/** A route that needs no signature; `pattern` is an exact path or a prefix that ends in `/*`. */
export interface OpenRoute {
  readonly pattern: string
  /** GET alone unless told otherwise. */
  readonly methods?: ReadonlyArray<OpenMethod>
  /** Undefined when the rest of the path names nothing. */
  readonly answer: (call: IncomingCall, rest: string) => Effect.Effect<Answer | undefined>
}
