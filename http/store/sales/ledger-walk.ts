import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import {
  checkedSale,
  checkJournal,
  checkRecord,
  missJournals,
  newSaleCheck,
  type SaleCheck,
  type StoredSale,
} from "../../../rules/sales/check-sale.ts"
import type { Journal, SaleFault } from "../../../rules/sales/sale-fault.ts"
import { readRecord } from "../../../rules/sales/sale-record.ts"
import { type Cursor, openCursor } from "./ledger-cursor.ts"
import { factsOf, saleOf, standingColumns, type StandingRow } from "./sale-rows.ts"

/** A live sale that differs from what its records come to. */
export interface MisbookedSale {
  /** Null where nobody knows any more whose it was. */
  readonly partnerCode: string | null
  readonly externalOrderId: string | null
  readonly saleId: string
  readonly faults: ReadonlyArray<SaleFault>
}

/** What was gone through, and each sale that was found to be wrong. */
export interface Walked {
  readonly journals: number
  readonly sales: number
  readonly records: number
  /** When the oldest record was made, in milliseconds since 1970; null where there is none. */
  readonly since: number | null
}

interface LiveSale extends StandingRow {
  readonly partnerCode: string | null
  readonly bookedAtMs: number
  readonly changedAtMs: number
}

interface RecordRow {
  readonly saleId: bigint
  readonly partnerCode: string | null
  readonly record: string
}

interface JournalRow extends Journal {
  readonly saleId: bigint
}

const msOf = (column: string): string => `(extract(epoch from ${column}) * 1000)::float8`

const codeOf = (table: string): string =>
  `(select code from partner where partner.id = ${table}.partner_id) as "partnerCode"`

const salesQuery = `
  select ${standingColumns}, ${codeOf("sale")}, ${msOf("booked_at")} as "bookedAtMs",
    ${msOf("changed_at")} as "changedAtMs"
  from sale where mode = 'live' order by sale.id`

const recordsQuery = `
  select sale_id as "saleId", ${codeOf("sale_record")}, record
  from sale_record order by sale_id, number`

const journalsQuery = `
  select sale_id as "saleId", kind, ${msOf("at")} as "atMs", coalesce((
    select json_agg(json_build_object('account', account, 'partnerId', partner_id,
      'currency', currency, 'amountMinor', amount_minor::text) order by id)
    from ledger_entry where journal_id = journal.id), '[]'::json) as entries
  from ledger_journal journal order by sale_id, id`

const storedSale = (row: LiveSale): StoredSale => ({
  ...factsOf(row),
  ...saleOf(row),
  bookedAtMs: row.bookedAtMs,
  changedAtMs: row.changedAtMs,
})

const journalOf = ({ atMs, entries, kind }: JournalRow): Journal => ({ kind, atMs, entries })

const least = (ids: ReadonlyArray<bigint | undefined>): bigint | undefined =>
  ids.reduce((low, id) => (low === undefined || (id !== undefined && id < low) ? id : low))

/** All that the books have of sales, each in the order of the sales. */
interface Books {
  readonly sales: Cursor<LiveSale>
  readonly records: Cursor<RecordRow>
  readonly journals: Cursor<JournalRow>
}

const openBooks = (sql: SqlClient.SqlClient) =>
  Effect.all({
    sales: openCursor<LiveSale>(sql, "walked_sales", salesQuery),
    records: openCursor<RecordRow>(sql, "walked_records", recordsQuery),
    journals: openCursor<JournalRow>(sql, "walked_journals", journalsQuery),
  })

/** Goes through what the books have of one sale. */
const walkSale = Effect.fnUntraced(function* (books: Books, saleId: bigint) {
  const { journals, records, sales } = books
  let check: SaleCheck = newSaleCheck
  let partnerCode: string | null = null
  let since: number | null = null
  for (let row = records.head(); row?.saleId === saleId; row = records.head()) {
    const record = readRecord(row.record)
    check = checkRecord(check, record)
    partnerCode = row.partnerCode
    since ??= record?.atMs ?? null
    yield* records.pass
    for (let held = journals.head(); held?.saleId === saleId; held = journals.head()) {
      if (check.due.length === 0) break
      check = checkJournal(check, journalOf(held))
      yield* journals.pass
    }
    check = missJournals(check)
  }
  for (let held = journals.head(); held?.saleId === saleId; held = journals.head()) {
    check = checkJournal(check, journalOf(held))
    yield* journals.pass
  }
  const row = sales.head()
  const stored = row?.id === saleId ? row : undefined
  if (stored !== undefined) yield* sales.pass
  const faults = checkedSale(check, stored === undefined ? undefined : storedSale(stored))
  const externalOrderId = stored?.externalOrderId ?? check.replayed?.facts.externalOrderId ?? null
  return {
    check,
    since,
    isStored: stored !== undefined,
    found: {
      partnerCode: stored?.partnerCode ?? partnerCode,
      externalOrderId,
      saleId: String(saleId),
      faults,
    } satisfies MisbookedSale,
  }
})

/**
 * Goes through every live sale with its records and its journals, side by side and a page of each
 * at a time, replays the records, and reports each sale that comes out different.
 */
export const walkLedger = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  tell: (sale: MisbookedSale) => void,
) {
  const books = yield* openBooks(sql)
  let [journals, sales, records] = [0, 0, 0]
  let earliest: number | null = null
  for (;;) {
    const saleId = least([
      books.sales.head()?.id,
      books.records.head()?.saleId,
      books.journals.head()?.saleId,
    ])
    if (saleId === undefined) {
      return { journals, sales, records, since: earliest } satisfies Walked
    }
    const { check, found, isStored, since } = yield* walkSale(books, saleId)
    journals += check.journals
    records += check.records
    if (isStored) sales += 1
    if (since !== null && (earliest === null || since < earliest)) earliest = since
    if (found.faults.length > 0) tell(found)
  }
})
