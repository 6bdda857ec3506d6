import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import type { PartnerCode } from "../../../rules/accounts/partner.ts"
import { factsOf, saleOf, standingColumns, type StandingRow } from "./report-sql.ts"
import { adoptableSale, type UnrecordedTime } from "../../../rules/sales/adopt-sale.ts"
import {
  checkedSale,
  checkJournal,
  checkRecord,
  missJournals,
  newSaleCheck,
  notedSaleCheck,
  type SaleCheck,
  type StoredSale,
} from "../../../rules/sales/check-sale.ts"
import type { SaleFault } from "../../../rules/sales/sale-fault.ts"
import {
  type HeldJournal,
  type NotingRecord,
  notingRecords,
  readRecord,
} from "../../../rules/sales/sale-record.ts"

/** A live sale that differs from what its records come to. */
export interface MisbookedSale {
  /** Null where nobody knows any more whose it was. */
  readonly partnerCode: PartnerCode | null
  readonly externalOrderId: string | null
  readonly saleId: string
  readonly faults: ReadonlyArray<SaleFault>
  /** Whether older code may have left it so, which records nothing: its row and journals agree. */
  readonly isAdoptable: boolean
}

/** What was gone through, and each sale that was found to be wrong. */
interface Walked {
  readonly journals: number
  readonly sales: number
  readonly records: number
  /** When the oldest record was made, in milliseconds since 1970; null where there is none. */
  readonly since: number | null
}

interface LiveSale extends StandingRow {
  readonly partnerCode: PartnerCode | null
  readonly bookedAtMs: number
  readonly changedAtMs: number
  readonly correctedAtMs: number | null
}

interface RecordRow {
  readonly saleId: bigint
  readonly partnerCode: PartnerCode | null
  readonly record: string
}

interface JournalRow extends HeldJournal {
  readonly saleId: bigint
}

const msOf = (column: string): string => `(extract(epoch from ${column}) * 1000)::float8`

const codeOf = (table: string): string =>
  `(select code from partner where partner.id = ${table}.partner_id) as "partnerCode"`

/** Keeps to one sale, where one is asked for. */
const only = (column: string, saleId: bigint | undefined): string =>
  saleId === undefined ? "" : `and ${column} = ${saleId}`

const salesQuery = (saleId?: bigint): string => `
  select ${standingColumns}, ${codeOf("sale")}, ${msOf("booked_at")} as "bookedAtMs",
    ${msOf("changed_at")} as "changedAtMs", ${msOf("corrected_at")} as "correctedAtMs"
  from sale where mode = 'live' ${only("sale.id", saleId)} order by sale.id`

const recordsQuery = (saleId?: bigint): string => `
  select sale_id as "saleId", ${codeOf("sale_record")}, record
  from sale_record where true ${only("sale_id", saleId)}
  order by sale_record.sale_id, sale_record.number`

/** Records that note the journals of their sale, by the indexes that hold them alone. */
const notesQuery = (saleId?: bigint): string => `
  select sale_id as "saleId", record from (
    ${["Corrected", "Adopted"]
      .map(
        (tag) => `select sale_id, number, record from sale_record
          where starts_with(record, '{"_tag":"${tag}"') ${only("sale_id", saleId)}`,
      )
      .join(" union all ")}
  ) note order by note.sale_id, note.number`

const journalsQuery = (saleId?: bigint): string => `
  select id::text as "journalId", sale_id as "saleId", kind, ${msOf("at")} as "atMs", coalesce((
    select json_agg(json_build_object('account', account, 'partnerId', partner_id,
      'currency', currency, 'amountMinor', amount_minor::text) order by ledger_entry.id)
    from ledger_entry where journal_id = journal.id), '[]'::json) as entries
  from ledger_journal journal where true ${only("sale_id", saleId)}
  order by journal.sale_id, journal.id`

const storedSale = (row: LiveSale): StoredSale => ({
  ...factsOf(row),
  ...saleOf(row),
  bookedAtMs: row.bookedAtMs,
  changedAtMs: row.changedAtMs,
  correctedAtMs: row.correctedAtMs,
})

const journalOf = ({ atMs, entries, journalId, kind }: JournalRow): HeldJournal => ({
  journalId,
  kind,
  atMs,
  entries,
})

const least = (ids: ReadonlyArray<bigint | undefined>): bigint | undefined =>
  ids.reduce((low, id) => (low === undefined || (id !== undefined && id < low) ? id : low))

/** The migrations from which on sales have records, and from which on code without any is refused. */
const [recordsVersion, refusalVersion] = [7, 16]

/** How long a migration may wait for tables that older code still writes to. */
const lockingMs = 60_000

/** The time in which code that keeps no records may have run; undefined where there was none. */
const readUnrecordedTime = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const [row] = yield* sql<{ readonly fromMs: number | null; readonly untilMs: number | null }>`
    select (extract(epoch from min(created_at)) * 1000)::float8 as "fromMs",
      (extract(epoch from max(created_at)) * 1000)::float8 as "untilMs"
    from schema_migrations where migration_id in (${recordsVersion}, ${refusalVersion})`
  const [fromMs, untilMs] = [row?.fromMs ?? 0, row?.untilMs ?? 0]
  return fromMs < untilMs
    ? ({ fromMs, untilMs: untilMs + lockingMs } satisfies UnrecordedTime)
    : undefined
})

/** All that the books have of sales, each in the order of the sales. */
interface Books {
  readonly sales: Cursor<LiveSale>
  readonly records: Cursor<RecordRow>
  readonly journals: Cursor<JournalRow>
  readonly notes: Cursor<Omit<RecordRow, "partnerCode">>
}

const openBooks = (sql: SqlClient.SqlClient) =>
  Effect.all({
    sales: openCursor<LiveSale>(sql, "walked_sales", salesQuery()),
    records: openCursor<RecordRow>(sql, "walked_records", recordsQuery()),
    journals: openCursor<JournalRow>(sql, "walked_journals", journalsQuery()),
    notes: openCursor<Omit<RecordRow, "partnerCode">>(sql, "walked_notes", notesQuery()),
  })

const cursorOver = <Row extends object>(rows: ReadonlyArray<Row>): Cursor<Row> => {
  let place = 0
  return {
    head: () => rows[place],
    pass: Effect.sync(() => {
      place += 1
    }),
  }
}

/**
 * The journals of a sale of which a record notes some: those come first, whatever their numbers, as
 * somebody may have made them up.
 */
const notedFirst = (
  rows: ReadonlyArray<JournalRow>,
  { held }: NotingRecord,
): ReadonlyArray<JournalRow> => {
  const places = new Map(held.map(({ journalId }, place) => [journalId, place]))
  const placeOf = ({ journalId }: JournalRow): number => places.get(journalId) ?? held.length
  return rows.toSorted((left, right) => placeOf(left) - placeOf(right))
}

/** A check of a sale, begun with what its records note of journals, and its journals in their order. */
const beginCheck = Effect.fnUntraced(function* ({ journals, notes }: Books, saleId: bigint) {
  const texts: Array<string> = []
  for (let row = notes.head(); row?.saleId === saleId; row = notes.head()) {
    texts.push(row.record)
    yield* notes.pass
  }
  const found = notingRecords(texts.map(readRecord))
  const last = found.at(-1)
  if (last === undefined) return { check: newSaleCheck, journals }
  const rows: Array<JournalRow> = []
  for (let row = journals.head(); row?.saleId === saleId; row = journals.head()) {
    rows.push(row)
    yield* journals.pass
  }
  return { check: notedSaleCheck(found), journals: cursorOver(notedFirst(rows, last)) }
})

/** Goes through what the books have of one sale. */
const walkSale = Effect.fnUntraced(function* (
  books: Books,
  saleId: bigint,
  unrecorded: UnrecordedTime | undefined,
) {
  const { records, sales } = books
  const begun = yield* beginCheck(books, saleId)
  const { journals } = begun
  let check: SaleCheck = begun.check
  let partnerCode: PartnerCode | null = null
  let since: number | null = null
  for (let held = journals.head(); held?.saleId === saleId; held = journals.head()) {
    if (check.journals >= check.acknowledged.length) break
    check = checkJournal(check, journalOf(held))
    yield* journals.pass
  }
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
  const standing = stored === undefined ? undefined : storedSale(stored)
  const faults = checkedSale(check, standing)
  const externalOrderId = stored?.externalOrderId ?? check.replayed?.facts.externalOrderId ?? null
  return {
    check,
    since,
    stored: standing,
    found: {
      partnerCode: stored?.partnerCode ?? partnerCode,
      externalOrderId,
      saleId: String(saleId),
      faults,
      isAdoptable: faults.length > 0 && adoptableSale(check, standing, unrecorded) !== undefined,
    } satisfies MisbookedSale,
  }
})

/** Goes through what the books have of one sale alone, and tells its journals as well. */
export const examineSale = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, saleId: bigint) {
  const journals = yield* sql.unsafe<JournalRow>(journalsQuery(saleId))
  const books: Books = {
    sales: cursorOver(yield* sql.unsafe<LiveSale>(salesQuery(saleId))),
    records: cursorOver(yield* sql.unsafe<RecordRow>(recordsQuery(saleId))),
    journals: cursorOver(journals),
    notes: cursorOver(yield* sql.unsafe<RecordRow>(notesQuery(saleId))),
  }
  const unrecorded = yield* readUnrecordedTime(sql)
  const { check, found, stored } = yield* walkSale(books, saleId, unrecorded)
  return { check, found, stored, unrecorded, journals: journals.map(journalOf) }
})

/**
 * Goes through every live sale with its records and its journals, side by side and a page of each
 * at a time, replays the records, and reports each sale that comes out different.
 */
export const walkLedger = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  tell: (sale: MisbookedSale) => void,
) {
  const unrecorded = yield* readUnrecordedTime(sql)
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
    const { check, found, since, stored } = yield* walkSale(books, saleId, unrecorded)
    journals += check.journals
    records += check.records
    if (stored !== undefined) sales += 1
    if (since !== null && (earliest === null || since < earliest)) earliest = since
    if (found.faults.length > 0) tell(found)
  }
})

/** Rows of a query, read one by one, with a page of them in memory. */
interface Cursor<Row> {
  /** The row that it stands at; undefined behind the last one. */
  readonly head: () => Row | undefined
  /** Goes on to the next row. */
  readonly pass: Effect.Effect<void, SqlError>
}

/** Rows that are in memory at once, of each cursor. */
const pageRows = 1_000

/** Opens a cursor under a name of its own; it lives as long as the transaction that it is opened in. */
const openCursor = <Row extends object>(
  sql: SqlClient.SqlClient,
  name: string,
  query: string,
): Effect.Effect<Cursor<Row>, SqlError> => {
  let page: ReadonlyArray<Row> = []
  let place = 0
  const fetch = Effect.map(
    sql.unsafe<Row>(`fetch forward ${pageRows} from ${name}`),
    (rows): void => {
      page = rows
      place = 0
    },
  )
  const cursor: Cursor<Row> = {
    head: () => page[place],
    pass: Effect.suspend(() => {
      place += 1
      return place < page.length || page.length < pageRows ? Effect.void : fetch
    }),
  }
  return sql
    .unsafe(`declare ${name} no scroll cursor for ${query}`)
    .pipe(Effect.andThen(fetch), Effect.as(cursor))
}
