import type * as Effect from "effect/Effect"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import type * as HttpServerResponse from "effect/http/HttpServerResponse"
import type * as Scope from "effect/Scope"
import type { Answer } from "./answer.ts"
import type { IncomingCall } from "./incoming.ts"

/** What an unsigned route answers with. */
export type OpenAnswer = Answer | HttpServerResponse.HttpServerResponse

/** What a running request provides: itself, and a scope that ends with it. */
export type RequestServices = HttpServerRequest.HttpServerRequest | Scope.Scope

/** A route that needs no signature; `pattern` is an exact path or a prefix that ends in `/*`. */
export interface OpenRoute {
  readonly pattern: string
  /** Undefined when the rest of the path names nothing. */
  readonly answer: (
    call: IncomingCall,
    rest: string,
  ) => Effect.Effect<OpenAnswer | undefined, never, RequestServices>
}
