import * as Effect from "effect/Effect"
import { readEmail } from "../../../rules/accounts/email.ts"
import type { PersonRole } from "../../../rules/accounts/person.ts"
import type { Invitee, PartnerMembership } from "../../ports/people.ts"
import { BadEmail, HasPartner, PersonNotFound, TooManyPeople } from "../../ports/people-errors.ts"
import { recordAudit } from "../accounts/audit.ts"
import { databaseNow } from "../database/now.ts"
import type { makeMembers } from "./members-sql.ts"
import { type OwnedAccount, ownedAccount } from "./owned-account.ts"
import type { PeopleParts } from "./parts.ts"
import { inPeopleTransaction, orPeopleUnavailable } from "./store.ts"

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

  const invite = (ownerId: string, email: string, role: PersonRole) =>
    Effect.flatMap(ownedAccount(parts, ownerId), (account) =>
      inviteTo(account, ownerId, { email, role }),
    ).pipe(inPeopleTransaction(sql), Effect.catchTag("PersonNotFound", Effect.die))

  const withdrawInvitation = Effect.fnUntraced(function* (ownerId: string, email: string) {
    const account = yield* ownedAccount(parts, ownerId)
    const [row] = yield* sql<{ readonly role: PersonRole }>`
      delete from invitation where partner_id = ${account.id} and email = ${email} returning role`
    if (row === undefined) return yield* new PersonNotFound({ person: email })
    const details = { partner: account.code, role: row.role }
    yield* recordAudit(sql, { action: "person.withdraw", subject: ownerId, details })
  }, inPeopleTransaction(sql))

  const invitees = (partnerCode: string) =>
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

  const join = Effect.fnUntraced(function* (personId: string, partnerCode: string) {
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

  return { inviteTo, invite, withdrawInvitation, invitees, invitationsOf, join }
}
