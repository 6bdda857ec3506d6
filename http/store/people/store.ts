import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type * as SqlClient from "effect/sql/SqlClient"
import { createHash } from "node:crypto"
import type { RandomBytes } from "../../platform/random-bytes.ts"
import { PeopleUnavailable, RoleRefused } from "../../ports/people.ts"
import { inTransactionOr, orFailure } from "../database/database-errors.ts"
import { limitOf } from "../../../rules/reference/limits.ts"
import type { ReferenceTables } from "../../../rules/reference/reference-tables.ts"

/** What the store of people works with. */
export interface PeopleParts {
  readonly sql: SqlClient.SqlClient
  readonly random: RandomBytes["Service"]
  /** The limits of the moment. */
  readonly limits: () => PeopleLimits
  /** Whether operators need a second factor here. */
  readonly mustOperatorsProve: () => boolean
}

/** How long links, sessions and invitations hold, and how many of each there may be. */
export interface PeopleLimits {
  readonly linkMinutes: number
  readonly linksPerMailboxHour: number
  readonly linksPerNetworkDay: number
  readonly linksPerDay: number
  readonly signUpsPerNetworkDay: number
  readonly idleHours: number
  readonly sessionDays: number
  readonly sessionsPerPerson: number
  readonly peoplePerPartner: number
  readonly invitationDays: number
  readonly invitationsPerMailboxDay: number
  readonly invitationsPerAccountDay: number
  /** The same of accounts that no operator has approved yet. */
  readonly invitationsPerNewAccountDay: number
  readonly invitationsPerNetworkHour: number
  /** How long a sign-in, or a second factor, counts as fresh. */
  readonly freshMinutes: number
  /** How many second factors that do not hold a person may send in an hour. */
  readonly factorTriesPerHour: number
  readonly passkeysPerPerson: number
  /** How many recovery codes a person gets at a time. */
  readonly recoveryCodes: number
}

/** The limits of people in the tables. */
export const peopleLimits = (tables: Pick<ReferenceTables, "limits">): PeopleLimits => ({
  linkMinutes: limitOf(tables, "sign_in_link_minutes"),
  linksPerMailboxHour: limitOf(tables, "sign_in_links_per_mailbox_hour"),
  linksPerNetworkDay: limitOf(tables, "sign_in_links_per_network_day"),
  linksPerDay: limitOf(tables, "sign_in_links_per_day"),
  signUpsPerNetworkDay: limitOf(tables, "sign_ups_per_network_day"),
  idleHours: limitOf(tables, "console_idle_hours"),
  sessionDays: limitOf(tables, "console_session_days"),
  sessionsPerPerson: limitOf(tables, "console_sessions_per_person"),
  peoplePerPartner: limitOf(tables, "people_per_partner_max"),
  invitationDays: limitOf(tables, "invitation_days"),
  invitationsPerMailboxDay: limitOf(tables, "invitations_per_mailbox_day"),
  invitationsPerAccountDay: limitOf(tables, "invitations_per_account_day"),
  invitationsPerNewAccountDay: limitOf(tables, "invitations_per_new_account_day"),
  invitationsPerNetworkHour: limitOf(tables, "invitations_per_network_hour"),
  freshMinutes: limitOf(tables, "fresh_sign_in_minutes"),
  factorTriesPerHour: limitOf(tables, "second_factor_tries_per_hour"),
  passkeysPerPerson: limitOf(tables, "passkeys_per_person_max"),
  recoveryCodes: limitOf(tables, "recovery_codes_per_person"),
})

/** Turns failures of the database into PeopleUnavailable and leaves refusals as they are. */
export const orPeopleUnavailable = orFailure((cause) => new PeopleUnavailable({ cause }))

/** Runs an effect on people in one transaction, which a failure rolls back. */
export const inPeopleTransaction = inTransactionOr(orPeopleUnavailable)

/**
 * Waits, in a transaction, until no other one changes what a person signs in by or wants to be told: of two
 * changes at once the second sees what the first has left. It comes before all other locks of what is the person's,
 * so that none wait in a circle.
 */
export const inTurnOfPerson = (sql: SqlClient.SqlClient, personId: string) =>
  sql`select 1 from person where id = ${personId} for no key update`

/** Any fixed numbers: what is counted by a network or a mailbox is counted in its turn. */
const turnKeys = { network: 7_460_010, mailbox: 7_460_011 } as const

/**
 * Waits, in a transaction, until no other one counts for the same network or mailbox, in this process or
 * another: what is counted afterwards holds until the transaction ends.
 */
export const inTurnOf = (sql: SqlClient.SqlClient, by: keyof typeof turnKeys, name: string) =>
  sql`select pg_advisory_xact_lock(${turnKeys[by]}::int, hashtext(${name}))`

/**
 * Whether a column holds a network. A process of the version before writes whole addresses beside it,
 * which have no slash: those are cut as they are read, until the round that cuts them for good.
 */
export const isFrom = (
  sql: SqlClient.SqlClient,
  column: "network" | "signed_up_from",
  network: string,
) => {
  const kept = sql.literal(column)
  return sql`(${kept} = ${network} or (strpos(${kept}, '/') = 0 and kept_network(${kept}) = ${network}))`
}

/** Random bytes of a token, and of what masks one. */
export const tokenBytes = 32

const tokenPattern = /^[\w-]{43}$/

/** Whether a text can be a token at all: 256 bits in base64url. */
export const isTokenText = (text: string): boolean => tokenPattern.test(text)

/** A fresh token of a link or of a session. */
export const newToken = (random: RandomBytes["Service"]): Redacted.Redacted<string> =>
  Redacted.make(Buffer.from(random.take(tokenBytes)).toString("base64url"))

/** What is stored of a token: nobody can sign in by reading the database. */
export const tokenHash = (token: string): Uint8Array => createHash("sha256").update(token).digest()

/** An account, locked against other changes of its people until the transaction ends. */
export interface OwnedAccount {
  readonly id: string
  readonly code: string
  readonly name: string
  /** Whether no operator has approved it yet. */
  readonly isNew: boolean
}

/** What is read of an account that is held. */
export const ownedAccountColumns = `id, code, name, approved_at is null as "isNew"`

/** The account that a person owns; all others are refused. */
export const ownedAccount = ({ sql }: Pick<PeopleParts, "sql">, ownerId: string) =>
  Effect.gen(function* () {
    const [account] = yield* sql<OwnedAccount>`
      select ${sql.literal(ownedAccountColumns)} from partner
      where id = (select partner_id from person where id = ${ownerId} and role = 'owner')
      for no key update`
    if (account === undefined) return yield* new RoleRefused()
    // Looked at again under the lock: two owners may take each other out at once.
    const [still] = yield* sql`
      select 1 from person where id = ${ownerId} and role = 'owner' and partner_id = ${account.id}`
    return still === undefined ? yield* new RoleRefused() : account
  })
