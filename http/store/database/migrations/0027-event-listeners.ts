import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { listenedMax } from "../../../../rules/events/event-policy.ts"

/** Who listens to the sandbox events of an account, when it was last heard of, and by which poll. */
const listenerTable = `
  create table event_listener (
    id text primary key,
    partner_id text not null references partner (id),
    poll uuid not null,
    polled_at timestamptz not null
  ) with (fillfactor = 70)`

/**
 * What a listener has not settled. It refers to no listener, so that what is told never waits for one that
 * ends, nor fails with it.
 */
const listeningTable = `
  create table event_listening (
    id bigint generated always as identity primary key,
    listener_id text not null,
    event_number bigint not null references event (number) on delete cascade
  )`

/** As before, and what happens in the sandbox is kept for listeners, as long as there is room for it. */
const tellFunction = `
  create or replace function tell_event(owner text, owner_mode text, told_type text, told_once text,
    told_data text) returns void language plpgsql as $$
  declare
    told_at timestamptz := date_trunc('milliseconds', now());
    told_id text := 'evt_' || replace(gen_random_uuid()::text, '-', '');
    told bigint;
    is_listened boolean := owner_mode = 'sandbox' and exists (
      select from event_listener where partner_id = owner);
  begin
    if not is_listened and not exists (
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
    if is_listened then
      insert into event_listening (listener_id, event_number)
      select id, told from event_listener where partner_id = owner and ${listenedMax} > (
        select count(*) from (
          select from event_listening where listener_id = event_listener.id limit ${listenedMax}) kept)
      order by id;
    end if;
  end $$`

const statements = [
  listenerTable,
  "create index event_listener_partner on event_listener (partner_id)",
  listeningTable,
  "create index event_listening_listener on event_listening (listener_id, id)",
  "create index event_listening_event on event_listening (event_number)",
  tellFunction,
]

/** Who listens to sandbox events from a machine that no endpoint reaches. */
export const eventListeners: Effect.Effect<void, unknown, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient
    yield* Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
  },
)
