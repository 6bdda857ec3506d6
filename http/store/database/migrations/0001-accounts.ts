import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** Accounts of partners. Rates in basis points of the premium, limits in calls a day. */
const partnerTable = `
  create table partner (
    id text primary key,
    code text not null unique check (code ~ '^[a-z0-9]([a-z0-9-]{0,30}[a-z0-9])?$'),
    name text not null check (length(name) between 1 and 200),
    status text not null default 'created' check (status in ('created', 'approved', 'suspended')),
    base_rate_bps integer not null check (base_rate_bps between 0 and 10000),
    commission_bps integer not null check (commission_bps between base_rate_bps and 10000),
    live_reads_limit integer check (live_reads_limit >= 0),
    live_writes_limit integer check (live_writes_limit >= 0),
    approved_at timestamptz,
    created_at timestamptz not null
  )`

/** Signing keys; secrets are sealed (AES-256-GCM) under a key outside of the database. */
const keyTable = `
  create table api_key (
    key_id text primary key,
    partner_id text not null references partner (id),
    mode text not null check (mode in ('sandbox', 'live')),
    scopes text[] not null check (scopes <@ array['quotes', 'quotes.link', 'coach']),
    secret_sealed bytea not null,
    previous_secret_sealed bytea,
    previous_valid_until timestamptz,
    revoked_at timestamptz,
    created_at timestamptz not null,
    revision bigint not null default 1,
    check ((previous_secret_sealed is null) = (previous_valid_until is null)),
    check (starts_with(key_id, case mode when 'live' then 'ak_live_' else 'ak_test_' end))
  )`

/**
 * What a key has used: in the UTC minute `minute` (minutes since 1970), in the UTC day `day` (days
 * since 1970), and in its life (`prices`, `links`, `bilans`). Rows are updated on every call: the
 * free room keeps those updates on their page.
 */
const quotaTable = `
  create table quota (
    key_id text primary key references api_key (key_id),
    reads_limit integer not null default 0 check (reads_limit >= 0),
    writes_limit integer not null default 0 check (writes_limit >= 0),
    burst_limit integer not null default 0 check (burst_limit >= 0),
    minute bigint not null default 0 check (minute >= 0),
    burst_used integer not null default 0 check (burst_used >= 0),
    day integer not null default 0 check (day >= 0),
    reads_used integer not null default 0 check (reads_used >= 0),
    writes_used integer not null default 0 check (writes_used >= 0),
    prices bigint not null default 0 check (prices >= 0),
    links bigint not null default 0 check (links >= 0),
    bilans bigint not null default 0 check (bilans >= 0)
  ) with (fillfactor = 50)`

/** Who did what to accounts and keys; a trigger refuses every change to what is written. */
const auditTable = `
  create table audit (
    id bigint generated always as identity primary key,
    at timestamptz not null,
    actor text not null,
    action text not null,
    subject text not null,
    details jsonb not null
  )`

/** Any change to a key, and any change to its partner, gives the key a new revision. */
const revisionTriggers = [
  `create function bump_key_revision() returns trigger language plpgsql as $$
   begin
     new.revision := old.revision + 1;
     return new;
   end $$`,
  `create trigger api_key_revision before update on api_key
   for each row execute function bump_key_revision()`,
  `create function bump_partner_keys() returns trigger language plpgsql as $$
   begin
     update api_key set revision = revision where partner_id = new.id;
     return null;
   end $$`,
  `create trigger partner_revision after update on partner
   for each row execute function bump_partner_keys()`,
]

const auditTriggers = [
  `create function refuse_audit_change() returns trigger language plpgsql as $$
   begin
     raise exception 'the audit is append-only';
   end $$`,
  `create trigger audit_append_only before update or delete or truncate on audit
   for each statement execute function refuse_audit_change()`,
]

const statements = [
  partnerTable,
  keyTable,
  "create index api_key_partner on api_key (partner_id)",
  quotaTable,
  auditTable,
  "create index audit_subject on audit (subject, id)",
  ...revisionTriggers,
  ...auditTriggers,
]

/** Partners, keys, quotas and the audit. */
export const accounts: Effect.Effect<void, unknown, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
})
