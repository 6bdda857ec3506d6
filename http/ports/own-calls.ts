import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import type { IncomingCall } from "../api/incoming.ts"
import type { App } from "../gateway/app.ts"
import { signRequest } from "../gateway/signing/sign.ts"
import type { KeyMode } from "../../rules/accounts/partner.ts"
import type { KeyRecord } from "../ports/key-record.ts"
import type { Keys } from "../ports/keys.ts"

/** What calls within the service are made with. */
export interface OwnCallParts {
  readonly keys: Keys["Service"]
  readonly headerPrefix: string
  /** The application: such a call takes the way of every signed call through it. */
  readonly answer: App["answer"]
}

/** A call that the service makes in a partner's name. */
export interface OwnCall {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly body: Uint8Array
}

/** A call as it would come in over HTTP, from nowhere. */
const incoming = (
  headers: Readonly<Record<string, string>>,
  { body, method, path, query }: OwnCall,
): IncomingCall => ({
  method,
  path,
  query,
  headerValues: (name) => {
    const value = headers[name]
    return value === undefined ? [] : [value]
  },
  peer: () => "",
  readBody: () => Effect.succeed(body),
})

/** The newest key of a mode that a partner has in use; undefined where there is none. */
export const keyInUse = (
  keys: Keys["Service"],
  partnerCode: string,
  mode: KeyMode,
): Effect.Effect<KeyRecord | undefined> =>
  keys.page(partnerCode, { isRevoked: false, before: null, limit: 1, mode }).pipe(
    Effect.flatMap(({ keys: [newest] }) =>
      newest === undefined ? Effect.undefined : keys.find(newest.keyId),
    ),
    Effect.orElseSucceed(() => undefined),
  )

/**
 * Makes calls in a partner's name through the application itself, where signature, scope and quota
 * are checked as for any other caller. The key's secret is opened for the signature alone.
 */
export const makeOwnCalls =
  ({ answer, headerPrefix }: Omit<OwnCallParts, "keys">) =>
  (key: KeyRecord, call: OwnCall): Effect.Effect<HttpServerResponse> =>
    Effect.gen(function* () {
      const headers = signRequest({
        keyId: key.keyId,
        secret: Redacted.value(key.secrets.current),
        method: call.method,
        path: call.path,
        body: call.body,
        nowSeconds: Math.floor((yield* Clock.currentTimeMillis) / 1000),
        prefix: headerPrefix,
      })
      return yield* answer(incoming(headers, call))
    })
