import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { KeyMode } from "../../rules/accounts/partner.ts"

/** The program that answers a request, or the same one which first lets the request be kept. */
export type KeepSome<Request> = <A, E>(
  mode: KeyMode,
  request: Request,
  program: Effect.Effect<A, E>,
) => Effect.Effect<A, E>

/**
 * Keeps a share of requests for analysts, without what names persons, keys or partners; no call
 * waits for it, and none fails by it.
 */
export class RequestSample extends Context.Service<
  RequestSample,
  {
    /**
     * Prepares to keep requests of one kind, as what `prepare` makes writes them: long after the
     * call, and only of those that are kept.
     */
    readonly keepWith: <Request>(prepare: () => (request: Request) => object) => KeepSome<Request>
    /** Writes what waits. */
    readonly flush: Effect.Effect<void>
  }
>()("viatica/RequestSample") {}

/** Keeps nothing, and costs nothing. */
export const keepNothing: RequestSample["Service"] = {
  keepWith: () => (_mode, _request, program) => program,
  flush: Effect.void,
}
