import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** Tracked links of partners; a code is in the address `/r/<code>`, so no two partners share one. */
const trackedLinkTable = `
  create table tracked_link (
    id bigint generated always as identity primary key,
    partner_id text not null references partner (id),
    code text not null unique check (code ~ '^[A-Za-z0-9]{4,32}$'),
    archived_at timestamptz,
    created_at timestamptz not null
  )`

/** Clicks of a link by UTC day (days since 1970); apart from the links, which are read often. */
const linkClicksTable = `
  create table link_clicks (
    link_id bigint not null references tracked_link (id),
    day integer not null check (day >= 0),
    clicks bigint not null check (clicks > 0),
    primary key (link_id, day)
  )`

/**
 * Subscriptions of the traveller's funnel. The trip is sealed (AES-256-GCM) under a key outside of
 * the database, for it holds ages; `offer_ids` are the offers that links were made for, `offer_id`
 * the one clicked last.
 */
const subscriptionTable = `
  create table subscription (
    id text primary key check (starts_with(id, 'sub_')),
    quote_ref text not null unique,
    link_id bigint not null references tracked_link (id),
    stage text not null default 'quoting'
      check (stage in ('quoting', 'presubscribed', 'paid', 'subscribed')),
    trip_sealed bytea not null,
    language text not null,
    offer_id integer,
    offer_ids integer[] not null default '{}',
    created_at timestamptz not null,
    changed_at timestamptz not null
  )`

/**
 * What a quoting session has come to: its attribution, fixed by its first link, and the subscription
 * that it follows. In the sandbox there is no subscription: the id is a placeholder, and the trip,
 * sealed, stands here.
 */
const linkSessionTable = `
  create table link_session (
    partner_id text not null references partner (id),
    mode text not null check (mode in ('sandbox', 'live')),
    nonce text not null,
    link_id bigint references tracked_link (id),
    subscription_id text not null,
    rehearsed_trip_sealed bytea,
    created_at timestamptz not null,
    primary key (partner_id, mode, nonce),
    check ((mode = 'live') = (link_id is not null)),
    check (starts_with(subscription_id, 'sub_sandbox_') = (mode = 'sandbox'))
  )`

/** Which link credits a partner is part of what a call knows about its key. */
const revisionTriggers = [
  `create function bump_link_partner_keys() returns trigger language plpgsql as $$
   begin
     update api_key set revision = revision where partner_id = new.partner_id;
     return null;
   end $$`,
  `create trigger tracked_link_revision after insert or update on tracked_link
   for each row execute function bump_link_partner_keys()`,
]

/** Accounts that were made before there were links get the one that a new account begins with. */
const firstLinks = `
  insert into tracked_link (partner_id, code, created_at)
  select id, substr(replace(gen_random_uuid()::text, '-', ''), 1, 16), created_at from partner`

const statements = [
  trackedLinkTable,
  "create index tracked_link_partner on tracked_link (partner_id, id)",
  linkClicksTable,
  subscriptionTable,
  "create index subscription_link on subscription (link_id)",
  linkSessionTable,
  ...revisionTriggers,
  firstLinks,
]

/** Tracked links, their clicks, subscriptions, and the sessions that made them. */
export const links: Effect.Effect<void, unknown, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
})
