import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { DocumentLanguage } from "../../../rules/documents/covers.ts"
import { Actor } from "../../ports/audit-log.ts"
import type { PartnerMembership } from "../../ports/people.ts"
import { recordAudit } from "../accounts/audit-log.ts"
import { databaseNow } from "../database/client.ts"
import type { makeLinks, UsedLink } from "./links-sql.ts"
import {
  inPeopleTransaction,
  isTokenText,
  newToken,
  orPeopleUnavailable,
  type PeopleParts,
  tokenHash,
} from "./store.ts"
import type { PersonRole } from "../../../rules/accounts/person.ts"

const secondsPerDay = 86_400
const personIdBytes = 16

interface VisitorRow {
  readonly personId: string
  readonly email: string
  readonly language: DocumentLanguage
  readonly isOperator: boolean
  readonly code: string | null
  readonly name: string | null
  readonly role: PersonRole | null
  /** Whether the session was last seen long enough ago to say so again. */
  readonly isDue: boolean
}

/** Somebody as a session names them. */
export interface SeenPerson {
  readonly personId: string
  readonly email: string
  readonly language: DocumentLanguage
  readonly isOperator: boolean
  readonly partner: PartnerMembership | null
}

const personOf = ({ code, email, isOperator, language, name, personId, role }: VisitorRow) => ({
  personId,
  email,
  language,
  isOperator,
  partner: code === null || name === null || role === null ? null : { code, name, role },
})

/** Who acts, in the name of a person. */
const asPerson = (personId: string) => Effect.provideService(Actor, `person: ${personId}`)

/** Sessions of people: begun by links, ended by signing out, by time, or by a newer one. */
export const makePeopleSessions = (
  { limits, random, sql }: PeopleParts,
  links: Pick<ReturnType<typeof makeLinks>, "use">,
) => {
  const now = sql.literal(databaseNow)

  /** The person of an address, made where there is none. */
  const personFor = Effect.fnUntraced(function* ({ email, language }: UsedLink) {
    const id = `per_${Buffer.from(random.take(personIdBytes)).toString("hex")}`
    const [row] = yield* sql<{ readonly id: string; readonly partner: string | null }>`
      insert into person (id, email, language, last_sign_in_at, created_at)
      values (${id}, ${email}, ${language}, ${now}, ${now})
      on conflict (email) do update set last_sign_in_at = ${now}, language = ${language}
      returning id, (select code from partner where partner.id = partner_id) as partner`
    return { id: row?.id ?? id, isNew: row?.id === id, partner: row?.partner ?? null }
  })

  const endSession = (token: string) =>
    sql<{ readonly personId: string; readonly partner: string | null }>`
      delete from console_session using person left join partner on partner.id = partner_id
      where token_hash = ${tokenHash(token)} and person.id = person_id
      returning person.id as "personId", partner.code as partner`

  /** Ends the sessions of a person that were seen longest ago, so that so many are left. */
  const endOldest = (personId: string) => sql`
    delete from console_session where token_hash in (
      select token_hash from console_session where person_id = ${personId}
      order by seen_at desc offset ${limits().sessionsPerPerson})`

  const redeem = Effect.fnUntraced(function* (token: string, sessionBefore: string | undefined) {
    const link = yield* links.use(token)
    const person = yield* personFor(link)
    if (sessionBefore !== undefined) yield* endSession(sessionBefore)
    const session = newToken(random)
    yield* sql`insert into console_session (token_hash, person_id, created_at, seen_at)
      values (${tokenHash(Redacted.value(session))}, ${person.id}, ${now}, ${now})`
    yield* endOldest(person.id)
    const entry = { subject: person.id, details: { partner: person.partner } }
    yield* Effect.gen(function* () {
      if (person.isNew) yield* recordAudit(sql, { action: "person.create", ...entry })
      yield* recordAudit(sql, { action: "person.sign-in", ...entry })
    }).pipe(asPerson(person.id))
    return {
      token: session,
      nextPath: link.nextPath,
      maxAgeSeconds: limits().sessionDays * secondsPerDay,
    }
  }, inPeopleTransaction(sql))

  const isOpen = () => {
    const { idleHours, sessionDays } = limits()
    return sql`console_session.created_at > ${now} - make_interval(days => ${sessionDays})
      and seen_at > ${now} - make_interval(hours => ${idleHours})`
  }

  const seen = Effect.fnUntraced(function* (token: string) {
    if (!isTokenText(token)) return undefined
    const hash = tokenHash(token)
    const [row] = yield* sql<VisitorRow>`
      select person.id as "personId", email, language, is_operator as "isOperator", code, name, role,
        seen_at < ${now} - interval '1 minute' as "isDue"
      from console_session join person on person.id = person_id
      left join partner on partner.id = partner_id
      where token_hash = ${hash} and ${isOpen()}`
    if (row?.isDue === true) {
      yield* sql`update console_session set seen_at = ${now} where token_hash = ${hash}`
    }
    return row === undefined ? undefined : personOf(row)
  }, orPeopleUnavailable)

  const signOut = Effect.fnUntraced(function* (token: string) {
    if (!isTokenText(token)) return
    const [ended] = yield* endSession(token)
    if (ended === undefined) return
    const details = { partner: ended.partner }
    yield* recordAudit(sql, {
      action: "person.sign-out",
      subject: ended.personId,
      details,
    }).pipe(asPerson(ended.personId))
  }, inPeopleTransaction(sql))

  /** Cuts whole addresses that a process of the version before has written. */
  const cutNetworks = Effect.andThen(
    sql`update sign_in_link set network = kept_network(network)
      where network <> kept_network(network)`,
    sql`update person set signed_up_from = kept_network(signed_up_from)
      where signed_up_from <> kept_network(signed_up_from)`,
  )

  /** Deletes what has ended: sessions and invitations, links and counts of yesterday, people without any. */
  const tidy = Effect.gen(function* () {
    yield* cutNetworks
    const deleted = yield* Effect.forEach(
      [
        sql`delete from console_session where not (${isOpen()}) returning 1`,
        sql`delete from invitation where valid_until <= ${now} returning 1`,
        sql`delete from invitation_sent where at <= ${now} - interval '1 day' returning 1`,
        sql`delete from sign_in_link
          where created_at <= ${now} - interval '1 day' and valid_until <= ${now} returning 1`,
        sql`update person set signed_up_from = null
          where signed_up_from is not null and signed_up_at <= ${now} - interval '1 day' returning 1`,
        sql`delete from person where partner_id is null and not is_operator
          and created_at <= ${now} - interval '1 day'
          and not exists (select from console_session where person_id = person.id)
          and not exists (select from invitation where invitation.email = person.email) returning 1`,
      ],
      (statement) => Effect.map(statement, (rows) => rows.length),
    )
    return deleted.reduce((sum, count) => sum + count, 0)
  }).pipe(orPeopleUnavailable)

  return { redeem, seen, signOut, tidy }
}
