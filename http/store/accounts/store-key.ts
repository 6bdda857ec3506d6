import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type * as SqlClient from "effect/sql/SqlClient"
import { createHash } from "node:crypto"
import type { RandomBytes } from "../../platform/random-bytes.ts"
import { recordAudit } from "./audit-log.ts"
import { databaseNow } from "../database/now.ts"
import type { Envelope } from "../secrets/envelope.ts"
import { keyIdBytes, keyIdText, secretBody, secretBytes } from "../../../rules/accounts/key-text.ts"
import type { KeyMode } from "../../../rules/accounts/partner.ts"
import type { QuotaLimits } from "../../../rules/accounts/policy.ts"
import type { Scope } from "../../../rules/accounts/scopes.ts"

/** Stores a new key with its sealed secret, its quota and its line in the audit; in a transaction. */
export const storeKey = Effect.fnUntraced(function* (
  { envelope, random, sql }: KeyStoring,
  { mode, partnerCode, partnerId, quota, scopes }: KeyToStore,
) {
  const keyId = newKeyId(random, mode)
  const secret = newSecret(random, mode)
  const sealed = envelope.seal({ keyId, slot: "current" }, secret)
  yield* sql`insert into api_key (key_id, partner_id, mode, scopes, secret_sealed, created_at)
    values (${keyId}, ${partnerId}, ${mode}, ${scopes}, ${sealed}, ${sql.literal(databaseNow)})`
  yield* sql`insert into quota (key_id, reads_limit, writes_limit, burst_limit)
    values (${keyId}, ${quota.reads}, ${quota.writes}, ${quota.burst})`
  const details = { partner: partnerCode, mode, scopes, quota }
  yield* recordAudit(sql, { action: "key.create", subject: keyId, details })
  return { keyId, secret }
})

/** A fresh signing secret of a mode: 256 random bits and a checksum (start of a SHA-256). */
export const newSecret = (
  random: RandomBytes["Service"],
  mode: KeyMode,
): Redacted.Redacted<string> => {
  const body = secretBody(mode, takeHex(random, secretBytes))
  const checksum = createHash("sha256").update(body).digest("hex").slice(0, 8)
  return Redacted.make(`${body}${checksum}`)
}

/** What a new key is stored with. */
interface KeyToStore {
  readonly partnerId: string
  readonly partnerCode: string
  readonly mode: KeyMode
  readonly scopes: ReadonlyArray<Scope>
  readonly quota: QuotaLimits
}

/** What storing a key needs. */
interface KeyStoring {
  readonly sql: SqlClient.SqlClient
  readonly envelope: Envelope["Service"]
  readonly random: RandomBytes["Service"]
}

const takeHex = (random: RandomBytes["Service"], count: number): string =>
  Buffer.from(random.take(count)).toString("hex")

/** A fresh key id of a mode: 128 random bits. */
const newKeyId = (random: RandomBytes["Service"], mode: KeyMode): string =>
  keyIdText(mode, takeHex(random, keyIdBytes))
