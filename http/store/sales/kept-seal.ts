import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { PartnerCode } from "../../../rules/accounts/partner.ts"
import { partnerIdOf } from "../accounts/store.ts"
import { databaseNow } from "../database/client.ts"
import {
  accountMac,
  headsDigest,
  isSame,
  type KeptAccount,
  type KeptSeal,
  readHeads,
  type SealKey,
} from "./ledger-seal.ts"
import { generalHolds, generalSeal, type Sealed, sealRound } from "./ledger-sealing.ts"
import { readAtOnce } from "./ledger-check.ts"
import { sealsAfter } from "./seal-check.ts"
import { orSalesUnavailable } from "./report-sql.ts"

/** The books contradict their seals, so that a new seal would hide it. */
class BooksUnsound extends Data.TaggedError("BooksUnsound")<{
  readonly accounts: ReadonlyArray<string>
}> {
  override get message() {
    const { accounts } = this
    const which = accounts.length === 0 ? "" : ` Accounts: ${accounts.join(", ")}.`
    return `The books contradict their seals, and no seal is made of them: viatica ledger check tells more.${which}`
  }
}

/** Other processes were sealing all the time. */
class SealingBusy extends Data.TaggedError("SealingBusy") {
  override get message() {
    return "Other processes seal the ledger all the time: try again."
  }
}

/** Rounds until all is sealed, where others seal as well: so many accounts, or so many waits. */
const roundsMax = 1_000

/** Says of which accounts the books are unsound: by their codes, else by their ids. */
const unsound = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  partnerIds: ReadonlyArray<string>,
) {
  const rows = yield* sql<{ readonly account: string }>`
    select coalesce(partner.code, held.id) as account
    from unnest(${partnerIds}::text[]) as held (id) left join partner on partner.id = held.id
    order by coalesce(partner.code, held.id)`
  return yield* new BooksUnsound({ accounts: rows.map(({ account }) => account) })
})

const sealAll = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, key: SealKey) {
  for (let round = 0; round < roundsMax; round += 1) {
    const done: Sealed = yield* sealRound(key)
    if (done.refused.length > 0) return yield* unsound(sql, done.refused)
    if (!done.isMore) return
    if (done.accounts === 0) yield* Effect.sleep("20 millis")
  }
  return yield* new SealingBusy()
})

const strandCount = 16

const keptAccounts = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  key: SealKey,
  partnerId: string | null,
) {
  const accounts: Array<KeptAccount> = []
  let after = ""
  for (;;) {
    const seals = yield* sealsAfter(sql, after, partnerId)
    const forged = seals.filter((seal) => !isSame(accountMac(key, seal), seal.mac))
    if (forged.length > 0) {
      return yield* unsound(
        sql,
        forged.map((seal) => seal.partnerId),
      )
    }
    for (const { heads, partnerCode, partnerId: id } of seals) {
      const counts = new Map(
        (readHeads(heads) ?? []).map(({ records, strand }) => [strand, records]),
      )
      const records = Array.from({ length: strandCount }, (_, strand) =>
        Number(counts.get(strand) ?? 0n),
      )
      accounts.push({ id, code: partnerCode ?? id, records, digest: headsDigest(heads) })
    }
    const last = seals.at(-1)
    if (last === undefined) return accounts
    after = last.partnerId
  }
})

/** Seals all books up to now, and makes a seal of them, or of those of one account, to keep elsewhere. */
export const takeSeal = Effect.fn("Ledger.takeSeal")(function* (
  key: SealKey,
  partnerCode: PartnerCode | null,
) {
  const sql = yield* SqlClient.SqlClient
  yield* sealAll(sql, key)
  return yield* sql.withTransaction(
    Effect.gen(function* () {
      yield* Effect.forEach(readAtOnce, (statement) => sql.unsafe(statement), { discard: true })
      const partnerId = partnerCode === null ? null : yield* partnerIdOf(sql, partnerCode)
      const general = yield* generalSeal(sql)
      if (!generalHolds(key, general)) return yield* new BooksUnsound({ accounts: [] })
      const [counts] = yield* sql<{
        readonly now: Date
        readonly sales: bigint
        readonly lastSale: bigint
      }>`
        select ${sql.literal(databaseNow)} as now, count(*) as sales,
          coalesce(max(sale.id), 0) as "lastSale"
        from sale where ${partnerId}::text is null or sale.partner_id = ${partnerId}::text`
      return {
        at: (counts?.now ?? new Date(0)).toISOString(),
        counter: general.row?.counter ?? 0n,
        partnerCode,
        sales: counts?.sales ?? 0n,
        lastSale: counts?.lastSale ?? 0n,
        accounts: yield* keptAccounts(sql, key, partnerId),
      } satisfies KeptSeal
    }),
  )
}, orSalesUnavailable)
