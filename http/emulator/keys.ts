import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { scopes } from "../../rules/accounts/scopes.ts"
import type { KeyMode } from "../../rules/accounts/partner.ts"
import { demoPartnerCode, ensureDemoLiveKey, ensureDemoPartner } from "../store/accounts/demo.ts"
import { Keys } from "../ports/keys.ts"
import { TrackedLinks } from "../ports/tracked-links.ts"

/** A key of the emulator, with what it signs with now. */
export interface EmulatedKey {
  readonly keyId: string
  readonly secret: string
  readonly mode: KeyMode
}

/** The account of the emulator: one partner with a key of each mode and its first tracked link. */
export interface EmulatedAccount {
  readonly partner: string
  readonly keys: ReadonlyArray<EmulatedKey>
  /** What sales of the live key are credited to. */
  readonly ref: string | null
}

/** The keys of the account that are not revoked, the sandbox's first. */
const usableKeys = Effect.gen(function* () {
  const keys = yield* Keys
  const listed = (yield* keys.list(demoPartnerCode)).filter(({ revokedAt }) => revokedAt === null)
  const found = yield* Effect.forEach(listed, ({ keyId }) => keys.find(keyId))
  return found.flatMap((key): ReadonlyArray<EmulatedKey> =>
    key === undefined
      ? []
      : [{ keyId: key.keyId, secret: Redacted.value(key.secrets.current), mode: key.mode }],
  )
})

/** The account as it stands. */
export const currentAccount = Effect.gen(function* () {
  const usual = yield* (yield* TrackedLinks).usual(demoPartnerCode)
  const account: EmulatedAccount = {
    partner: demoPartnerCode,
    keys: yield* usableKeys,
    ref: usual?.ref ?? null,
  }
  return account
})

/** Keys that rehearse may do all that a key can be let do. */
const allowAll = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`update api_key set scopes = ${[...scopes]}::text[]
    where partner_id = (select id from partner where code = ${demoPartnerCode})`,
)

/** Makes the account: approved, with a key of each mode. */
export const makeAccount = Effect.andThen(
  Effect.andThen(Effect.andThen(ensureDemoPartner, ensureDemoLiveKey), allowAll),
  currentAccount,
)
