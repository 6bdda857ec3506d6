import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/**
 * People who sign in to the console. Everybody who works with an account has a role in it; an operator
 * works with all of them. The network of a sign-up is kept for the day that it counts for.
 */
const personTable = `
  create table person (
    id text primary key,
    email text not null unique check (email = lower(email) and length(email) between 3 and 254),
    language text not null check (language in ('en', 'fr')),
    partner_id text references partner (id),
    role text check (role in ('owner', 'reader')),
    is_operator boolean not null default false,
    signed_up_from text,
    signed_up_at timestamptz,
    last_sign_in_at timestamptz,
    created_at timestamptz not null,
    check ((partner_id is null) = (role is null))
  )`

/** Links that were asked for: the SHA-256 of their tokens, never the tokens. */
const linkTable = `
  create table sign_in_link (
    token_hash bytea primary key check (length(token_hash) = 32),
    email text not null,
    mailbox text not null,
    network text not null,
    language text not null check (language in ('en', 'fr')),
    next_path text not null,
    browser_hash bytea check (length(browser_hash) = 32),
    created_at timestamptz not null,
    valid_until timestamptz not null,
    used_at timestamptz
  )`

/** Sessions: the SHA-256 of their tokens. */
const sessionTable = `
  create table console_session (
    token_hash bytea primary key check (length(token_hash) = 32),
    person_id text not null references person (id) on delete cascade,
    created_at timestamptz not null,
    seen_at timestamptz not null
  )`

/** Addresses that owners have invited to their accounts. */
const invitationTable = `
  create table invitation (
    partner_id text not null references partner (id),
    email text not null,
    role text not null check (role in ('owner', 'reader')),
    created_at timestamptz not null,
    valid_until timestamptz not null,
    primary key (partner_id, email)
  )`

const statements = [
  personTable,
  "create index person_partner on person (partner_id, created_at)",
  "create index person_sign_up on person (signed_up_from) where signed_up_from is not null",
  linkTable,
  "create index sign_in_link_mailbox on sign_in_link (mailbox, created_at)",
  "create index sign_in_link_network on sign_in_link (network, created_at)",
  "create index sign_in_link_created on sign_in_link (created_at)",
  "create index sign_in_link_browser on sign_in_link (browser_hash, created_at)",
  sessionTable,
  "create index console_session_person on console_session (person_id, seen_at)",
  invitationTable,
  "create index invitation_email on invitation (email)",
  // What people did in an account is found by the account: they themselves may be gone.
  `create index audit_person on audit ((details->>'partner'), id) where action like 'person.%'`,
]

/** People, their links, sessions and invitations. */
export const people: Effect.Effect<void, unknown, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
})
