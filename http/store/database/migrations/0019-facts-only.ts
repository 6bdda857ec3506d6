import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/**
 * Accounts that the Coach shows facts alone. A table of its own, so that rows of partners stay as older
 * code reads them; that code knows no such accounts, and advises all of them.
 */
const factsOnlyTable = `
  create table facts_only_partner (
    partner_id text primary key references partner (id),
    since timestamptz not null
  )`

/** A setting is a change to the account: its keys get a new revision, as processes keep them by it. */
const revisionTrigger = [
  `create function bump_facts_only_keys() returns trigger language plpgsql as $$
   begin
     update api_key set revision = revision where partner_id = coalesce(new.partner_id, old.partner_id);
     return null;
   end $$`,
  `create trigger facts_only_revision after insert or delete on facts_only_partner
   for each row execute function bump_facts_only_keys()`,
]

const statements = [factsOnlyTable, ...revisionTrigger]

/** Accounts that the Coach shows facts alone. */
export const factsOnly: Effect.Effect<void, unknown, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient
    yield* Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
  },
)
