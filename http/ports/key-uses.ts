import * as Context from "effect/Context"
import type { KeyId } from "../../rules/accounts/key-text.ts"

/** Notes a call that a key has signed, by the address that it came from; nobody waits for it. */
export type NoteKeyUse = (keyId: KeyId, address: string, nowMs: number) => void

/** Where it is noted which keys are in use; nowhere, unless a layer says so. */
export const KeyUses = Context.Reference<NoteKeyUse>("viatica/KeyUses", {
  defaultValue: () => () => undefined,
})
