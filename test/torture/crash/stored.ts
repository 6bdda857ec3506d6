import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as SqlClient from "effect/sql/SqlClient"
import { layerDatabase } from "../../../http/store/database/client.ts"
import { openTrip } from "../../../http/store/links/subscriptions.ts"
import { checkLedgerBy, type LedgerFindings } from "../../../http/store/sales/ledger-check.ts"
import { sealKeyOf } from "../../../http/store/sales/ledger-seal.ts"
import { Envelope, MasterKey } from "../../../http/store/secrets/envelope.ts"
import { layerMasterKey } from "../../../http/store/secrets/layer.ts"
import { RandomBytes } from "../../../http/platform/random-bytes.ts"

/** A session of an account and the subscription that it follows. */
export interface StoredSession {
  readonly partnerCode: string
  readonly nonce: string
  readonly subscriptionId: string
}

/** A subscription of the funnel; `age` is that of its first traveller. */
export interface StoredSubscription {
  readonly partnerCode: string
  readonly subscriptionId: string
  readonly stage: string
  /** Null where its trip cannot be read. */
  readonly age: number | null
}

/** A sale with what was booked for it, a line each: `booking commission_expense pending 1000`. */
export interface StoredSale {
  readonly partnerCode: string
  readonly externalOrderId: string
  readonly status: string
  readonly amountMinor: number
  readonly commissionMinor: number
  readonly booked: ReadonlyArray<string>
}

/** What the key of an account has used. */
export interface StoredQuota {
  readonly partnerCode: string
  readonly day: number
  readonly readsUsed: number
  readonly writesUsed: number
  readonly prices: number
  readonly bilans: number
  readonly links: number
}

/** What the database holds of live accounts. */
export interface Stored {
  readonly sessions: ReadonlyArray<StoredSession>
  readonly subscriptions: ReadonlyArray<StoredSubscription>
  readonly sales: ReadonlyArray<StoredSale>
  readonly quotas: ReadonlyArray<StoredQuota>
  readonly ledger: LedgerFindings
}

type Row = Readonly<Record<string, unknown>>

const sessionsStatement = `
  select code as "partnerCode", nonce, subscription_id as "subscriptionId"
  from link_session join partner on partner.id = partner_id where mode = 'live'`

const subscriptionsStatement = `
  select partner.code as "partnerCode", subscription.id as "subscriptionId", stage,
    trip_sealed as "tripSealed"
  from subscription join tracked_link on tracked_link.id = link_id
  join partner on partner.id = tracked_link.partner_id`

const salesStatement = `
  with booked as (
    select journal.sale_id, array_agg(
      concat_ws(' ', journal.kind, source.account, target.account, target.amount_minor)
      order by journal.id) as lines
    from ledger_journal journal
    left join ledger_entry source on source.journal_id = journal.id and source.amount_minor < 0
    left join ledger_entry target on target.journal_id = journal.id and target.amount_minor > 0
    group by journal.sale_id
  )
  select code as "partnerCode", external_order_id as "externalOrderId", sale.status,
    amount_minor::float8 as "amountMinor", commission_minor::float8 as "commissionMinor",
    coalesce(lines, '{}') as booked
  from sale join partner on partner.id = partner_id left join booked on sale_id = sale.id
  where mode = 'live'`

const quotasStatement = `
  select code as "partnerCode", day, reads_used as "readsUsed", writes_used as "writesUsed",
    prices::float8 as prices, bilans::float8 as bilans, links::float8 as links
  from quota join api_key on api_key.key_id = quota.key_id
  join partner on partner.id = partner_id where mode = 'live'`

const ageIn = (envelope: Envelope["Service"], row: Row): number | null => {
  const opened = openTrip(envelope, String(row["subscriptionId"]), row["tripSealed"] as Uint8Array)
  return Result.isSuccess(opened) ? (opened.success.travellers[0]?.age ?? null) : null
}

const readAll = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const envelope = yield* Envelope
  const subscriptions = yield* sql.unsafe<Row>(subscriptionsStatement)
  return {
    sessions: yield* sql.unsafe<StoredSession>(sessionsStatement),
    subscriptions: subscriptions.map(
      (row) => ({ ...row, age: ageIn(envelope, row) }) as unknown as StoredSubscription,
    ),
    sales: yield* sql.unsafe<StoredSale>(salesStatement),
    quotas: yield* sql.unsafe<StoredQuota>(quotasStatement),
    ledger: yield* checkLedgerBy({ key: sealKeyOf(yield* MasterKey), kept: [] }),
  } satisfies Stored
})

/** Reads what the database in a data folder holds; it is found wherever it runs now. */
export const readStored = (dataFolder: string, masterKey: string): Promise<Stored> => {
  const environment = { DATA_DIR: dataFolder, MASTER_KEY: masterKey }
  const layer = Envelope.layer
    .pipe(
      Layer.provideMerge(layerMasterKey),
      Layer.provide(RandomBytes.layer),
      Layer.provideMerge(layerDatabase),
    )
    .pipe(Layer.provide(ConfigProvider.layer(ConfigProvider.fromEnvRecord(environment))))
  return Effect.runPromise(Effect.provide(readAll, layer))
}
