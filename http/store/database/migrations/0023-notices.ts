import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/**
 * Why an account was suspended last, as its people read it; none where code from before has not asked. A
 * table of its own: statements of that code take all columns of `partner`.
 */
const reasonTable = `
  create table suspension (
    partner_id text primary key references partner (id),
    reason text not null,
    at timestamptz not null
  )`

/** What has been told to the owners of an account by email, each once; first when that began. */
const toldTable = `
  create table notice_told (
    key text primary key,
    at timestamptz not null
  )`

/** Kinds of notices that a person does not want. */
const refusedTable = `
  create table notice_refused (
    person_id text not null references person (id) on delete cascade,
    kind text not null,
    primary key (person_id, kind)
  )`

const statements = [
  reasonTable,
  toldTable,
  "insert into notice_told (key, at) values ('start', now())",
  refusedTable,
  `create index audit_noticed on audit (at) where action in ('partner.suspend', 'partner.commission',
    'key.create', 'key.rotate', 'key.revoke', 'endpoint.create', 'payee.set')`,
  "create index statement_closed on statement (closed_at)",
]

/** What owners are told by email, and why an account is suspended. */
export const notices: Effect.Effect<void, unknown, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
})
