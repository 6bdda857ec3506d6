import * as Effect from "effect/Effect"
import type { Fragment } from "effect/sql/Statement"
import { keptNetwork, type PartnerCode } from "../../../rules/accounts/partner.ts"
import {
  BadEmail,
  HasPartner,
  type Invitation,
  type InvitationWish,
  type Invitee,
  type PartnerMembership,
  PersonNotFound,
  TooManyInvitations,
  TooManyPeople,
} from "../../ports/people.ts"
import { recordAudit } from "../accounts/audit-log.ts"
import { databaseNow } from "../database/client.ts"
import type { makeMembers } from "./members-sql.ts"
import {
  inPeopleTransaction,
  inTurnOf,
  orPeopleUnavailable,
  type OwnedAccount,
  ownedAccount,
  type PeopleParts,
} from "./store.ts"
import { mailboxOf, type PersonRole, readEmail } from "../../../rules/accounts/person.ts"

interface InviteeRow extends Omit<Invitee, "validUntil"> {
  readonly validUntil: Date
}

const inviteeOf = (row: InviteeRow): Invitee => ({
  ...row,
  validUntil: row.validUntil.toISOString(),
})

/**
 * Invitations to accounts. An owner never learns whether an invited address is known elsewhere: its
 * holder finds the invitation after signing in, and joins or does not.
 */
export const makeInvitations = (
  parts: PeopleParts,
  { holdFree }: Pick<ReturnType<typeof makeMembers>, "holdFree">,
) => {
  const { limits, sql } = parts
  const now = sql.literal(databaseNow)

  const checkRoom = Effect.fnUntraced(function* (account: OwnedAccount, email: string) {
    const [people] = yield* sql<{ readonly count: number; readonly isMember: boolean }>`
      select count(*)::int as count, coalesce(bool_or(is_member and email = ${email}), false)
        as "isMember"
      from (
        select email, true as is_member from person where partner_id = ${account.id}
        union all select email, false from invitation
        where partner_id = ${account.id} and valid_until > ${now} and email <> ${email}
      ) people`
    if (people?.isMember === true) return yield* new HasPartner({ code: account.code })
    const maximum = limits().peoplePerPartner
    if ((people?.count ?? 0) >= maximum) return yield* new TooManyPeople({ maximum })
  })

  /** Invites to an account that the transaction holds; `by` is whose act the audit tells. */
  const inviteTo = Effect.fnUntraced(function* (
    account: OwnedAccount,
    by: string,
    wish: { readonly email: string; readonly role: PersonRole },
  ) {
    const email = readEmail(wish.email)
    if (email === undefined) return yield* new BadEmail({ email: wish.email })
    yield* checkRoom(account, email)
    const [row] = yield* sql<InviteeRow>`
      insert into invitation (partner_id, email, role, created_at, valid_until)
      values (${account.id}, ${email}, ${wish.role}, ${now},
        ${now} + make_interval(days => ${limits().invitationDays}))
      on conflict (partner_id, email)
      do update set role = excluded.role, valid_until = excluded.valid_until
      returning email, role, valid_until as "validUntil"`
    const details = { partner: account.code, role: wish.role }
    yield* recordAudit(sql, { action: "person.invite", subject: by, details })
    return row === undefined ? yield* new PersonNotFound({ person: email }) : inviteeOf(row)
  })

  /** The row of the database's own count that an invitation has just made. */
  const justCounted = ({ id }: OwnedAccount) =>
    sql`(select max(id) from invitation_sent where partner_id = ${id})`

  const uncount = (account: OwnedAccount) =>
    sql`delete from invitation_sent where id = ${justCounted(account)}`

  /** Refuses where one of the last so many emails is younger than so many hours. */
  const checkBound = Effect.fnUntraced(function* (
    by: TooManyInvitations["by"],
    { hours, maximum }: { readonly hours: number; readonly maximum: number },
    isCounted: Fragment,
  ) {
    const span = sql`make_interval(hours => ${hours}::int)`
    const [row] = yield* sql<{ readonly againAt: Date | null }>`
      select ${span} + case when ${maximum}::int < 1 then ${now} else (
        select at from invitation_sent where ${isCounted} and at > ${now} - ${span}
        order by at desc offset ${Math.max(0, maximum - 1)}::int limit 1
      ) end as "againAt"`
    const againAt = row?.againAt ?? null
    if (againAt === null) return
    return yield* new TooManyInvitations({ by, hours, maximum, againAt: againAt.toISOString() })
  })

  /** Holds an invitation to the bounds of its account, its mailbox and its network, each in its turn. */
  const checkBounds = Effect.fnUntraced(function* (
    account: OwnedAccount,
    mailbox: string,
    network: string,
  ) {
    const {
      invitationsPerAccountDay,
      invitationsPerMailboxDay,
      invitationsPerNetworkHour,
      invitationsPerNewAccountDay,
    } = limits()
    const perAccount = account.isNew
      ? Math.min(invitationsPerNewAccountDay, invitationsPerAccountDay)
      : invitationsPerAccountDay
    // The account is held already; mailboxes come before networks everywhere, so that none wait in a circle.
    yield* inTurnOf(sql, "mailbox", mailbox)
    yield* inTurnOf(sql, "network", network)
    yield* checkBound(
      "mailbox",
      { hours: 24, maximum: invitationsPerMailboxDay },
      sql`mailbox = ${mailbox}`,
    )
    yield* checkBound(
      "account",
      { hours: 24, maximum: perAccount },
      sql`partner_id = ${account.id}`,
    )
    yield* checkBound(
      "network",
      { hours: 1, maximum: invitationsPerNetworkHour },
      sql`network = ${network}`,
    )
  })

  const inviteAs = Effect.fnUntraced(function* (ownerId: string, wish: InvitationWish) {
    const account = yield* ownedAccount(parts, ownerId)
    const network = keptNetwork(wish.network)
    const email = readEmail(wish.email)
    if (email === undefined) return yield* new BadEmail({ email: wish.email })
    yield* checkBounds(account, mailboxOf(email), network)
    const invitee = yield* inviteTo(account, ownerId, wish)
    yield* sql`update invitation_sent set network = ${network} where id = ${justCounted(account)}`
    const invitation: Invitation = {
      ...invitee,
      accountCode: account.code,
      accountName: account.name,
      isNewAccount: account.isNew,
    }
    return invitation
  }, inPeopleTransaction(sql))

  const invite = (ownerId: string, wish: InvitationWish) =>
    Effect.catchTag(inviteAs(ownerId, wish), "PersonNotFound", Effect.die)

  const withdrawInvitation = Effect.fnUntraced(function* (ownerId: string, email: string) {
    const account = yield* ownedAccount(parts, ownerId)
    const [row] = yield* sql<{ readonly role: PersonRole }>`
      delete from invitation where partner_id = ${account.id} and email = ${email} returning role`
    if (row === undefined) return yield* new PersonNotFound({ person: email })
    const details = { partner: account.code, role: row.role }
    yield* recordAudit(sql, { action: "person.withdraw", subject: ownerId, details })
  }, inPeopleTransaction(sql))

  const invitees = (partnerCode: PartnerCode) =>
    Effect.map(
      orPeopleUnavailable(sql<InviteeRow>`
        select email, role, valid_until as "validUntil"
        from invitation join partner on partner.id = partner_id
        where code = ${partnerCode} and valid_until > ${now} order by invitation.created_at, email`),
      (rows) => rows.map(inviteeOf),
    )

  const invitationsOf = (personId: string) =>
    orPeopleUnavailable(sql<PartnerMembership>`
      select code, name, invitation.role
      from invitation join person using (email) join partner on partner.id = invitation.partner_id
      where person.id = ${personId} and valid_until > ${now} order by code`)

  const join = Effect.fnUntraced(function* (personId: string, partnerCode: PartnerCode) {
    yield* holdFree(personId)
    const [membership] = yield* sql<PartnerMembership>`
      delete from invitation using person, partner
      where person.id = ${personId} and invitation.email = person.email
        and partner.id = invitation.partner_id and code = ${partnerCode} and valid_until > ${now}
      returning code, name, invitation.role`
    if (membership === undefined) return yield* new PersonNotFound({ person: personId })
    yield* sql`
      update person set partner_id = (select id from partner where code = ${partnerCode}),
        role = ${membership.role}
      where id = ${personId}`
    const details = { partner: partnerCode, role: membership.role }
    yield* recordAudit(sql, { action: "person.join", subject: personId, details })
    return membership
  }, inPeopleTransaction(sql))

  return { inviteTo, uncount, invite, withdrawInvitation, invitees, invitationsOf, join }
}
