import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/**
 * What a line of a statement says, as its partner reads it: the leaf of a tree over all lines of the
 * account in one currency. Lines from before have none, and are told as they stand in the ledger.
 */
const leafColumn = "alter table statement_line add column leaf text"

/**
 * The signed root of that tree after each statement. `nodes` are the roots of its full subtrees, the
 * largest first, 32 bytes each: all that it takes to go on. The key that signs is not in the database.
 */
const checkpointTable = `
  create table statement_checkpoint (
    statement_id bigint primary key references statement (id),
    size bigint not null check (size > 0),
    nodes bytea not null check (length(nodes) > 0 and length(nodes) % 32 = 0),
    note text not null
  )`

const statements = [
  leafColumn,
  checkpointTable,
  `create trigger statement_checkpoint_append_only
   before update or delete or truncate on statement_checkpoint
   for each statement execute function refuse_ledger_change()`,
]

/** Statements that the partner can check without trusting the database. */
export const statementBooks: Effect.Effect<void, unknown, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient
    yield* Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
  },
)
