import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** Bank account, address and tax details of accounts, sealed: each change is a row of its own. */
const payeeTable = `
  create table payee (
    id text primary key,
    partner_id text not null references partner (id),
    sealed bytea not null,
    country text not null check (country ~ '^[A-Z]{2}$'),
    shown text not null check (length(shown) <= 20),
    made_at timestamptz not null,
    made_by text not null
  )`

/** Through which month the books of each account are closed; who closes holds the row. */
const closingTable = `
  create table statement_closing (
    partner_id text primary key references partner (id),
    month text not null check (month ~ '^[0-9]{4}-[0-9]{2}$')
  )`

/**
 * Monthly statements, one for each currency of an account. The text says all of it and is never
 * changed; those of one currency are chained: each hash is that of the hash before it and the text.
 */
const statementTable = `
  create table statement (
    id bigint generated always as identity primary key,
    number text not null unique,
    partner_id text not null references partner (id),
    month text not null check (month ~ '^[0-9]{4}-[0-9]{2}$'),
    currency text not null check (currency ~ '^[A-Z]{3}$'),
    minor_units smallint not null check (minor_units between 0 and 4),
    pending_minor bigint not null,
    due_minor bigint not null check (due_minor >= 0),
    carried_minor bigint not null,
    closed_at timestamptz not null,
    record text not null,
    hash bytea not null check (length(hash) = 32),
    unique (partner_id, month, currency, minor_units)
  )`

/**
 * Which journals stand in which statement: each in one, ever. Journals are never deleted, and a foreign
 * key would lock every one of them.
 */
const lineTable = `
  create table statement_line (
    journal_id bigint primary key,
    statement_id bigint not null references statement (id)
  )`

/** Payouts that operators approve and send together. One draws a batch up, and another approves it. */
const batchTable = `
  create table payout_batch (
    id bigint generated always as identity primary key,
    currency text not null check (currency ~ '^[A-Z]{3}$'),
    minor_units smallint not null check (minor_units between 0 and 4),
    pay_on date not null,
    drawn_by text not null,
    drawn_at timestamptz not null,
    approved_by text,
    approved_at timestamptz,
    file_sealed bytea,
    file_digest text,
    exported_at timestamptz,
    sent_at timestamptz,
    dissolved_at timestamptz,
    reason text,
    check ((approved_by is null) = (approved_at is null)),
    check (approved_by <> drawn_by),
    check ((file_sealed is null) = (exported_at is null)),
    check (exported_at is null or approved_at is not null),
    check (sent_at is null or approved_at is not null),
    check (sent_at is null or dissolved_at is null)
  )`

/** What a statement makes due: at most one payout, which is in one batch at a time. */
const payoutTable = `
  create table payout (
    id bigint generated always as identity primary key,
    statement_id bigint not null unique references statement (id),
    partner_id text not null references partner (id),
    currency text not null,
    minor_units smallint not null,
    amount_minor bigint not null check (amount_minor > 0),
    due_on date not null,
    state text not null default 'due' check (state in ('due', 'sent', 'returned', 'withdrawn')),
    batch_id bigint references payout_batch (id),
    payee_id text references payee (id),
    sent_on date,
    bank_reference text,
    ended_on date,
    reason text,
    back_in bigint references statement (id),
    check ((batch_id is null) = (payee_id is null)),
    check (state <> 'sent' or (batch_id is not null and sent_on is not null)),
    check (back_in is null or state in ('returned', 'withdrawn'))
  )`

/**
 * What is booked for payouts, beside the journals of sales: older code takes every journal of those to
 * be of a sale. A payout is made due, sent, and returned or withdrawn, each at most once.
 */
const journalTable = `
  create table payout_journal (
    id bigint generated always as identity primary key,
    payout_id bigint not null references payout (id),
    kind text not null check (kind in ('payout', 'sending', 'return', 'withdrawal')),
    at timestamptz not null,
    unique (payout_id, kind)
  )`

/** The two sides of it, as those of sales. */
const entryTable = `
  create table payout_entry (
    id bigint generated always as identity primary key,
    journal_id bigint not null references payout_journal (id),
    partner_id text not null references partner (id),
    account text not null check (account in ('payable', 'on_its_way', 'bank')),
    currency text not null,
    amount_minor bigint not null check (amount_minor <> 0)
  )`

const appendOnly = ["payee", "statement", "statement_line", "payout_journal", "payout_entry"].map(
  (table) => `create trigger ${table}_append_only before update or delete or truncate on ${table}
    for each statement execute function refuse_ledger_change()`,
)

/** What a payout is of stays as it is; only where it stands changes. */
const fixedPayout = [
  `create function refuse_payout_change() returns trigger language plpgsql as $$
   begin
     if (new.statement_id, new.partner_id, new.currency, new.minor_units, new.amount_minor)
       is distinct from (old.statement_id, old.partner_id, old.currency, old.minor_units,
         old.amount_minor)
     then raise exception 'payout % is of what it is of', old.id; end if;
     return new;
   end $$`,
  `create trigger payout_fixed before update on payout
   for each row execute function refuse_payout_change()`,
]

/**
 * At the end of a transaction, what it booked for a payout has two sides that come to zero, each of the
 * whole payout, in the books of its account.
 */
const balanceTriggers = [
  `create function check_payout_pair() returns trigger language plpgsql as $$
   declare
     journal bigint;
     is_whole boolean;
   begin
     if tg_table_name = 'payout_entry' then journal := new.journal_id; else journal := new.id; end if;
     select count(*) = 2 and sum(entry.amount_minor) = 0
       and bool_and(abs(entry.amount_minor) = payout.amount_minor
         and entry.partner_id = payout.partner_id and entry.currency = payout.currency)
       into is_whole
       from payout_journal booked join payout on payout.id = payout_id
       join payout_entry entry on entry.journal_id = booked.id where booked.id = journal;
     if is_whole is not true then
       raise exception 'journal % of payouts does not balance', journal;
     end if;
     return null;
   end $$`,
  ...["payout_journal", "payout_entry"].map(
    (table) => `create constraint trigger ${table}_balanced after insert on ${table}
      deferrable initially deferred for each row execute function check_payout_pair()`,
  ),
]

/** Nothing sealed under another master key is ever written, by any process. */
const sealTriggers = [
  { table: "payee", column: "sealed" },
  { table: "payout_batch", column: "file_sealed" },
].flatMap(({ column, table }) => [
  `create function check_${table}_seal() returns trigger language plpgsql as $$
   declare
     recorded text := (select fingerprint from master_key);
   begin
     if length(new.${column}) >= 33
       and encode(substring(new.${column} from 2 for 4), 'hex') <> recorded then
       raise exception using errcode = 'VMK01', message = recorded;
     end if;
     return new;
   end $$`,
  `create trigger ${table}_seal before insert or update of ${column} on ${table}
   for each row execute function check_${table}_seal()`,
])

const statements = [
  payeeTable,
  "create index payee_newest on payee (partner_id, made_at desc, id)",
  closingTable,
  statementTable,
  lineTable,
  "create index statement_line_statement on statement_line (statement_id)",
  batchTable,
  payoutTable,
  "create index payout_partner on payout (partner_id, id)",
  "create index payout_due on payout (currency, minor_units, due_on, id) where state = 'due' and batch_id is null",
  "create index payout_batch_of on payout (batch_id) where batch_id is not null",
  journalTable,
  entryTable,
  "create index payout_entry_journal on payout_entry (journal_id)",
  "create index payout_entry_partner on payout_entry (partner_id, currency)",
  ...appendOnly,
  ...fixedPayout,
  ...balanceTriggers,
  ...sealTriggers,
]

/** Monthly statements, payouts, and where those go. */
export const payouts: Effect.Effect<void, unknown, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
})
