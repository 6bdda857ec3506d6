import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { isSqlError, type SqlError } from "effect/sql/SqlError"
import type { SaleStoreUnavailable } from "../../ports/sales.ts"
import { withDatabaseDeadline } from "../../platform/database-deadline.ts"
import { errorCode } from "../../platform/system-error.ts"
import { isHeldByOthers } from "../database/account-turns.ts"
import {
  correctionLock,
  correctOne,
  type CorrectedOrLeft,
  type CorrectionWish,
  type SaleCorrected,
  type SaleLeft,
  type Untouchable,
} from "./correct-one.ts"
import {
  type BrokenStrand,
  brokenStrands,
  strandsBroken,
  strayEntries,
  unbalancedJournals,
  type UnbalancedJournal,
} from "./ledger-chain.ts"
import { listedMax, readAtOnce } from "./ledger-check.ts"
import { type MisbookedSale, walkLedger } from "./ledger-walk.ts"
import {
  correctTotals,
  type Miscounted,
  type MiscountedTotals,
  miscountedTotals,
} from "./standing-totals.ts"
import { orSalesUnavailable } from "./report-sql.ts"

/** What a correction of the ledger came to, or would come to. */
export interface LedgerCorrected {
  /** Whether all was taken back again. */
  readonly isTrial: boolean
  readonly corrected: ReadonlyArray<SaleCorrected>
  /** Sales that older code has left without a record, and that have one now. */
  readonly adopted: ReadonlyArray<MisbookedSale>
  readonly left: ReadonlyArray<SaleLeft>
  /** Totals of pages that were not what they count; they are now, unless it was a trial. */
  readonly miscounted: ReadonlyArray<Miscounted>
  readonly miscountedCount: number
  /** What no correction of a sale mends: chains that are broken and journals that do not balance. */
  readonly broken: ReadonlyArray<BrokenStrand>
  readonly unbalanced: ReadonlyArray<UnbalancedJournal>
  /** How many sales, those that no list has room for too. */
  readonly correctedCount: number
  readonly adoptedCount: number
  readonly leftCount: number
  /** How many findings no correction of a sale mends. */
  readonly beyondCount: number
}

/** What a correction of the ledger is to do. */
export interface LedgerWish extends CorrectionWish {
  /** Whether all is taken back again. */
  readonly isTrial: boolean
}

/** How long one sale may take, its waits for locks included. */
const saleTimeout = "30 seconds"

/** How long it waits for a lock, such as that of a report of the sale. */
const lockTimeout = "5s"

/** Work that is done and taken back again. */
class TakenBack extends Data.TaggedError("TakenBack")<{ readonly came: CorrectedOrLeft }> {}

const uniqueCode = "23505"

/** What a failure of the database says of the sale alone; else it goes on. */
const leftFor = (found: MisbookedSale) => (error: SqlError) => {
  const left = (reason: SaleLeft["reason"]): CorrectedOrLeft => ({
    _tag: "Left",
    sale: { ...found, reason },
  })
  if (isHeldByOthers(error)) return Effect.succeed(left("held"))
  // A report has just booked the same order anew.
  if (errorCode(error.reason.cause) === uniqueCode) return Effect.succeed(left("order_taken"))
  return Effect.fail(error)
}

const correctInTurn = (
  sql: SqlClient.SqlClient,
  found: MisbookedSale,
  books: Untouchable,
  { isTrial, ...wish }: LedgerWish,
) =>
  Effect.gen(function* () {
    yield* sql`select set_config('lock_timeout', ${lockTimeout}, true)`
    const came = yield* correctOne(sql, BigInt(found.saleId), books, wish)
    return isTrial ? yield* new TakenBack({ came }) : came
  }).pipe(
    sql.withTransaction,
    Effect.catchTags({
      TakenBack: ({ came }) => Effect.succeed(came),
      UnsoundCorrection: ({ sale }) => Effect.succeed<CorrectedOrLeft>({ _tag: "Left", sale }),
    }),
    Effect.catchIf(isSqlError, leftFor(found)),
    withDatabaseDeadline(saleTimeout),
  )

/** What is wrong as of one moment: the sales to look at, and where none may be touched. */
const findWrong = (sql: SqlClient.SqlClient) =>
  Effect.gen(function* () {
    yield* Effect.forEach(readAtOnce, (statement) => sql.unsafe(statement), { discard: true })
    const unbalanced = yield* unbalancedJournals(sql, listedMax)
    const broken = yield* brokenStrands(sql, listedMax)
    const miscounted = yield* miscountedTotals(sql, listedMax)
    const strands = new Set(
      (yield* strandsBroken(sql)).map(({ partnerId, strand }) => `${partnerId} ${strand}`),
    )
    const stray = new Set(
      (yield* strayEntries(sql)).map(({ currency, partnerId }) => `${partnerId} ${currency}`),
    )
    const sales: Array<MisbookedSale> = []
    // Only the first sales keep their faults, so that memory stays bounded.
    yield* walkLedger(sql, (sale) =>
      sales.push(sales.length < listedMax ? sale : { ...sale, faults: [] }),
    )
    const books: Untouchable = {
      isBroken: ({ partnerId, strand }) => strands.has(`${partnerId} ${strand}`),
      isStray: ({ currency, partnerId }) => stray.has(`${partnerId} ${currency}`),
    }
    return { unbalanced, broken, miscounted, sales, books }
  }).pipe(sql.withTransaction)

/** Makes the totals what they count, once the sales are what they have to be. */
const recount = (sql: SqlClient.SqlClient, { count }: MiscountedTotals, isTrial: boolean) => {
  const [first, second] = correctionLock
  return isTrial || count === 0
    ? Effect.void
    : Effect.andThen(
        sql`select set_config('statement_timeout', '0', true),
          pg_advisory_xact_lock(${first}::int, ${second}::int)`,
        correctTotals(sql),
      ).pipe(sql.withTransaction)
}

/**
 * Puts right what the check finds and the records can settle: each sale in a transaction of its own,
 * so that one that is killed leaves whole corrections behind and the next goes on. Sales that older
 * code has left without a record are adopted where that is wished. A trial does the same and takes it
 * back.
 */
export const correctLedger = (
  wish: LedgerWish,
): Effect.Effect<LedgerCorrected, SaleStoreUnavailable, SqlClient.SqlClient> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    orSalesUnavailable(
      Effect.gen(function* () {
        const { books, broken, miscounted, sales, unbalanced } = yield* findWrong(sql)
        const corrected: Array<SaleCorrected> = []
        const left: Array<SaleLeft> = []
        const adopted: Array<MisbookedSale> = []
        let [correctedCount, adoptedCount, leftCount] = [0, 0, 0]
        for (const found of sales) {
          const came = yield* correctInTurn(sql, found, books, wish)
          if (came?._tag === "Corrected") {
            correctedCount += 1
            if (corrected.length < listedMax) corrected.push(came.sale)
          } else if (came?._tag === "Adopted") {
            adoptedCount += 1
            if (adopted.length < listedMax) adopted.push(came.sale)
          } else if (came !== null) {
            leftCount += 1
            if (left.length < listedMax) left.push(came.sale)
          }
        }
        yield* recount(sql, miscounted, wish.isTrial)
        return {
          isTrial: wish.isTrial,
          corrected,
          adopted,
          left,
          miscounted: miscounted.first,
          miscountedCount: miscounted.count,
          broken: broken.first,
          unbalanced: unbalanced.first,
          correctedCount,
          adoptedCount,
          leftCount,
          beyondCount: broken.count + unbalanced.count,
        }
      }),
    ),
  )
