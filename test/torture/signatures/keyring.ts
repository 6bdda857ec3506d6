import { type KeyId } from "../../../rules/accounts/key-text.ts"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { type KeyRecord, Keys } from "../../../http/ports/keys.ts"
import type { Stage } from "../stage.ts"
import type { Signer } from "./wire.ts"

/** Keys of accounts as the database holds them, and who may sign with what. */
export interface Keyring {
  readonly records: ReadonlyMap<string, KeyRecord>
  /** Current secrets, and one that is in its last 24 hours. */
  readonly signers: readonly [Signer, ...ReadonlyArray<Signer>]
  /** The secret of a revoked key, and one that two rotations have ended. */
  readonly useless: ReadonlyArray<Signer>
}

const rotated = (stage: Stage, { keyId }: Signer): Promise<Signer> =>
  stage.run(
    Effect.map(
      Effect.flatMap(Keys, (keys) => keys.rotate(keyId as KeyId)),
      ({ secret }) => ({ keyId, secret: Redacted.value(secret) }),
    ),
  )

/** Makes keys of two accounts: live, sandbox, rotated, rotated twice, and revoked. */
export const openKeyring = async (stage: Stage): Promise<Keyring> => {
  const plain = await stage.createKey("acme", "sandbox")
  const live = await stage.createKey("bolt", "live")
  const before = await stage.createKey("bolt", "live")
  const after = await rotated(stage, before)
  const oldest = await stage.createKey("acme", "sandbox")
  const middle = await rotated(stage, oldest)
  const newest = await rotated(stage, middle)
  const revoked = await stage.createKey("acme", "sandbox")
  await stage.run(Effect.flatMap(Keys, (keys) => keys.revoke(revoked.keyId as KeyId)))
  const ids = [plain, live, before, oldest, revoked].map(({ keyId }) => keyId as KeyId)
  const found = await stage.run(
    Effect.flatMap(Keys, (keys) => Effect.forEach(ids, (keyId) => keys.find(keyId))),
  )
  const records = found.flatMap((record) => (record === undefined ? [] : [record]))
  return {
    records: new Map(records.map((record) => [record.keyId, record])),
    signers: [plain, live, before, after, middle, newest],
    useless: [revoked, oldest],
  }
}
