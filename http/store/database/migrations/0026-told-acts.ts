import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

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

/** Approving an account lifts its suspension; the audit has that as any approval. */
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
  ...tellAudited,
  ...tellRestored,
  ...tellEndpoint,
  ...tellStatement,
  ...tellPayout,
]

/** Events of what is done to accounts, keys, endpoints and money. */
export const toldActs: Effect.Effect<void, unknown, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
})
