import type { KeyId } from "../../../rules/accounts/key-text.ts"
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import {
  type BadLimit,
  type BadPartner,
  type KeyRefused,
  KeyStoreUnavailable,
  type PartnerNotFound,
} from "../../ports/account-errors.ts"
import { Keys } from "../../ports/keys.ts"
import { Partners } from "../../ports/partners.ts"
import { inTransaction } from "./store.ts"

/** The partner code of the demo account. */
export const demoPartnerCode = "demo"

/** A sandbox key to try the service with. */
export interface DemoKey {
  readonly keyId: KeyId
  readonly secret: Redacted.Redacted<string>
}

/** The lock of the demo account, any fixed number: processes that start at once take turns on it. */
const demoLock = 7_460_001

/** What work on the demo account is done with. */
interface DemoStores {
  readonly sql: SqlClient.SqlClient
  readonly partners: Partners["Service"]
  readonly keys: Keys["Service"]
}

/** Why work on the demo account fails, as the stores say it. */
type DemoRefusal =
  | BadPartner
  | BadLimit
  | PartnerNotFound
  | KeyRefused
  | KeyStoreUnavailable
  | SqlError

/** Does work on the demo account in one transaction, when its turn has come. */
const inTurn = <Value>(work: (stores: DemoStores) => Effect.Effect<Value, DemoRefusal>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const stores = { sql, partners: yield* Partners, keys: yield* Keys }
    const lock = sql`select pg_advisory_xact_lock(${demoLock})`
    return yield* inTransaction(sql)(Effect.andThen(lock, work(stores)))
  }).pipe(
    Effect.catchTag(["BadPartner", "BadLimit", "PartnerNotFound", "KeyRefused"], (cause) =>
      Effect.fail(new KeyStoreUnavailable({ cause })),
    ),
  )

/**
 * The demo account's sandbox key; account and key are made where there are none, once, however many
 * processes start. The secret is opened from its seal, so later starts show the same one.
 */
export const ensureDemoPartner: Effect.Effect<
  DemoKey,
  KeyStoreUnavailable,
  SqlClient.SqlClient | Partners | Keys
> = inTurn(({ keys, partners, sql }) => {
  const usableKey = Effect.gen(function* () {
    const [row] = yield* sql<{ keyId: KeyId }>`
      select key_id as "keyId" from api_key join partner on partner.id = partner_id
      where code = ${demoPartnerCode} and mode = 'sandbox' and revoked_at is null
      order by api_key.created_at, key_id limit 1`
    const record = row === undefined ? undefined : yield* keys.find(row.keyId)
    return record === undefined
      ? undefined
      : { keyId: record.keyId, secret: record.secrets.current }
  })

  const createKey = partners.create({ code: demoPartnerCode, name: "Demo partner" }).pipe(
    Effect.catchTag("PartnerExists", () => Effect.void),
    Effect.andThen(keys.create({ partnerCode: demoPartnerCode, mode: "sandbox" })),
    Effect.map(({ keyId, secret }): DemoKey => ({ keyId, secret })),
  )

  return Effect.flatMap(usableKey, (key) => (key === undefined ? createKey : Effect.succeed(key)))
})

/**
 * Lets the demo account sell: it is approved and gets a live key, once, which reports the sales of the
 * demo's funnel. What a partner has to rehearse before it goes live counts as done.
 */
export const ensureDemoLiveKey: Effect.Effect<
  void,
  KeyStoreUnavailable,
  SqlClient.SqlClient | Partners | Keys
> = inTurn(({ keys, partners, sql }) => {
  const rehearse = Effect.gen(function* () {
    const [owner] = yield* sql<{ readonly id: string }>`
      select id from partner where code = ${demoPartnerCode}`
    const { linksRequired, pricesRequired } = yield* keys.goLive(owner?.id ?? "")
    yield* sql`
      update quota set prices = greatest(prices, ${pricesRequired}),
        links = greatest(links, ${linksRequired})
      where key_id in (select key_id from api_key
        where partner_id = ${owner?.id ?? ""} and mode = 'sandbox')`
  })

  return Effect.gen(function* () {
    const all = yield* keys.list(demoPartnerCode)
    if (all.some(({ mode, revokedAt }) => mode === "live" && revokedAt === null)) return
    yield* partners.approve(demoPartnerCode, {})
    yield* rehearse
    yield* keys.create({ partnerCode: demoPartnerCode, mode: "live" })
  })
})
