import * as Effect from "effect/Effect"
import { keptNetwork, type PartnerCode } from "../../../rules/accounts/partner.ts"
import type { Partners } from "../../ports/partners.ts"
import { BadPartner } from "../../ports/account-errors.ts"
import {
  HasPartner,
  LastOwner,
  type Member,
  PeopleUnavailable,
  PersonNotFound,
  TooManySignUps,
} from "../../ports/people.ts"
import { recordAudit } from "../accounts/audit-log.ts"
import { databaseNow } from "../database/client.ts"
import {
  inPeopleTransaction,
  inTurnOf,
  isFrom,
  orPeopleUnavailable,
  type OwnedAccount,
  ownedAccount,
  type PeopleParts,
} from "./store.ts"
import type { PersonRole } from "../../../rules/accounts/person.ts"

interface MemberRow extends Omit<Member, "lastSignInAt"> {
  readonly lastSignInAt: Date | null
}

/** What no name holds: controls, halves of characters, and what turns the direction of a text. */
const unfitForNames = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u

/** People and the accounts that they work with. */
export const makeMembers = (parts: PeopleParts, partners: Partners["Service"]) => {
  const { limits, sql } = parts
  const now = sql.literal(databaseNow)

  /** A person without an account, held until the transaction ends. */
  const holdFree = Effect.fnUntraced(function* (personId: string) {
    const [row] = yield* sql<{ readonly partnerId: string | null }>`
      select partner_id as "partnerId" from person where id = ${personId} for no key update`
    if (row === undefined) return yield* new PersonNotFound({ person: personId })
    if (row.partnerId === null) return
    const [partner] = yield* sql<{ readonly code: string }>`
      select code from partner where id = ${row.partnerId}`
    return yield* new HasPartner({ code: partner?.code ?? "" })
  })

  /** Counts in the network's turn, so that of several at once none is counted too late. */
  const signUpsFrom = (network: string) =>
    Effect.map(
      Effect.andThen(
        inTurnOf(sql, "network", network),
        sql<{ readonly count: number }>`
          select count(*)::int as count from person
          where ${isFrom(sql, "signed_up_from", network)}
            and signed_up_at > ${now} - interval '1 day'`,
      ),
      ([row]) => row?.count ?? 0,
    )

  const signUp = Effect.fnUntraced(function* (
    personId: string,
    wish: { readonly code: string; readonly name: string; readonly network: string },
  ) {
    const { code, name } = wish
    const network = keptNetwork(wish.network)
    if (unfitForNames.test(name)) return yield* new BadPartner({ field: "name", value: name })
    yield* holdFree(personId)
    if ((yield* signUpsFrom(network)) >= limits().signUpsPerNetworkDay) {
      return yield* new TooManySignUps()
    }
    yield* partners.create({ code, name })
    yield* sql`
      update person set partner_id = (select id from partner where code = ${code}), role = 'owner',
        signed_up_from = ${network}, signed_up_at = ${now}
      where id = ${personId}`
    const details = { partner: code, role: "owner" }
    yield* recordAudit(sql, { action: "person.sign-up", subject: personId, details })
    return { code, name, role: "owner" as const }
  }, inPeopleTransaction(sql))

  const members = (partnerCode: PartnerCode) =>
    Effect.map(
      orPeopleUnavailable(sql<MemberRow>`
        select person.id as "personId", email, role, last_sign_in_at as "lastSignInAt"
        from person join partner on partner.id = partner_id
        where code = ${partnerCode} order by person.created_at, email`),
      (rows) =>
        rows.map((row): Member => ({
          ...row,
          lastSignInAt: row.lastSignInAt?.toISOString() ?? null,
        })),
    )

  /** A person of an account, whose role may end: another owner is left, or it is none's. */
  const replaceable = Effect.fnUntraced(function* (account: OwnedAccount, personId: string) {
    const people = yield* sql<{ readonly id: string; readonly role: PersonRole }>`
      select id, role from person where partner_id = ${account.id}`
    const person = people.find(({ id }) => id === personId)
    if (person === undefined) return yield* new PersonNotFound({ person: personId })
    const owners = people.filter(({ role }) => role === "owner")
    const isLast = owners.every(({ id }) => id === personId)
    return { role: person.role, isLast: person.role === "owner" && isLast }
  })

  const changeRole = Effect.fnUntraced(function* (
    ownerId: string,
    personId: string,
    role: PersonRole,
  ) {
    const account = yield* ownedAccount(parts, ownerId)
    const before = yield* replaceable(account, personId)
    if (before.role === role) return
    if (before.isLast) return yield* new LastOwner()
    yield* sql`update person set role = ${role} where id = ${personId}`
    const details = { partner: account.code, from: before.role, to: role }
    yield* recordAudit(sql, { action: "person.role", subject: personId, details })
  }, inPeopleTransaction(sql))

  const remove = Effect.fnUntraced(function* (ownerId: string, personId: string) {
    const account = yield* ownedAccount(parts, ownerId)
    const { isLast, role } = yield* replaceable(account, personId)
    if (isLast) return yield* new LastOwner()
    yield* sql`delete from console_session where person_id = ${personId}`
    yield* sql`update person set partner_id = null, role = null where id = ${personId}`
    yield* sql`delete from person where id = ${personId} and not is_operator and table_roles = '{}'`
    const details = { partner: account.code, role }
    yield* recordAudit(sql, { action: "person.remove", subject: personId, details })
  }, inPeopleTransaction(sql))

  return {
    holdFree,
    signUp: (personId: string, wish: Parameters<typeof signUp>[1]) =>
      Effect.catchTag(signUp(personId, wish), "KeyStoreUnavailable", ({ cause }) =>
        Effect.fail(new PeopleUnavailable({ cause })),
      ),
    members,
    changeRole,
    remove,
  }
}
