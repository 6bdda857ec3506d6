import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/**
 * When the report that a sale stands by was signed (Unix seconds; null for sales from before), and
 * the caps that were declared for its commission and for the uplift part of that, in minor units.
 */
const saleColumns = `
  alter table sale
    add column signed_at_seconds bigint,
    add column commission_cap_minor bigint check (commission_cap_minor >= 0),
    add column uplift_cap_minor bigint check (uplift_cap_minor >= 0)`

/**
 * What was declared for sales from before is not known, but what came of it is: a commission that is
 * lower than the rates make it has been capped, and goes on being so at the same amount.
 */
const inferredCaps = `
  update sale set
    commission_cap_minor = case when commission_minor < base_minor then commission_minor end,
    uplift_cap_minor = case when commission_minor >= base_minor then commission_minor - base_minor end
  from (
    select id,
      div(2.0 * amount_minor * base_rate_bps + 10000 + fee_bps, 2.0 * (10000 + fee_bps))
        as base_minor,
      div(2.0 * amount_minor * (base_rate_bps + uplift_bps) + 10000 + fee_bps,
        2.0 * (10000 + fee_bps)) as full_minor
    from sale
  ) reckoned
  where reckoned.id = sale.id and commission_minor < full_minor`

/**
 * All that happened to live sales, as texts that are never changed. Those of an account are chained,
 * in sixteen strands by their sale, so that reports rarely wait for each other: each hash is that of
 * the hash before it and the text.
 */
const recordTable = `
  create table sale_record (
    partner_id text not null references partner (id),
    strand smallint not null check (strand between 0 and 15),
    number bigint not null check (number > 0),
    sale_id bigint not null references sale (id),
    record text not null,
    hash bytea not null check (length(hash) = 32),
    primary key (partner_id, strand, number)
  )`

/**
 * How many records each strand has and the hash of the last one, without which nobody would miss
 * that. Rows are updated by every report: the free room keeps those updates on their page.
 */
const strandTable = `
  create table ledger_strand (
    partner_id text not null references partner (id),
    strand smallint not null check (strand between 0 and 15),
    records bigint not null check (records > 0),
    hash bytea not null check (length(hash) = 32),
    primary key (partner_id, strand)
  ) with (fillfactor = 50)`

const keeping = [
  `create function link_record(previous bytea, content text) returns bytea
   immutable language sql as $$
     select sha256(coalesce(previous, ''::bytea) || convert_to(content, 'UTF8'))
   $$`,
  `create function keep_sale_record(owner text, sale bigint, content text) returns void
   language sql as $$
     with head as (
       insert into ledger_strand as held (partner_id, strand, records, hash)
       values (owner, sale % 16, 1, link_record(null, content))
       on conflict (partner_id, strand) do update
         set records = held.records + 1, hash = link_record(held.hash, content)
       returning strand, records, hash
     )
     insert into sale_record (partner_id, strand, number, sale_id, record, hash)
     select owner, strand, records, sale, content, hash from head
   $$`,
  `create trigger sale_record_append_only before update or delete or truncate on sale_record
   for each statement execute function refuse_ledger_change()`,
]

/** What was booked for a sale before its records began, oldest first. */
const journalSoFar = `
  select json_agg(json_build_object('kind', journal.kind, 'from', source.account,
    'to', target.account, 'amountMinor', target.amount_minor,
    'atMs', floor(extract(epoch from journal.at) * 1000)) order by journal.id)
  from ledger_journal journal
  join ledger_entry source on source.journal_id = journal.id and source.amount_minor < 0
  join ledger_entry target on target.journal_id = journal.id and target.amount_minor > 0
  where journal.sale_id = sale.id`

/** The first record of a sale from before: what stands in the books by now. */
const openingRecord = `json_build_object('_tag', 'Opened', 'version', 1,
  'atMs', floor(extract(epoch from now()) * 1000),
  'facts', json_build_object('partnerId', partner_id, 'externalOrderId', external_order_id,
    'linkId', link_id::text, 'currency', currency, 'minorUnits', minor_units,
    'feeBps', fee_bps, 'baseRateBps', base_rate_bps, 'upliftBps', uplift_bps),
  'sale', json_build_object('status', status, 'amountMinor', amount_minor,
    'commissionMinor', commission_minor, 'signedAtSeconds', signed_at_seconds,
    'caps', json_build_object('commissionMinor', commission_cap_minor,
      'upliftMinor', uplift_cap_minor)),
  'bookedAtMs', floor(extract(epoch from booked_at) * 1000),
  'changedAtMs', floor(extract(epoch from changed_at) * 1000),
  'journal', coalesce((${journalSoFar}), '[]'::json))::text`

const opening = [
  "create aggregate chained(text) (sfunc = link_record, stype = bytea)",
  `insert into sale_record (partner_id, strand, number, sale_id, record, hash)
   select partner_id, strand, row_number() over strands, id, content, chained(content) over strands
   from (
     select id, partner_id, id % 16 as strand, ${openingRecord} as content
     from sale where mode = 'live'
   ) opened
   window strands as (partition by partner_id, strand order by id rows unbounded preceding)`,
  `insert into ledger_strand (partner_id, strand, records, hash)
   select distinct on (partner_id, strand) partner_id, strand, number, hash
   from sale_record order by partner_id, strand, number desc`,
  "drop aggregate chained(text)",
]

const statements = [
  saleColumns,
  inferredCaps,
  recordTable,
  strandTable,
  ...keeping,
  ...opening,
  "create index sale_record_sale on sale_record (sale_id, number)",
]

/** What makes every sale add up again from what was declared. */
export const saleRecords: Effect.Effect<void, unknown, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient
    yield* Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
  },
)
