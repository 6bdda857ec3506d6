import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/**
 * What is kept of a network: a /24 of IPv4, a /48 of IPv6, and a text that is neither as it is. The same
 * as `keptNetwork` in rules/accounts, which new code writes by.
 */
const keptNetwork = `
  create function kept_network(network text) returns text language sql immutable as $$
    select regexp_replace(
      regexp_replace(lower(left(network, 64)),
        '^([0-9a-f]{1,4}:[0-9a-f]{1,4}:[0-9a-f]{1,4}):[0-9a-f]{1,4}$', '\\1::/48'),
      '(\\d{1,3}\\.\\d{1,3}\\.\\d{1,3})\\.\\d{1,3}(?![\\d/])', '\\1.0/24', 'g')
  $$`

/** The same as `mailboxOf` in rules/accounts: an address without what follows a plus sign. */
const mailbox = `
  create function mailbox_of(email text) returns text language sql immutable as $$
    select regexp_replace(email, '(?<=.)\\+.*(?=@)', '')
  $$`

/** Invitations of the last day, withdrawn ones too: what bounds how many emails others can cause. */
const invitedTable = `
  create table invitation_sent (
    id bigint generated always as identity primary key,
    partner_id text not null references partner (id),
    mailbox text not null,
    network text,
    at timestamptz not null
  )`

/**
 * Every invitation counts, by whatever code it is made: that of the version before does not know the
 * table. Code that knows it adds the network afterwards.
 */
const counting = [
  `create function count_invitation() returns trigger language plpgsql as $$
   begin
     insert into invitation_sent (partner_id, mailbox, at)
     values (new.partner_id, mailbox_of(new.email), date_trunc('milliseconds', now()));
     return null;
   end $$`,
  `create trigger invitation_counted after insert or update of valid_until on invitation
   for each row execute function count_invitation()`,
]

const statements = [
  keptNetwork,
  mailbox,
  invitedTable,
  "create index invitation_sent_mailbox on invitation_sent (mailbox, at)",
  "create index invitation_sent_partner on invitation_sent (partner_id, at)",
  "create index invitation_sent_network on invitation_sent (network, at) where network is not null",
  "create index invitation_sent_at on invitation_sent (at)",
  ...counting,
  // Whole addresses of before are cut. Code of the version before goes on writing them: the round that
  // deletes what has ended cuts those.
  `update sign_in_link set network = kept_network(network) where network <> kept_network(network)`,
  `update person set signed_up_from = kept_network(signed_up_from)
   where signed_up_from <> kept_network(signed_up_from)`,
]

/** Bounds on invitations, and networks of which less is kept. */
export const boundedMail: Effect.Effect<void, unknown, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient
    yield* Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
  },
)
