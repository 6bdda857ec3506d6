import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { SaleStoreUnavailable } from "../../ports/sales.ts"
import {
  brokenStrands,
  type BrokenStrand,
  unbalancedJournals,
  type UnbalancedJournal,
} from "./ledger-chain.ts"
import type { KeptSeal, SealKey } from "./ledger-seal.ts"
import { type MisbookedSale, walkLedger } from "./ledger-walk.ts"
import { checkSeals, type SealFindings } from "./seal-check.ts"
import { type Miscounted, miscountedTotals } from "./standing-totals.ts"
import { orSalesUnavailable } from "./report-sql.ts"

/** What is wrong with the ledger: four empty lists when nothing is. */
export interface LedgerFindings {
  readonly journals: number
  readonly sales: number
  readonly records: number
  /** Since when all is recorded and chained, in ISO 8601; null where nothing is yet. */
  readonly chainedSince: string | null
  readonly unbalanced: ReadonlyArray<UnbalancedJournal>
  readonly misbooked: ReadonlyArray<MisbookedSale>
  readonly broken: ReadonlyArray<BrokenStrand>
  /** What the seals tell; null where they were not asked. */
  readonly seals: SealFindings | null
  /**
   * Numbers up to the last sale that no sale has. A report that is repeated or refused uses one up as
   * well, so that it is a figure and no fault.
   */
  readonly unusedNumbers: number
  /** Totals that pages show, and that are not what they count. */
  readonly miscounted: ReadonlyArray<Miscounted>
  /** How many findings there are, also those that no list has room for. */
  readonly found: number
  /** How many sales of these older code may have left without a record: they can be adopted. */
  readonly adoptable: number
}

/** Findings of a sort that are kept: the rest is counted. */
export const listedMax = 1_000

/**
 * All is read in one go as of one moment, for as long as it takes. What changes meanwhile is not
 * seen, and nobody waits for it.
 */
export const readAtOnce: ReadonlyArray<string> = [
  "set transaction isolation level repeatable read, read only",
  "set local statement_timeout = 0",
  "set local idle_in_transaction_session_timeout = '5min'",
]

/** What seals are checked by: the key, and seals that were kept elsewhere. */
export interface SealsToCheck {
  readonly key: SealKey
  readonly kept: ReadonlyArray<KeptSeal>
}

const countUnused = (sql: SqlClient.SqlClient) =>
  Effect.map(
    sql<{ readonly unused: number }>`
      select (coalesce(max(sale.id), 0) - count(*))::float8 as unused from sale`,
    ([row]) => row?.unused ?? 0,
  )

/**
 * Verifies the whole ledger, as of one moment: that every journal balances; that replaying the
 * records of every sale at its frozen rates gives that sale and its journals; that no record has been
 * changed or removed since it was made; that the totals of pages are what they count; and, where the
 * key is given, that the records contain what was sealed.
 */
export const checkLedgerBy = (
  asked: SealsToCheck | null,
): Effect.Effect<LedgerFindings, SaleStoreUnavailable, SqlClient.SqlClient> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.gen(function* () {
      yield* Effect.forEach(readAtOnce, (statement) => sql.unsafe(statement), { discard: true })
      const unbalanced = yield* unbalancedJournals(sql, listedMax)
      const broken = yield* brokenStrands(sql, listedMax)
      const seals = asked === null ? null : yield* checkSeals(sql, asked.key, asked.kept, listedMax)
      const unusedNumbers = yield* countUnused(sql)
      const miscounted = yield* miscountedTotals(sql, listedMax)
      const misbooked: Array<MisbookedSale> = []
      let [wrong, adoptable] = [0, 0]
      const { journals, records, sales, since } = yield* walkLedger(sql, (sale) => {
        wrong += 1
        if (sale.isAdoptable) adoptable += 1
        if (misbooked.length < listedMax) misbooked.push(sale)
      })
      return {
        journals,
        sales,
        records,
        chainedSince: since === null ? null : new Date(since).toISOString(),
        unbalanced: unbalanced.first,
        misbooked,
        broken: broken.first,
        seals,
        unusedNumbers,
        adoptable,
        miscounted: miscounted.first,
        found: unbalanced.count + broken.count + miscounted.count + wrong + (seals?.found ?? 0),
      }
    }).pipe(sql.withTransaction, orSalesUnavailable),
  )

/** The same without the seals, which needs no master key. */
export const checkLedger = checkLedgerBy(null)
