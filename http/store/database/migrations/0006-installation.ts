import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** Which master key the database is sealed under: its fingerprint, in one row from the first start on. */
const masterKeyTable = `
  create table master_key (
    only_one boolean primary key default true check (only_one),
    fingerprint text not null check (fingerprint ~ '^[0-9a-f]{8}$'),
    recorded_at timestamptz not null
  )`

/** A database that was sealed before this belongs to the key that most of its secrets are under. */
const recordFromSeals = `
  insert into master_key (fingerprint, recorded_at)
  select encode(substring(secret_sealed from 2 for 4), 'hex') as fingerprint, now()
  from api_key group by fingerprint order by count(*) desc, max(created_at) desc limit 1`

/**
 * What is sealed, by the table that holds it: at least 33 bytes, of which the second to the fifth are
 * the fingerprint of the master key.
 */
const sealedColumns: Readonly<Record<string, ReadonlyArray<string>>> = {
  api_key: ["secret_sealed", "previous_secret_sealed"],
  subscription: ["trip_sealed"],
  link_session: ["rehearsed_trip_sealed"],
}

/** Whether a column is given what is sealed under another key; what stands there may stay. */
const isOfOtherKey = (column: string): string => `
  (new.${column} is distinct from old.${column} and length(new.${column}) >= 33
    and encode(substring(new.${column} from 2 for 4), 'hex') <> recorded)`

/** Nothing sealed under another master key is ever written, by any process. */
const sealTriggers = Object.entries(sealedColumns).flatMap(([table, columns]) => [
  `create function check_${table}_seal() returns trigger language plpgsql as $$
   declare
     recorded text := (select fingerprint from master_key);
   begin
     if ${columns.map(isOfOtherKey).join(" or ")} then
       raise exception using errcode = 'VMK01', message = recorded;
     end if;
     return new;
   end $$`,
  `create trigger ${table}_seal before insert or update of ${columns.join(", ")} on ${table}
   for each row execute function check_${table}_seal()`,
])

/** When each process has last tried whether the database takes a write. */
const heartbeatTable = `
  create table heartbeat (
    process uuid primary key,
    at timestamptz not null
  )`

const statements = [masterKeyTable, recordFromSeals, ...sealTriggers, heartbeatTable]

/** The master key that a database belongs to, and the signs of life of those who use it. */
export const installation: Effect.Effect<void, unknown, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient
    yield* Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
  },
)
