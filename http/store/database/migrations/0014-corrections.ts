import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

const statements = [
  // When the ledger's check has last put a sale right; null where it never had to.
  "alter table sale add column corrected_at timestamptz",
  "alter table ledger_journal drop constraint ledger_journal_kind_check",
  `alter table ledger_journal add constraint ledger_journal_kind_check
   check (kind in ('booking', 'adjustment', 'validation', 'reversal', 'correction'))`,
  // A check looks for corrections before it goes through a sale: there are few of them.
  `create index sale_record_corrected on sale_record (sale_id, number)
   where starts_with(record, '{"_tag":"Corrected"')`,
  `create index audit_sale on audit ((details->>'partner'), id) where action = 'sale.correct'`,
  // An endpoint that is paused is told nothing until it is resumed; what happens meanwhile waits.
  "alter table event_endpoint add column paused_at timestamptz",
  // How the last attempt went, of whatever event: kept here, as attempts are forgotten.
  "alter table event_endpoint add column tried_at timestamptz, add column last_outcome text",
  `update event_endpoint endpoint set tried_at = last.at, last_outcome = last.outcome
   from (
     select distinct on (endpoint_id) endpoint_id, event_attempt.at, outcome
     from event_attempt join event_delivery on event_delivery.id = delivery_id
     order by endpoint_id, event_attempt.at desc
   ) last where last.endpoint_id = endpoint.id`,
  // A key may be let change where events go: a scope that keys have only where it is asked for.
  "alter table api_key drop constraint api_key_scopes_check",
  `alter table api_key add constraint api_key_scopes_check
   check (scopes <@ array['quotes', 'quotes.link', 'coach', 'events'])`,
]

/** Corrections of sales in the ledger, endpoints of events that rest, and the scope to change them. */
export const corrections: Effect.Effect<void, unknown, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient
    yield* Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
  },
)
