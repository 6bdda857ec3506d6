import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import type { CurrencyCode } from "../../../core/vocabulary/codes.ts"
import type { PartnerCode } from "../../../rules/accounts/partner.ts"

/** What is wrong with a strand of an account's records. */
export interface BrokenStrand {
  readonly partnerCode: PartnerCode | null
  readonly strand: number
  /** The record at which it shows, counted from 1 in its strand. */
  readonly number: string
  /**
   * `missing`: records before this one are not there; `altered`: its text or its hash is not what it
   * was; `counted`: the strand ended at another record than the last that is there.
   */
  readonly fault: "missing" | "altered" | "counted"
}

/** A journal whose entries are not two of one account and currency that come to zero. */
export interface UnbalancedJournal {
  readonly journalId: string
  readonly entries: number
  /** What they come to, in minor units. */
  readonly totalMinor: string
}

/** Every link once more, by the functions of Postgres itself and none that the schema defines. */
const linked = `
  linked as (
    select partner_id, strand, number, record, hash,
      lag(hash, 1, ''::bytea) over chain as previous, lag(number, 1, 0::bigint) over chain as before
    from sale_record
    window chain as (
      partition by sale_record.partner_id, sale_record.strand order by sale_record.number
    )
  )`

const isUnlinked = `number <> before + 1 or hash <> sha256(previous || convert_to(record, 'UTF8'))`

const linksQuery = `
  with ${linked}
  select partner.code as "partnerCode", linked.strand, linked.number::text,
    case when number <> before + 1 then 'missing' else 'altered' end as fault
  from linked left join partner on partner.id = partner_id
  where ${isUnlinked}
  order by partner.code, linked.strand, linked.number`

const last = `
  last as (
    select distinct on (sale_record.partner_id, sale_record.strand) partner_id, strand, number, hash
    from sale_record order by sale_record.partner_id, sale_record.strand, sale_record.number desc
  )`

const isMiscounted =
  "head.records is distinct from last.number or head.hash is distinct from last.hash"

const endsQuery = `
  with ${last}
  select partner.code as "partnerCode", strand, coalesce(last.number, 0)::text as number,
    'counted' as fault
  from ledger_strand head full join last using (partner_id, strand)
  left join partner on partner.id = partner_id
  where ${isMiscounted}
  order by partner.code, strand`

const strandsQuery = `
  with ${linked}, ${last}
  select partner_id as "partnerId", strand from linked where ${isUnlinked}
  union
  select partner_id, strand from ledger_strand head full join last using (partner_id, strand)
  where ${isMiscounted}`

const unbalancedQuery = `
  select coalesce(journal.id, entry.journal_id)::text as "journalId", count(entry.id)::int as entries,
    coalesce(sum(entry.amount_minor), 0)::text as "totalMinor"
  from ledger_journal journal full join ledger_entry entry on entry.journal_id = journal.id
  group by journal.id, entry.journal_id
  having journal.id is null or count(entry.id) <> 2 or sum(entry.amount_minor) <> 0
    or count(distinct (entry.currency, entry.partner_id)) <> 1
  order by coalesce(journal.id, entry.journal_id)`

/** The first findings of a query, and how many there are. */
export interface CountedFindings<Row> {
  readonly first: ReadonlyArray<Row>
  readonly count: number
}

const firstOf = <Row extends object>(
  sql: SqlClient.SqlClient,
  query: string,
  most: number,
): Effect.Effect<CountedFindings<Row>, SqlError> =>
  Effect.map(
    sql.unsafe<{ readonly finding: Row; readonly found: number }>(
      `select to_json(findings) as finding, count(*) over ()::int as found
       from (${query}) findings limit ${most}`,
    ),
    (rows) => ({ first: rows.map(({ finding }) => finding), count: rows[0]?.found ?? 0 }),
  )

/** Where the chains of records are broken, strand by strand; of each sort the first findings alone. */
export const brokenStrands = (sql: SqlClient.SqlClient, most: number) =>
  Effect.map(
    Effect.all([
      firstOf<BrokenStrand>(sql, linksQuery, most),
      firstOf<BrokenStrand>(sql, endsQuery, most),
    ]),
    ([links, ends]): CountedFindings<BrokenStrand> => ({
      first: [...links.first, ...ends.first].slice(0, most),
      count: links.count + ends.count,
    }),
  )

/** Journals that do not balance. */
export const unbalancedJournals = (sql: SqlClient.SqlClient, most: number) =>
  firstOf<UnbalancedJournal>(sql, unbalancedQuery, most)

/** A strand of the records of an account. */
export interface RecordStrand {
  readonly partnerId: string
  readonly strand: number
}

/** Every strand whose chain is broken. */
export const strandsBroken = (sql: SqlClient.SqlClient) => sql.unsafe<RecordStrand>(strandsQuery)

/** Accounts and currencies with entries whose journal is gone. */
export const strayEntries = (sql: SqlClient.SqlClient) =>
  sql<{ readonly partnerId: string; readonly currency: CurrencyCode }>`
    select distinct partner_id as "partnerId", currency from ledger_entry entry
    where not exists (select from ledger_journal where id = journal_id)`
