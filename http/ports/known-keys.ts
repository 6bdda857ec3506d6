import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { KeyStoreUnavailable } from "./account-errors.ts"

/**
 * Which keys there are, for calls with keys that the process has never seen: anybody can send those,
 * so one statement answers as many of them as wait, and only one runs at a time.
 */
export class KnownKeys extends Context.Service<
  KnownKeys,
  {
    /** Whether it takes no asking to say that there is no such key. */
    readonly isUnknown: (keyId: string) => boolean
    /** Whether there is such a key, revoked ones included, by what the database says after this call. */
    readonly exists: (keyId: string) => Effect.Effect<boolean, KeyStoreUnavailable>
  }
>()("viatica/KnownKeys") {}
