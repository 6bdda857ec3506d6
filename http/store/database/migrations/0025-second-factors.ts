import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/**
 * Roles between owner and reader. Code from before, which knows two, shows those of the new ones what
 * readers see, and lets them change nothing.
 */
const widerRoles = ["person", "invitation"].flatMap((table) => [
  `alter table ${table} drop constraint ${table}_role_check`,
  `alter table ${table} add constraint ${table}_role_check
   check (role in ('owner', 'developer', 'finance', 'reader'))`,
])

/**
 * How a session began and from where, and when its person last proved who it is. Code from before leaves
 * all of it out: nothing is known of its sessions, and they have passed no second factor.
 */
const sessionColumns = `
  alter table console_session
    add column device text,
    add column network text,
    add column way text,
    add column factor_at timestamptz,
    add column proved_at timestamptz`

/** The networks from which a person has signed in; one that came after others is told to the person. */
const networkTable = `
  create table person_network (
    person_id text not null references person (id) on delete cascade,
    network text not null,
    device text not null,
    is_new boolean not null,
    first_at timestamptz not null,
    last_at timestamptz not null,
    primary key (person_id, network)
  )`

/** The sealed secret of six-digit codes; it counts once a code of it was shown to us. */
const codeTable = `
  create table code_secret (
    person_id text primary key references person (id) on delete cascade,
    sealed bytea not null,
    last_step bigint not null default 0,
    created_at timestamptz not null,
    confirmed_at timestamptz
  )`

/** Passkeys: public keys, and how often each has signed. */
const passkeyTable = `
  create table passkey (
    id text primary key,
    person_id text not null references person (id) on delete cascade,
    public_key bytea not null,
    counter bigint not null,
    transports text[] not null,
    name text not null,
    created_at timestamptz not null,
    used_at timestamptz
  )`

/** What passkeys have signed, by its SHA-256: none of it counts twice. */
const challengeTable = `
  create table spent_challenge (
    hash bytea primary key check (length(hash) = 32),
    at timestamptz not null
  )`

/** Recovery codes: the SHA-256 of each. */
const recoveryTable = `
  create table recovery_code (
    person_id text not null references person (id) on delete cascade,
    hash bytea not null check (length(hash) = 32),
    created_at timestamptz not null,
    used_at timestamptz,
    primary key (person_id, hash)
  )`

/** Second factors that did not hold, so that guesses are bounded. */
const triesTable = `
  create table factor_try (
    id bigint generated always as identity primary key,
    person_id text not null references person (id) on delete cascade,
    at timestamptz not null
  )`

/** Accounts that ask everybody for a second factor, and since when. */
const ruleTable = `
  create table factor_rule (
    partner_id text primary key references partner (id),
    at timestamptz not null
  )`

const statements = [
  ...widerRoles,
  sessionColumns,
  networkTable,
  "create index person_network_new on person_network (first_at) where is_new",
  codeTable,
  passkeyTable,
  "create index passkey_person on passkey (person_id, created_at)",
  challengeTable,
  "create index spent_challenge_at on spent_challenge (at)",
  recoveryTable,
  triesTable,
  "create index factor_try_person on factor_try (person_id, at)",
  "create index factor_try_at on factor_try (at)",
  ruleTable,
  `create index audit_factor on audit (at) where action in ('person.factor-add',
    'person.factor-remove', 'person.factor-reset')`,
]

/** Roles, what is known of sessions, and second factors. */
export const secondFactors: Effect.Effect<void, unknown, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient
    yield* Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
  },
)
