import * as Effect from "effect/Effect"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import type { KeyMode, PartnerCode } from "../../rules/accounts/partner.ts"
import type { KeyRecord, Keys } from "./keys.ts"

/** A call that the service makes in a partner's name. */
export interface OwnCall {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly body: Uint8Array
}

/**
 * Makes a call in a partner's name through the application itself, where signature, scope and quota
 * are checked as for any other caller.
 */
export type SendOwnCall = (key: KeyRecord, call: OwnCall) => Effect.Effect<HttpServerResponse>

/** The newest key of a mode that a partner has in use; undefined where there is none. */
export const keyInUse = (
  keys: Keys["Service"],
  partnerCode: PartnerCode,
  mode: KeyMode,
): Effect.Effect<KeyRecord | undefined> =>
  keys.page(partnerCode, { isRevoked: false, before: null, limit: 1, mode }).pipe(
    Effect.flatMap(({ keys: [newest] }) =>
      newest === undefined ? Effect.undefined : keys.find(newest.keyId),
    ),
    Effect.orElseSucceed(() => undefined),
  )
