import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** Programs of developers that ask for the events of an account themselves, in place of an endpoint. */
const listenerTable = `
  create table event_listener (
    id text primary key,
    partner_id text not null references partner (id),
    mode text not null check (mode in ('sandbox', 'live')),
    types text[] not null,
    created_at timestamptz not null,
    seen_at timestamptz not null,
    batch bigint not null default 0
  )`

/**
 * What waits for a listener, told in the order of the ids; `batch` is the answer that it was last in. A
 * foreign key to the listener would let its end undo what is told at that moment.
 */
const listeningTable = `
  create table event_listening (
    id bigint generated always as identity primary key,
    listener_id text not null,
    event_number bigint not null references event (number) on delete cascade,
    batch bigint
  )`

const asksFor = (table: string): string => `partner_id = owner and mode = owner_mode
        and ${table === "event_endpoint" ? "removed_at is null and " : ""}(types = '{}' or told_type = any(types))`

/**
 * Tells endpoints and listeners of an account of something, in the transaction in which it happens.
 * Nothing is written where nobody asks for it, nor where it was told before.
 */
const tellFunction = `
  create or replace function tell_event(owner text, owner_mode text, told_type text, told_once text,
    told_data text) returns void language plpgsql as $$
  declare
    told_at timestamptz := date_trunc('milliseconds', now());
    told_id text := 'evt_' || replace(gen_random_uuid()::text, '-', '');
    told bigint;
  begin
    if not exists (select from event_endpoint where ${asksFor("event_endpoint")})
      and not exists (select from event_listener where ${asksFor("event_listener")})
    then return; end if;
    insert into event (id, partner_id, mode, type, once_key, at, body)
    values (told_id, owner, owner_mode, told_type, told_once, told_at,
      '{"id":"' || told_id || '","type":"' || told_type || '","mode":"' || owner_mode
      || '","timestamp":"' || to_char(told_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
      || '","data":' || told_data || '}')
    on conflict (partner_id, mode, once_key) where once_key is not null do nothing
    returning number into told;
    if told is null then return; end if;
    insert into event_delivery (event_number, endpoint_id, told_at)
    select told, id, told_at from event_endpoint where ${asksFor("event_endpoint")} order by id;
    insert into event_listening (listener_id, event_number)
    select id, told from event_listener where ${asksFor("event_listener")} order by id;
  end $$`

/** What was done to an account, its keys and its rate, of which the audit says all that is told. */
const tellAudited = [
  `create function tell_audited() returns trigger language plpgsql as $$
   declare
     owner text;
     owner_modes text[] := array['sandbox', 'live'];
     told_type text;
     told_data json;
   begin
     if new.action like 'key.%' then
       select partner_id, array[mode] into owner, owner_modes from api_key where key_id = new.subject;
     else
       select id into owner from partner where code = new.subject;
     end if;
     if owner is null then return null; end if;
     case new.action
       when 'partner.suspend' then
         told_type := 'account.suspended';
         select row_to_json(told) into told_data from (select new.details->>'reason' as "reason") told;
       when 'partner.commission' then
         told_type := 'commission.changed';
         select row_to_json(told) into told_data from (select (new.details->>'fromBps')::int as "fromBps",
           (new.details->>'toBps')::int as "toBps") told;
       when 'key.create' then
         told_type := 'key.created';
         select row_to_json(told) into told_data
         from (select key_id as "keyId", scopes from api_key where key_id = new.subject) told;
       when 'key.rotate' then
         told_type := 'key.rotated';
         select row_to_json(told) into told_data from (select new.subject as "keyId",
           new.details->>'previousValidUntil' as "previousValidUntil") told;
       when 'key.revoke' then
         told_type := 'key.revoked';
         select row_to_json(told) into told_data from (select new.subject as "keyId") told;
     end case;
     perform tell_event(owner, mode, told_type, 'audit:' || new.id, told_data::text)
     from unnest(owner_modes) mode;
     return null;
   end $$`,
  `create trigger audit_told after insert on audit for each row
   when (new.action in ('partner.suspend', 'partner.commission', 'key.create', 'key.rotate', 'key.revoke'))
   execute function tell_audited()`,
]

/** A suspension is lifted by what approves an account, which is audited as any approval. */
const tellRestored = [
  `create function tell_restored() returns trigger language plpgsql as $$
   begin
     perform tell_event(new.id, mode, 'account.restored', null, '{}')
     from unnest(array['sandbox', 'live']) mode;
     return null;
   end $$`,
  `create trigger partner_restored after update of status on partner for each row
   when (old.status = 'suspended' and new.status <> 'suspended') execute function tell_restored()`,
]

/** Before it is there: an endpoint does not learn of itself. */
const tellEndpoint = [
  `create function tell_endpoint() returns trigger language plpgsql as $$
   begin
     perform tell_event(new.partner_id, new.mode, 'endpoint.created', 'endpoint:' || new.id,
       (select row_to_json(told)::text
        from (select new.id as "endpointId", new.types as "types") told));
     return new;
   end $$`,
  `create trigger event_endpoint_told before insert on event_endpoint
   for each row execute function tell_endpoint()`,
]

/** An amount of minor units as a number in the main unit. */
const amountOf = (minor: string): string =>
  `trim_scale(${minor} * ('1e-' || new.minor_units)::numeric)`

const tellStatement = [
  `create function tell_statement() returns trigger language plpgsql as $$
   begin
     perform tell_event(new.partner_id, 'live', 'statement.ready', 'statement:' || new.id,
       (select row_to_json(told)::text from (select new.number as "number", new.month as "month",
         new.currency as "currency", ${amountOf("new.due_minor")} as "due",
         ${amountOf("new.carried_minor")} as "carried",
         new.record::jsonb->>'payOn' as "payOn") told));
     return null;
   end $$`,
  `create trigger statement_told after insert on statement
   for each row execute function tell_statement()`,
]

const tellPayout = [
  `create function tell_payout() returns trigger language plpgsql as $$
   begin
     perform tell_event(new.partner_id, 'live', 'payout.' || new.state,
       'payout:' || new.id || ':' || new.state,
       case new.state when 'sent' then (
         select row_to_json(told)::text from (select 'PO-' || new.id as "number",
           (select number from statement where id = new.statement_id) as "statement",
           ${amountOf("new.amount_minor")} as "amount", new.currency as "currency",
           new.sent_on::text as "sentOn", new.bank_reference as "bankReference") told)
       else (
         select row_to_json(told)::text from (select 'PO-' || new.id as "number",
           (select number from statement where id = new.statement_id) as "statement",
           ${amountOf("new.amount_minor")} as "amount", new.currency as "currency",
           new.ended_on::text as "returnedOn", new.reason as "reason") told)
       end);
     return null;
   end $$`,
  `create trigger payout_told after update of state on payout for each row
   when (old.state <> new.state and new.state in ('sent', 'returned')) execute function tell_payout()`,
]

const statements = [
  listenerTable,
  "create index event_listener_partner on event_listener (partner_id, mode)",
  listeningTable,
  "create index event_listening_waiting on event_listening (listener_id, id)",
  "create index event_listening_event on event_listening (event_number)",
  tellFunction,
  ...tellAudited,
  ...tellRestored,
  ...tellEndpoint,
  ...tellStatement,
  ...tellPayout,
]

/** Events of what is done to accounts, keys, endpoints and money, and those who listen for events. */
export const toldActs: Effect.Effect<void, unknown, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
})
