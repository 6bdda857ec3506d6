import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { KeyStoreUnavailable } from "./account-errors.ts"
import type { KeyRecord } from "./key-record.ts"

/** How long a record is used before it is read again, in milliseconds. */
export const keyRecordAgeMaximumMs = 1_000

/** A key that was looked for; undefined where there is none. */
export type FoundKey = Effect.Effect<KeyRecord | undefined, KeyStoreUnavailable>

/** Key records in front of the database, in one process. Unknown keys are never remembered. */
export class KeyCache extends Context.Service<
  KeyCache,
  {
    /**
     * A record at most {@link keyRecordAgeMaximumMs} old, by the clock of the layer; concurrent reads
     * of one key are one. It looks when it is called, and one that is held comes out as done.
     */
    readonly lookup: (keyId: string) => FoundKey
    /** Whether a record of the key is held, however old it is. */
    readonly knows: (keyId: string) => boolean
    /** A record read from the database after this call began. */
    readonly refresh: (keyId: string) => FoundKey
    /** Forgets a record, such as when a quota charge reports another revision of it. */
    readonly invalidate: (keyId: string) => void
  }
>()("viatica/KeyCache") {}
