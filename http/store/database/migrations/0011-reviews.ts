import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** Reviews that partners ask for; one of a partner waits at most. */
const reviewTable = `
  create table review (
    id bigint generated always as identity primary key,
    partner_id text not null references partner (id),
    calls_monthly bigint not null check (calls_monthly >= 0),
    sales_monthly bigint not null check (sales_monthly >= 0),
    purpose text not null check (length(purpose) <= 1000),
    asked_by text not null,
    asked_at timestamptz not null,
    outcome text check (outcome in ('approved', 'declined')),
    settled_at timestamptz,
    reason text check (length(reason) <= 1000),
    check ((outcome is null) = (settled_at is null))
  )`

const statements = [
  reviewTable,
  "create unique index review_waiting on review (partner_id) where outcome is null",
  "create index review_partner on review (partner_id, id)",
  // Forms that a person has sent; what is older than a day is cleared away.
  `create table spent_form (
    person_id text not null,
    form text not null,
    at timestamptz not null,
    primary key (person_id, form)
  )`,
  "create index spent_form_at on spent_form (at)",
  // Keys whose secret somebody is still to be shown; the secret itself lies sealed with its key.
  `create table secret_handover (
    person_id text primary key,
    key_id text not null references api_key (key_id),
    until timestamptz not null
  )`,
]

/** Reviews, and what people of the console may do or see once. */
export const reviews: Effect.Effect<void, unknown, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
})
