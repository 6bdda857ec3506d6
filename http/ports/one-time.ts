import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { KeyStoreUnavailable } from "./account-errors.ts"

/** What a person may do, or see, once: forms that make something, and secrets of new keys. */
export class OneTime extends Context.Service<
  OneTime,
  {
    /** Whether a person sends a form for the first time; `form` is a number that its page drew. */
    readonly spend: (personId: string, form: string) => Effect.Effect<boolean, KeyStoreUnavailable>
    /** Keeps in mind that a person is to be shown the secret of a key. */
    readonly hand: (personId: string, keyId: string) => Effect.Effect<void, KeyStoreUnavailable>
    /**
     * The key whose secret a person is to be shown now, and not again; it holds ten minutes. Where a
     * key is named, the secret of another one is not taken.
     */
    readonly take: (
      personId: string,
      keyId?: string,
    ) => Effect.Effect<string | undefined, KeyStoreUnavailable>
  }
>()("viatica/OneTime") {}
