import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/**
 * Sales that partners reported, one for each order id of an account and mode. Amounts are in minor
 * units of the currency (`minor_units` decimals), rates in basis points of the premium, frozen at
 * `booked_at`, the first report.
 */
const saleTable = `
  create table sale (
    id bigint generated always as identity primary key,
    partner_id text not null references partner (id),
    mode text not null check (mode in ('sandbox', 'live')),
    external_order_id text not null check (length(external_order_id) between 1 and 255),
    link_id bigint not null references tracked_link (id),
    status text not null check (status in ('pending', 'validated', 'cancelled')),
    amount_minor bigint not null check (amount_minor >= 0),
    commission_minor bigint not null check (commission_minor >= 0),
    currency text not null check (currency ~ '^[A-Z]{3}$'),
    minor_units smallint not null check (minor_units between 0 and 4),
    fee_bps integer not null check (fee_bps >= 0),
    base_rate_bps integer not null check (base_rate_bps >= 0),
    uplift_bps integer not null check (uplift_bps >= 0),
    booked_at timestamptz not null,
    changed_at timestamptz not null,
    unique (partner_id, mode, external_order_id)
  )`

/** What was booked and when; a sale is booked, validated and reversed at most once. */
const journalTable = `
  create table ledger_journal (
    id bigint generated always as identity primary key,
    sale_id bigint not null references sale (id),
    kind text not null check (kind in ('booking', 'adjustment', 'validation', 'reversal')),
    at timestamptz not null
  )`

/**
 * The two sides of what was booked, which come to zero: what leaves an account is negative, what
 * comes in positive. Balances are sums of these rows and stand nowhere else.
 */
const entryTable = `
  create table ledger_entry (
    id bigint generated always as identity primary key,
    journal_id bigint not null references ledger_journal (id),
    partner_id text not null references partner (id),
    account text not null check (account in ('commission_expense', 'pending', 'payable')),
    currency text not null check (currency ~ '^[A-Z]{3}$'),
    amount_minor bigint not null check (amount_minor <> 0)
  )`

const appendOnlyTriggers = [
  `create function refuse_ledger_change() returns trigger language plpgsql as $$
   begin
     raise exception 'the ledger is append-only';
   end $$`,
  ...["ledger_journal", "ledger_entry"].map(
    (table) => `create trigger ${table}_append_only before update or delete or truncate on ${table}
      for each statement execute function refuse_ledger_change()`,
  ),
]

/** At the end of every transaction, what it booked has two sides in one currency that come to zero. */
const balanceTriggers = [
  `create function check_ledger_pair() returns trigger language plpgsql as $$
   declare
     journal bigint;
     sides integer;
     total numeric;
     currencies integer;
   begin
     if tg_table_name = 'ledger_entry' then journal := new.journal_id; else journal := new.id; end if;
     select count(*), sum(amount_minor), count(distinct (currency, partner_id))
       into sides, total, currencies
       from ledger_entry where journal_id = journal;
     if sides <> 2 or total <> 0 or currencies <> 1 then
       raise exception 'journal % does not balance', journal;
     end if;
     return null;
   end $$`,
  ...["ledger_journal", "ledger_entry"].map(
    (table) => `create constraint trigger ${table}_balanced after insert on ${table}
      deferrable initially deferred for each row execute function check_ledger_pair()`,
  ),
]

const statements = [
  saleTable,
  "create index sale_due on sale (booked_at) where status = 'pending'",
  journalTable,
  ...["booking", "validation", "reversal"].map(
    (kind) =>
      `create unique index ledger_${kind}_once on ledger_journal (sale_id) where kind = '${kind}'`,
  ),
  "create index ledger_journal_sale on ledger_journal (sale_id)",
  entryTable,
  "create index ledger_entry_journal on ledger_entry (journal_id)",
  "create index ledger_entry_partner on ledger_entry (partner_id, currency)",
  ...appendOnlyTriggers,
  ...balanceTriggers,
]

/** Sales and the ledger of commissions. */
export const sales: Effect.Effect<void, unknown, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
})
