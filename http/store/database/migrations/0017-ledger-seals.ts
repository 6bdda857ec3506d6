import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/**
 * The end of each strand of an account's records, under a MAC whose key the database does not know:
 * `strand:records:hash` for each strand that has any. `records` is how many there are in all, by which
 * accounts are found that have more by now; `counter` is that of the sealing, as the general seal has it.
 */
const accountSeals = `
  create table ledger_seal (
    partner_id text primary key references partner (id),
    counter bigint not null check (counter > 0),
    sealed_at timestamptz not null,
    records bigint not null check (records > 0),
    heads text not null,
    mac bytea not null check (length(mac) = 32)
  )`

/** One row over the seals of all accounts, so that none of them goes missing or back by itself. */
const generalSeal = `
  create table ledger_general_seal (
    is_only boolean primary key default true check (is_only),
    counter bigint not null check (counter > 0),
    sealed_at timestamptz not null,
    accounts bigint not null check (accounts > 0),
    digest bytea not null check (length(digest) = 32),
    mac bytea not null check (length(mac) = 32)
  )`

/** Seals of the ledger; code from before books beside them, and what it books is sealed later. */
export const ledgerSeals: Effect.Effect<void, unknown, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient
    yield* Effect.forEach([accountSeals, generalSeal], (statement) => sql.unsafe(statement), {
      discard: true,
    })
  },
)
