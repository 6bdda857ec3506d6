import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { DocumentLanguage } from "../../../rules/documents/covers.ts"
import { Actor } from "../../ports/audit-log.ts"
import type { OpenSession, SignInOrigin, Visitor } from "../../ports/people.ts"
import { deviceName } from "../../../rules/accounts/device.ts"
import { keptNetwork } from "../../../rules/accounts/partner.ts"
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
import type { PersonRole, TableRole } from "../../../rules/accounts/person.ts"

const secondsPerDay = 86_400
const personIdBytes = 16

interface VisitorRow {
  readonly personId: string
  readonly email: string
  readonly language: DocumentLanguage
  readonly isOperator: boolean
  readonly tableRoles: ReadonlyArray<TableRole>
  readonly code: string | null
  readonly name: string | null
  readonly role: PersonRole | null
  readonly sessionId: string
  readonly needs: Visitor["needs"]
  readonly hasFactor: boolean
  readonly isFresh: boolean
  /** Whether the session was last seen long enough ago to say so again. */
  readonly isDue: boolean
}

/** Somebody as a session names them. */
export type SeenPerson = Omit<Visitor, "csrfToken">

const personOf = ({ code, name, role, ...person }: VisitorRow): SeenPerson => ({
  personId: person.personId,
  email: person.email,
  language: person.language,
  isOperator: person.isOperator,
  tableRoles: person.tableRoles,
  sessionId: person.sessionId,
  needs: person.needs,
  hasFactor: person.hasFactor,
  isFresh: person.isFresh,
  partner: code === null || name === null || role === null ? null : { code, name, role },
})

interface SessionRow extends Omit<OpenSession, "since" | "lastSeen"> {
  readonly since: Date
  readonly lastSeen: Date
}

/** What a session is known by to its person: enough of its hash to tell it from others. */
export const sessionIdOf = "encode(substring(token_hash for 12), 'hex')"

/** Whether a person has a second factor. */
export const hasFactor = `(exists (select from code_secret
    where code_secret.person_id = person.id and confirmed_at is not null)
  or exists (select from passkey where passkey.person_id = person.id))`

/** Networks of a person that are kept, the newest. */
const networksKept = 200

/** How a session begins. */
interface SessionStart {
  readonly from: SignInOrigin
  /** The session that the browser had before, which ends. */
  readonly sessionBefore: string | undefined
  readonly way: "link" | "passkey"
}

/** Who acts, in the name of a person. */
export const asPerson = (personId: string) => Effect.provideService(Actor, `person: ${personId}`)

/** Sessions of people: begun by links, ended by signing out, by time, or by a newer one. */
export const makePeopleSessions = (
  { limits, mustOperatorsProve, random, sql }: PeopleParts,
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

  /** Keeps in mind where a person signs in from; another place than those before is told by email. */
  const noteNetwork = Effect.fnUntraced(function* (personId: string, from: SignInOrigin) {
    const network = keptNetwork(from.network)
    if (network === "") return
    yield* sql`
      insert into person_network (person_id, network, device, is_new, first_at, last_at)
      values (${personId}, ${network}, ${deviceName(from.userAgent)},
        exists (select from person_network where person_id = ${personId}), ${now}, ${now})
      on conflict (person_id, network) do update set last_at = ${now}`
    yield* sql`
      delete from person_network where person_id = ${personId} and network in (
        select network from person_network where person_id = ${personId}
        order by last_at desc, network offset ${networksKept})`
  })

  /** Begins a session of a person; called in a transaction. */
  const begin = Effect.fnUntraced(function* (
    personId: string,
    { from, sessionBefore, way }: SessionStart,
  ) {
    if (sessionBefore !== undefined) yield* endSession(sessionBefore)
    const session = newToken(random)
    const factorAt = way === "passkey" ? now : sql.literal("null")
    yield* sql`insert into console_session
        (token_hash, person_id, created_at, seen_at, device, network, way, factor_at, proved_at)
      values (${tokenHash(Redacted.value(session))}, ${personId}, ${now}, ${now},
        ${deviceName(from.userAgent)}, ${keptNetwork(from.network)}, ${way}, ${factorAt}, ${now})`
    yield* endOldest(personId)
    yield* noteNetwork(personId, from)
    return { token: session, maxAgeSeconds: limits().sessionDays * secondsPerDay }
  })

  const redeem = Effect.fnUntraced(function* (
    token: string,
    sessionBefore: string | undefined,
    from: SignInOrigin,
  ) {
    const link = yield* links.use(token)
    const person = yield* personFor(link)
    const session = yield* begin(person.id, { from, sessionBefore, way: "link" })
    const entry = { subject: person.id, details: { partner: person.partner } }
    yield* Effect.gen(function* () {
      if (person.isNew) yield* recordAudit(sql, { action: "person.create", ...entry })
      yield* recordAudit(sql, { action: "person.sign-in", ...entry })
    }).pipe(asPerson(person.id))
    return { ...session, nextPath: link.nextPath }
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
      select person.id as "personId", email, language, is_operator as "isOperator",
        table_roles as "tableRoles", code, name, role,
        ${sql.literal(sessionIdOf)} as "sessionId", known."hasFactor",
        coalesce(factor_at, proved_at, console_session.created_at)
          > ${now} - make_interval(mins => ${limits().freshMinutes}) as "isFresh",
        case when known."hasFactor" then
          case when factor_at is null then 'second factor' else 'nothing' end
        when (is_operator or table_roles <> '{}') and ${mustOperatorsProve()} or exists (
          select from factor_rule where factor_rule.partner_id = partner.id
            and at <= console_session.created_at)
        then 'setting up' else 'nothing' end as needs,
        seen_at < ${now} - interval '1 minute' as "isDue"
      from console_session join person on person.id = person_id
      left join partner on partner.id = partner_id
      cross join lateral (select ${sql.literal(hasFactor)} as "hasFactor") known
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

  const sessionsOf = (personId: string, sessionId: string) =>
    Effect.map(
      orPeopleUnavailable(sql<SessionRow>`
        select ${sql.literal(sessionIdOf)} as "sessionId", coalesce(device, '') as device,
          coalesce(network, '') as network, way, factor_at is not null as "isProven",
          created_at as since, seen_at as "lastSeen",
          ${sql.literal(sessionIdOf)} = ${sessionId} as "isThis",
          coalesce((select is_new from person_network known where known.person_id = console_session.person_id
            and known.network = console_session.network and first_at >= console_session.created_at), false)
            as "isNewNetwork"
        from console_session where person_id = ${personId} and ${isOpen()}
        order by ${sql.literal(sessionIdOf)} = ${sessionId} desc, seen_at desc, token_hash`),
      (rows) =>
        rows.map((row): OpenSession => ({
          ...row,
          since: row.since.toISOString(),
          lastSeen: row.lastSeen.toISOString(),
        })),
    )

  /** Ends sessions of a person, of nobody else; says how many. */
  const endSessions = Effect.fnUntraced(function* (
    personId: string,
    which: { readonly only: string } | { readonly allBut: string },
  ) {
    const id = sql.literal(sessionIdOf)
    const chosen = "only" in which ? sql`${id} = ${which.only}` : sql`${id} <> ${which.allBut}`
    const ended = yield* sql`
      delete from console_session where person_id = ${personId} and ${chosen} returning 1`
    if (ended.length === 0) return 0
    const [row] = yield* sql<{ readonly partner: string | null }>`
      select code as partner from person left join partner on partner.id = partner_id
      where person.id = ${personId}`
    const details = { partner: row?.partner ?? null, sessions: ended.length }
    yield* recordAudit(sql, { action: "person.end-session", subject: personId, details })
    return ended.length
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
        sql`delete from person_network where last_at <= ${now} - interval '1 year' returning 1`,
        sql`delete from spent_challenge where at <= ${now} - interval '1 day' returning 1`,
        sql`delete from factor_try where at <= ${now} - interval '1 day' returning 1`,
        sql`delete from code_secret
          where confirmed_at is null and created_at <= ${now} - interval '1 day' returning 1`,
        sql`delete from person where partner_id is null and not is_operator and table_roles = '{}'
          and created_at <= ${now} - interval '1 day'
          and not exists (select from console_session where person_id = person.id)
          and not exists (select from invitation where invitation.email = person.email) returning 1`,
      ],
      (statement) => Effect.map(statement, (rows) => rows.length),
    )
    return deleted.reduce((sum, count) => sum + count, 0)
  }).pipe(orPeopleUnavailable)

  return { begin, redeem, seen, signOut, sessionsOf, endSessions, tidy }
}
