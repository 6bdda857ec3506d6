import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/**
 * What stands in totals and counts is split into so many strands, and each session of the database adds
 * to one of its own: reports of one account, and clicks of one link, do not wait for each other. Only
 * the sum of the strands means anything; a strand alone may be below zero.
 */
const strands = 16

const strand = `(pg_backend_pid() % ${strands})::smallint`

const strandColumn = `strand smallint not null check (strand between 0 and ${strands - 1})`

/**
 * Sales that stand alike, in minor units of their currency; the commission of cancelled ones as it was.
 * Owners have no foreign key: totals follow what they count, which has one, and refuse nothing.
 */
const totalColumns = `
  mode text not null check (mode in ('sandbox', 'live')),
  currency text not null,
  minor_units smallint not null,
  status text not null check (status in ('pending', 'validated', 'cancelled')),
  ${strandColumn},
  sales bigint not null,
  amount_minor numeric not null,
  commission_minor numeric not null`

/** What the sales of an account come to. Rows are updated by every report: they stay on their page. */
const accountTable = `
  create table account_sales (
    partner_id text not null,
    ${totalColumns},
    primary key (partner_id, mode, currency, minor_units, status, strand)
  ) with (fillfactor = 50)`

/** What the sales of a link come to. */
const linkTable = `
  create table link_sales (
    link_id bigint not null,
    ${totalColumns},
    primary key (link_id, mode, currency, minor_units, status, strand)
  ) with (fillfactor = 50)`

/** How many clicks a link has, and how many of its subscriptions stand at each stage. */
const countTable = `
  create table link_count (
    link_id bigint not null,
    what text not null
      check (what in ('clicks', 'quoting', 'presubscribed', 'paid', 'subscribed')),
    ${strandColumn},
    count bigint not null,
    primary key (link_id, what, strand)
  ) with (fillfactor = 50)`

/** Rows of sales by `sign`: 1 where they come to stand, -1 where they stood before. */
const signed = (table: string, sign: 1 | -1): string =>
  `select ${sign} as sign, partner_id, link_id, mode, currency, minor_units, status, amount_minor,
     commission_minor from ${table}`

/** Adds what changes to the totals of an owner, in the order of their key, so that none deadlock. */
const addSales = (totals: "account_sales" | "link_sales", changes: string, by: string): string => {
  const owner = totals === "account_sales" ? "partner_id" : "link_id"
  return `
    insert into ${totals} as held (${owner}, mode, currency, minor_units, status, strand, sales,
      amount_minor, commission_minor)
    select ${owner}, mode, currency, minor_units, status, ${by}, sum(sign),
      sum(sign * amount_minor::numeric), sum(sign * commission_minor::numeric)
    from (${changes}) changes
    group by ${owner}, mode, currency, minor_units, status
    having sum(sign) <> 0 or sum(sign * amount_minor::numeric) <> 0
      or sum(sign * commission_minor::numeric) <> 0
    order by ${owner}, mode, currency, minor_units, status
    on conflict (${owner}, mode, currency, minor_units, status, strand) do update set
      sales = held.sales + excluded.sales,
      amount_minor = held.amount_minor + excluded.amount_minor,
      commission_minor = held.commission_minor + excluded.commission_minor`
}

/** The same of counts: `changes` has columns `link_id`, `what` and `by_how_many`. */
const addCounts = (changes: string, by: string): string => `
  insert into link_count as held (link_id, what, strand, count)
  select link_id, what, ${by}, sum(by_how_many)
  from (${changes}) changes
  group by link_id, what having sum(by_how_many) <> 0 order by link_id, what
  on conflict (link_id, what, strand) do update set count = held.count + excluded.count`

/** The rows of a statement, as its triggers see them. */
const transitions = {
  insert: "new table as after_rows",
  update: "old table as before_rows new table as after_rows",
  delete: "old table as before_rows",
} as const

type Statement = keyof typeof transitions

/** What a statement changes: rows of `before_rows` go, rows of `after_rows` come. */
const changesOf = (statement: Statement, rows: (table: string, sign: 1 | -1) => string): string =>
  [
    ...(statement === "insert" ? [] : [rows("before_rows", -1)]),
    ...(statement === "delete" ? [] : [rows("after_rows", 1)]),
  ].join(" union all ")

/** Whatever statement changes a table, of this code or older, its totals change in the same transaction. */
const countingTriggers = (
  table: string,
  name: string,
  add: (statement: Statement) => ReadonlyArray<string>,
  totals: ReadonlyArray<string>,
): ReadonlyArray<string> => [
  ...(["insert", "update", "delete"] as const).flatMap((statement) => [
    `create function ${name}_${statement}() returns trigger language plpgsql as $$
     begin
       ${add(statement).join("; ")};
       return null;
     end $$`,
    `create trigger ${name}_${statement} after ${statement} on ${table}
     referencing ${transitions[statement]}
     for each statement execute function ${name}_${statement}()`,
  ]),
  `create function ${name}_truncate() returns trigger language plpgsql as $$
   begin
     ${totals.join("; ")};
     return null;
   end $$`,
  `create trigger ${name}_truncate after truncate on ${table}
   for each statement execute function ${name}_truncate()`,
]

const saleTriggers = countingTriggers(
  "sale",
  "count_sales",
  (statement) => {
    const changes = changesOf(statement, signed)
    return [addSales("link_sales", changes, strand), addSales("account_sales", changes, strand)]
  },
  ["delete from link_sales", "delete from account_sales"],
)

const clickTriggers = countingTriggers(
  "link_clicks",
  "count_clicks",
  (statement) => [
    addCounts(
      changesOf(
        statement,
        (table, sign) =>
          `select link_id, 'clicks'::text as what, ${sign} * clicks as by_how_many from ${table}`,
      ),
      strand,
    ),
  ],
  ["delete from link_count where what = 'clicks'"],
)

const subscriptionTriggers = countingTriggers(
  "subscription",
  "count_subscriptions",
  (statement) => [
    addCounts(
      changesOf(
        statement,
        (table, sign) => `select link_id, stage as what, ${sign} as by_how_many from ${table}`,
      ),
      strand,
    ),
  ],
  ["delete from link_count where what <> 'clicks'"],
)

/**
 * When a sale was validated, so that lists find it: as the ledger has it, else as of the change that
 * validates it. Null while it is not validated, or not any more.
 */
const validationDate = [
  "alter table sale add column validated_at timestamptz",
  `update sale set validated_at = coalesce(
     (select at from ledger_journal where sale_id = sale.id and kind = 'validation'), changed_at)
   where status = 'validated'`,
  `create function date_validation() returns trigger language plpgsql as $$
   begin
     new.validated_at := case new.status when 'validated' then coalesce(
       (select at from ledger_journal where sale_id = new.id and kind = 'validation'),
       new.changed_at) end;
     return new;
   end $$`,
  `create trigger sale_validated_first before insert on sale
   for each row when (new.status = 'validated') execute function date_validation()`,
  `create trigger sale_validated_later before update on sale
   for each row when (old.status <> new.status) execute function date_validation()`,
  "create index sale_validated on sale (partner_id, mode, validated_at, id) where status = 'validated'",
]

/** What is filled stands in strand 0; no strand is told apart by who wrote it. */
const filled = [
  addSales("link_sales", signed("sale", 1), "0"),
  addSales("account_sales", signed("sale", 1), "0"),
  addCounts("select link_id, 'clicks' as what, clicks as by_how_many from link_clicks", "0"),
  addCounts("select link_id, stage as what, 1 as by_how_many from subscription", "0"),
]

/**
 * The code of the account that an entry of the audit is about: the first part of its action says what
 * its subject is. The ref of a link may look like the code of an account.
 */
const auditedCode = (entry: string): string => `
  case split_part(${entry}.action, '.', 1)
    when 'partner' then (select code from partner where code = ${entry}.subject)
    when 'key' then (select code from partner where id =
      (select partner_id from api_key where key_id = ${entry}.subject))
    when 'link' then (select code from partner where id =
      (select partner_id from tracked_link
       where tracked_link.code = substring(${entry}.subject, '[^-]+$')))
    when 'subscription' then (select partner.code from subscription
      join tracked_link on tracked_link.id = link_id
      join partner on partner.id = partner_id where subscription.id = ${entry}.subject)
    when 'endpoint' then (select code from partner where id =
      (select partner_id from event_endpoint where event_endpoint.id = ${entry}.subject))
    else ${entry}.details->>'partner'
  end`

/**
 * Which entries of the audit are about which account: an account with many links has its entries under
 * as many subjects. Written at the end of the transaction, when what the entry is about is there.
 */
const auditStatements = [
  `create table audit_account (
     partner_code text not null,
     audit_id bigint not null,
     primary key (partner_code, audit_id)
   )`,
  `create function account_audit() returns trigger language plpgsql as $$
   begin
     insert into audit_account (partner_code, audit_id)
     select code, new.id from (select ${auditedCode("new")} as code) owner where code is not null;
     return null;
   end $$`,
  `create constraint trigger audit_accounted after insert on audit
   deferrable initially deferred for each row execute function account_audit()`,
  `insert into audit_account (partner_code, audit_id)
   select code, id from (select id, ${auditedCode("audit")} as code from audit) owned
   where code is not null`,
]

/**
 * Indexes of large tables may have been built before, without a lock (docs/operations.md), under these
 * names.
 */
const saleIndexes = [
  "create index if not exists sale_link on sale (link_id)",
  `create index if not exists sale_status_booked
   on sale (partner_id, mode, status, booked_at, id)`,
  `create index if not exists sale_status_changed
   on sale (partner_id, mode, status, changed_at, id)`,
]

const listIndexes = [
  `create index if not exists tracked_link_used on tracked_link (partner_id, id)
   where archived_at is null`,
  // Codes are searched by how they begin, in capitals or not.
  `create index if not exists tracked_link_search
   on tracked_link (partner_id, (lower(code) collate "C"), id)`,
  "create index api_key_made on api_key (partner_id, mode, created_at)",
  `create index api_key_used on api_key (partner_id, mode, created_at, key_id)
   where revoked_at is null`,
  `create index api_key_revoked on api_key (partner_id, created_at, key_id)
   where revoked_at is not null`,
  "create index partner_status on partner (status, code)",
  "create index review_waiting_since on review (asked_at, id) where outcome is null",
]

const statements = [
  accountTable,
  linkTable,
  countTable,
  ...listIndexes,
  ...auditStatements,
  // From here on reports, clicks and links wait: nothing may change between filling and counting.
  "lock table sale, link_clicks, subscription in share row exclusive mode",
  ...filled,
  ...saleIndexes,
  // A new column keeps readers waiting as well: as late as may be, and before anything is counted.
  ...validationDate,
  ...saleTriggers,
  ...clickTriggers,
  ...subscriptionTriggers,
]

/** Totals and counts that stand beside what they count, and indexes for lists of any length. */
export const standingTotals: Effect.Effect<void, unknown, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient
    yield* Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
  },
)
