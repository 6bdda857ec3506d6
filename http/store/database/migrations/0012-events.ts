import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/**
 * Where partners receive events. What the columns from `failures` on hold is how its deliveries go:
 * since when it fails, when it is tried again, and which process delivers to it.
 */
const endpointTable = `
  create table event_endpoint (
    id text primary key,
    partner_id text not null references partner (id),
    mode text not null check (mode in ('sandbox', 'live')),
    url text not null check (length(url) between 1 and 1000),
    types text[] not null,
    secret_sealed bytea not null,
    previous_secret_sealed bytea,
    previous_valid_until timestamptz,
    created_at timestamptz not null,
    removed_at timestamptz,
    failures integer not null default 0 check (failures >= 0),
    failing_since timestamptz,
    retry_at timestamptz,
    served_at timestamptz,
    lease uuid,
    leased_until timestamptz,
    check ((previous_secret_sealed is null) = (previous_valid_until is null)),
    check ((lease is null) = (leased_until is null))
  ) with (fillfactor = 70)`

/** What happened, as it is sent. What has a `once_key` is told once. */
const eventTable = `
  create table event (
    number bigint generated always as identity primary key,
    id text not null unique,
    partner_id text not null references partner (id),
    mode text not null check (mode in ('sandbox', 'live')),
    type text not null,
    once_key text,
    at timestamptz not null,
    body text not null
  )`

/** What waits for an endpoint and what became of it; an endpoint is told in the order of the ids. */
const deliveryTable = `
  create table event_delivery (
    id bigint generated always as identity primary key,
    event_number bigint not null references event (number) on delete cascade,
    endpoint_id text not null references event_endpoint (id),
    state text not null default 'waiting' check (state in ('waiting', 'delivered', 'given_up')),
    is_ping boolean not null default false,
    told_at timestamptz not null,
    settled_at timestamptz,
    attempts integer not null default 0 check (attempts >= 0),
    check ((state = 'waiting') = (settled_at is null))
  )`

/** Every attempt to deliver, with what the receiver answered. */
const attemptTable = `
  create table event_attempt (
    delivery_id bigint not null references event_delivery (id) on delete cascade,
    number integer not null check (number > 0),
    at timestamptz not null,
    duration_ms integer not null check (duration_ms >= 0),
    outcome text not null,
    status smallint,
    answer text not null check (length(answer) <= 200),
    primary key (delivery_id, number)
  )`

/**
 * Tells the endpoints of an account of something, in the transaction in which it happens. Nothing is
 * written where no endpoint asks for it, nor where it was told before.
 */
const tellFunction = `
  create function tell_event(owner text, owner_mode text, told_type text, told_once text,
    told_data text) returns void language plpgsql as $$
  declare
    told_at timestamptz := date_trunc('milliseconds', now());
    told_id text := 'evt_' || replace(gen_random_uuid()::text, '-', '');
    told bigint;
  begin
    if not exists (
      select from event_endpoint where partner_id = owner and mode = owner_mode
        and removed_at is null and (types = '{}' or told_type = any(types))
    ) then return; end if;
    insert into event (id, partner_id, mode, type, once_key, at, body)
    values (told_id, owner, owner_mode, told_type, told_once, told_at,
      '{"id":"' || told_id || '","type":"' || told_type || '","mode":"' || owner_mode
      || '","timestamp":"' || to_char(told_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
      || '","data":' || told_data || '}')
    on conflict (partner_id, mode, once_key) where once_key is not null do nothing
    returning number into told;
    if told is null then return; end if;
    insert into event_delivery (event_number, endpoint_id, told_at)
    select told, id, told_at from event_endpoint where partner_id = owner and mode = owner_mode
      and removed_at is null and (types = '{}' or told_type = any(types)) order by id;
  end $$`

/** A bucket of the day in which four fifths are used. */
const isNearlySpent = (row: string, bucket: string): string =>
  `${row}.${bucket}_used::bigint * 5 >= ${row}.${bucket}_limit::bigint * 4`

/** The same, as of the change that the trigger is called for, and not before it. */
const hasCome = (bucket: string): string => `
  (new.${bucket}_limit > 0 and ${isNearlySpent("new", bucket)}
    and (old.day <> new.day or not ${isNearlySpent("old", bucket)}))`

const tellBucket = (bucket: string): string => `
  if ${hasCome(bucket)} then
    perform tell_event(key.partner_id, key.mode, 'quota.nearly_spent',
      format('quota:%s:${bucket}:%s', new.key_id, new.day),
      format('{"keyId":"%s","bucket":"${bucket}","limit":%s,"used":%s,"day":"%s"}', new.key_id,
        new.${bucket}_limit, new.${bucket}_used, (date '1970-01-01' + new.day)::text));
  end if;`

/** Whatever statement charges a key: the one that uses up four fifths of a day announces it. */
const quotaTriggers = [
  `create function tell_quota() returns trigger language plpgsql as $$
   declare
     key record;
   begin
     select partner_id, mode into key from api_key where key_id = new.key_id;
     ${tellBucket("reads")}
     ${tellBucket("writes")}
     return null;
   end $$`,
  `create trigger quota_nearly_spent after update on quota for each row
   when (${hasCome("reads")} or ${hasCome("writes")}) execute function tell_quota()`,
]

/** As for the secrets of keys: what is sealed under another master key is never written. */
const sealTriggers = [
  `create function check_event_endpoint_seal() returns trigger language plpgsql as $$
   declare
     recorded text := (select fingerprint from master_key);
   begin
     if encode(substring(new.secret_sealed from 2 for 4), 'hex') <> recorded then
       raise exception using errcode = 'VMK01', message = recorded;
     end if;
     return new;
   end $$`,
  `create trigger event_endpoint_seal before insert or update of secret_sealed on event_endpoint
   for each row execute function check_event_endpoint_seal()`,
]

const statements = [
  endpointTable,
  "create index event_endpoint_partner on event_endpoint (partner_id, mode)",
  eventTable,
  `create unique index event_once on event (partner_id, mode, once_key)
   where once_key is not null`,
  "create index event_list on event (partner_id, mode, number)",
  "create index event_at on event (at)",
  deliveryTable,
  `create index event_delivery_waiting on event_delivery (endpoint_id, is_ping, id)
   where state = 'waiting'`,
  "create index event_delivery_event on event_delivery (event_number)",
  attemptTable,
  tellFunction,
  ...quotaTriggers,
  ...sealTriggers,
]

/** Events of partners, their endpoints, and what became of each. */
export const events: Effect.Effect<void, unknown, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
})
