import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** Accounts that the sales are spread over, and the entries that each sale has. */
const [accounts, entriesPerSale] = [20, 4]

/** Of 110 EUR, 100 are premium, of which 10 are commission. */
const amounts = { amountMinor: 11_000, commissionMinor: 1_000 }

const bookedAt = "timestamptz '2026-01-01T00:00:00Z'"
const validatedAt = "timestamptz '2026-01-15T00:00:00Z'"
const msOf = (instant: string): string => `(extract(epoch from ${instant}) * 1000)::bigint`

const partners = `
  insert into partner (id, code, name, base_rate_bps, commission_bps, created_at)
  select 'p' || n, 'partner-' || n, 'Partner ' || n, 1000, 1000, ${bookedAt}
  from generate_series(1, ${accounts}) n`

const links = `
  insert into tracked_link (partner_id, code, created_at) select id, 'SALES' || upper(id), ${bookedAt} from partner`

const sales = (count: number): string => `
  insert into sale (partner_id, mode, external_order_id, link_id, status, amount_minor,
    commission_minor, currency, minor_units, fee_bps, base_rate_bps, uplift_bps, booked_at,
    changed_at, signed_at_seconds)
  select link.partner_id, 'live', 'order ' || n, link.id, 'validated', ${amounts.amountMinor},
    ${amounts.commissionMinor}, 'EUR', 2, 1000, 1000, 0, ${bookedAt}, ${validatedAt}, 1767225600
  from generate_series(1, ${count}) n
  join tracked_link link on link.partner_id = 'p' || (1 + n % ${accounts})
  order by n`

const journals = ["booking", "validation"].map(
  (kind) => `
  insert into ledger_journal (sale_id, kind, at)
  select id, '${kind}', ${kind === "booking" ? bookedAt : validatedAt} from sale order by id`,
)

const entries = `
  insert into ledger_entry (journal_id, partner_id, account, currency, amount_minor)
  select journal.id, sale.partner_id, side.account, sale.currency, side.amount
  from ledger_journal journal join sale on sale.id = journal.sale_id
  cross join lateral (values
    (1, case kind when 'booking' then 'commission_expense' else 'pending' end, -commission_minor),
    (2, case kind when 'booking' then 'pending' else 'payable' end, commission_minor)
  ) as side (number, account, amount)
  order by journal.id, side.number`

const bookedRecord = `json_build_object('_tag', 'Booked', 'version', 1, 'atMs', ${msOf(bookedAt)},
  'facts', json_build_object('partnerId', partner_id, 'externalOrderId', external_order_id,
    'linkId', link_id::text, 'currency', currency, 'minorUnits', minor_units,
    'feeBps', fee_bps, 'baseRateBps', base_rate_bps, 'upliftBps', uplift_bps),
  'declared', json_build_object('status', 'pending', 'amountMinor', amount_minor,
    'commissionMinor', null, 'uplift', json_build_object('_tag', 'Unknown'),
    'signedAtSeconds', signed_at_seconds))::text`

const validatedRecord = `json_build_object('_tag', 'Validated', 'version', 1,
  'atMs', ${msOf(validatedAt)})::text`

/** As the service chains them, which it does one at a time. */
const records = [
  "create aggregate pg_temp.chained(text) (sfunc = link_record, stype = bytea)",
  `insert into sale_record (partner_id, strand, number, sale_id, record, hash)
   select partner_id, strand, row_number() over strands, id, record, pg_temp.chained(record) over strands
   from (
     select id, partner_id, id % 16 as strand, kind, record
     from sale cross join lateral (values (1, ${bookedRecord}), (2, ${validatedRecord}))
       as kept (kind, record)
   ) happened
   window strands as (partition by partner_id, strand order by kind, id rows unbounded preceding)`,
  `insert into ledger_strand (partner_id, strand, records, hash)
   select distinct on (partner_id, strand) partner_id, strand, number, hash
   from sale_record order by partner_id, strand, number desc`,
]

/** How many sales have so many entries. */
export const salesOf = (entryCount: number): number => Math.ceil(entryCount / entriesPerSale)

/** Fills a database with validated sales that have so many entries, as the service would have left it. */
export const makeBooks = (entryCount: number) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql.withTransaction(
      Effect.forEach(
        [
          "set local statement_timeout = 0",
          // Each pair would be checked at the end, which takes longer than all else.
          "set local session_replication_role = replica",
          partners,
          links,
          sales(salesOf(entryCount)),
          ...journals,
          entries,
          ...records,
        ],
        (statement) => sql.unsafe(statement),
        { discard: true },
      ),
    ),
  ).pipe(
    Effect.andThen(Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe("analyze"))),
    Effect.asVoid,
  )

/** Changes the amount of one sale behind the back of its records. */
export const falsify = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.asVoid(
    sql`update sale set amount_minor = amount_minor + 1
      where id = (select (min(id) + max(id)) / 2 from sale)`,
  ),
)
