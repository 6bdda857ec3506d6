import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { SaleStoreUnavailable } from "../../ports/sale-errors.ts"
import {
  brokenStrands,
  type BrokenStrand,
  unbalancedJournals,
  type UnbalancedJournal,
} from "./ledger-chain.ts"
import { type MisbookedSale, walkLedger } from "./ledger-walk.ts"
import { type Miscounted, miscountedTotals } from "./standing-totals.ts"
import { orSalesUnavailable } from "./store.ts"

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
  /** Totals that pages show, and that are not what they count. */
  readonly miscounted: ReadonlyArray<Miscounted>
  /** How many findings there are, also those that no list has room for. */
  readonly found: number
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

/**
 * Verifies the whole ledger, as of one moment: that every journal balances; that replaying the
 * records of every sale at its frozen rates gives that sale and its journals; that no record has been
 * changed or removed since it was made; and that the totals of pages are what they count.
 */
export const checkLedger: Effect.Effect<LedgerFindings, SaleStoreUnavailable, SqlClient.SqlClient> =
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.gen(function* () {
      yield* Effect.forEach(readAtOnce, (statement) => sql.unsafe(statement), { discard: true })
      const unbalanced = yield* unbalancedJournals(sql, listedMax)
      const broken = yield* brokenStrands(sql, listedMax)
      const miscounted = yield* miscountedTotals(sql, listedMax)
      const misbooked: Array<MisbookedSale> = []
      let wrong = 0
      const { journals, records, sales, since } = yield* walkLedger(sql, (sale) => {
        wrong += 1
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
        miscounted: miscounted.first,
        found: unbalanced.count + broken.count + miscounted.count + wrong,
      }
    }).pipe(sql.withTransaction, orSalesUnavailable),
  )
