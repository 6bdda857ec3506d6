import * as Effect from "effect/Effect"
import { readEmail } from "../../../rules/accounts/email.ts"
import type { PersonRole } from "../../../rules/accounts/person.ts"
import { PartnerNotFound } from "../../ports/account-errors.ts"
import type { Operator, VouchedLinkWish } from "../../ports/operators.ts"
import { BadEmail, HasPartner, PersonNotFound } from "../../ports/people-errors.ts"
import { recordAudit } from "../accounts/audit-log.ts"
import { databaseNow } from "../database/now.ts"
import type { makeInvitations } from "./invitations-sql.ts"
import type { makeLinks } from "./links-sql.ts"
import {
  inPeopleTransaction,
  orPeopleUnavailable,
  type OwnedAccount,
  ownedAccountColumns,
  type PeopleParts,
} from "./store.ts"

interface OperatorRow extends Omit<Operator, "lastSignInAt"> {
  readonly lastSignInAt: Date | null
}

const operatorOf = (row: OperatorRow): Operator => ({
  ...row,
  lastSignInAt: row.lastSignInAt?.toISOString() ?? null,
})

const readOrRefuse = (text: string) => {
  const email = readEmail(text)
  return email === undefined ? Effect.fail(new BadEmail({ email: text })) : Effect.succeed(email)
}

/** What the command line does about people. */
export const makeOperators = (
  { random, sql }: PeopleParts,
  links: Pick<ReturnType<typeof makeLinks>, "vouch">,
  { inviteTo, uncount }: Pick<ReturnType<typeof makeInvitations>, "inviteTo" | "uncount">,
) => {
  const now = sql.literal(databaseNow)
  const columns = sql.literal(`id as "personId", email, last_sign_in_at as "lastSignInAt"`)

  /** The person of an address, made where there is none. */
  const ensurePerson = Effect.fnUntraced(function* (email: string) {
    const id = `per_${Buffer.from(random.take(16)).toString("hex")}`
    yield* sql`insert into person (id, email, language, created_at)
      values (${id}, ${email}, 'en', ${now}) on conflict (email) do nothing`
  })

  const appoint = Effect.fnUntraced(function* (text: string) {
    const email = yield* readOrRefuse(text)
    yield* ensurePerson(email)
    const [appointed] = yield* sql<OperatorRow>`
      update person set is_operator = true where email = ${email} and not is_operator
      returning ${columns}`
    if (appointed !== undefined) {
      const entry = { subject: appointed.personId, details: { isOperator: true } }
      yield* recordAudit(sql, { action: "person.operator", ...entry })
      return operatorOf(appointed)
    }
    const [row] = yield* sql<OperatorRow>`select ${columns} from person where email = ${email}`
    return row === undefined ? yield* Effect.die("A person is gone.") : operatorOf(row)
  }, inPeopleTransaction(sql))

  const dismiss = Effect.fnUntraced(function* (text: string) {
    const email = yield* readOrRefuse(text)
    const [row] = yield* sql<{ readonly id: string }>`
      update person set is_operator = false where email = ${email} and is_operator returning id`
    if (row === undefined) return yield* new PersonNotFound({ person: email })
    yield* sql`delete from console_session where person_id = ${row.id}`
    const entry = { subject: row.id, details: { isOperator: false } }
    yield* recordAudit(sql, { action: "person.operator", ...entry })
  }, inPeopleTransaction(sql))

  const list = Effect.map(
    orPeopleUnavailable(
      sql<OperatorRow>`select ${columns} from person where is_operator order by email`,
    ),
    (rows) => rows.map(operatorOf),
  )

  const link = (wish: VouchedLinkWish) =>
    Effect.flatMap(readOrRefuse(wish.email), (email) => links.vouch({ ...wish, email }))

  const hold = (partnerCode: string) =>
    Effect.flatMap(
      sql<OwnedAccount>`
        select ${sql.literal(ownedAccountColumns)} from partner where code = ${partnerCode} for no key update`,
      ([account]) =>
        account === undefined
          ? Effect.fail(new PartnerNotFound({ code: partnerCode }))
          : Effect.succeed(account),
    )

  const invite = (partnerCode: string, email: string, role: PersonRole) =>
    Effect.flatMap(hold(partnerCode), (account) =>
      // No email is sent, so none counts.
      Effect.tap(inviteTo(account, "command line", { email, role }), () => uncount(account)),
    ).pipe(inPeopleTransaction(sql), Effect.catchTag("PersonNotFound", Effect.die))

  const enrol = Effect.fnUntraced(function* (partnerCode: string, text: string) {
    const email = yield* readOrRefuse(text)
    const account = yield* hold(partnerCode)
    yield* ensurePerson(email)
    const [before] = yield* sql<{ readonly id: string; readonly partnerId: string | null }>`
      select id, partner_id as "partnerId" from person where email = ${email} for no key update`
    if (before === undefined || before.partnerId === account.id) return
    if (before.partnerId !== null) return yield* new HasPartner({ code: partnerCode })
    yield* sql`update person set partner_id = ${account.id}, role = 'owner' where id = ${before.id}`
    const details = { partner: account.code, role: "owner" }
    yield* recordAudit(sql, { action: "person.join", subject: before.id, details })
  }, inPeopleTransaction(sql))

  return { appoint, dismiss, list, link, invite, enrol }
}
