import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/**
 * Calls by key, UTC day (days since 1970) and endpoint, and by the code that they were refused under,
 * which is empty where they were answered. Rows are updated every second: the free room keeps those
 * updates on their page.
 */
const dayTable = `
  create table usage_day (
    key_id text not null references api_key (key_id),
    day integer not null check (day >= 0),
    endpoint text not null,
    code text not null,
    calls bigint not null check (calls > 0),
    primary key (key_id, day, endpoint, code)
  ) with (fillfactor = 70)`

/**
 * How many calls of an account have ever been kept, which says where the next one goes. Those whose
 * signature did not hold have places of their own: a stranger who knows a key id can send them, and
 * pushes out none of the others.
 */
const turnTable = `
  create table usage_turn (
    partner_id text not null references partner (id),
    mode text not null check (mode in ('sandbox', 'live')),
    is_signed boolean not null,
    calls bigint not null check (calls > 0),
    primary key (partner_id, mode, is_signed)
  ) with (fillfactor = 50)`

/**
 * The last calls of each account, in so many places that are written over by turns. Nothing but the
 * places is indexed, so that writing over one stays on its page.
 */
const callTable = `
  create table usage_call (
    partner_id text not null references partner (id),
    mode text not null check (mode in ('sandbox', 'live')),
    is_signed boolean not null,
    place integer not null check (place >= 0),
    key_id text not null,
    request_id uuid not null,
    at timestamptz not null,
    duration_ms integer not null check (duration_ms >= 0),
    endpoint text not null,
    method text not null,
    status smallint not null,
    code text,
    detail text check (length(detail) <= 200),
    primary key (partner_id, mode, is_signed, place)
  ) with (fillfactor = 70)`

/** Batches that were written, so that one whose answer was lost is not counted again. */
const batchTable = `
  create table usage_batch (
    id uuid primary key,
    at timestamptz not null
  )`

const statements = [
  dayTable,
  turnTable,
  callTable,
  batchTable,
  // What exports of an account's ledger go by.
  "create index ledger_entry_list on ledger_entry (partner_id, id)",
]

/** What partners called: counts by day, and the last calls. */
export const usage: Effect.Effect<void, unknown, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
})
