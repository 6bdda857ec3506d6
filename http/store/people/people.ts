import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import * as SqlClient from "effect/sql/SqlClient"
import { createHmac } from "node:crypto"
import { once } from "../../../core/memory.ts"
import type { PartnerCode } from "../../../rules/accounts/partner.ts"
import { makeAvailability } from "../../observability/availability.ts"
import type { BoundedSqlError } from "../../platform/database-deadline.ts"
import { maskToken } from "../../platform/masked-token.ts"
import { makePlaces, NoPlace, type PlacesPolicy } from "../../platform/places.ts"
import { RandomBytes } from "../../platform/random-bytes.ts"
import { PartnerNotFound } from "../../ports/account-errors.ts"
import { type Operator, Operators, type VouchedLinkWish } from "../../ports/operators.ts"
import { Partners } from "../../ports/partners.ts"
import { BadEmail, HasPartner, People, PersonNotFound } from "../../ports/people.ts"
import { TableBundle } from "../../ports/table-bundle.ts"
import { recordAudit } from "../accounts/audit-log.ts"
import { databaseNow } from "../database/client.ts"
import { makeInvitations } from "./invitations-sql.ts"
import { makeLinks } from "./links-sql.ts"
import { makeMembers } from "./members-sql.ts"
import { makePeopleSessions } from "./sessions-sql.ts"
import {
  inPeopleTransaction,
  orPeopleUnavailable,
  type OwnedAccount,
  ownedAccountColumns,
  type PeopleLimits,
  peopleLimits,
  type PeopleParts,
  tokenBytes,
} from "./store.ts"
import { makeFactors } from "./factors-sql.ts"
import { makePasskeys } from "./passkeys-sql.ts"
import { Demo } from "../../ports/house.ts"
import { SecondFactors } from "../../ports/second-factors.ts"
import { Envelope, MasterKey } from "../secrets/envelope.ts"
import {
  type OperatorRole,
  operatorRoles,
  type PersonRole,
  readEmail,
  type TableRole,
} from "../../../rules/accounts/person.ts"

/** People and operators in the database, under limits. */
export const layerPeopleWith = (
  limits: () => PeopleLimits,
): Layer.Layer<
  People | Operators | SecondFactors,
  never,
  SqlClient.SqlClient | RandomBytes | Partners | MasterKey
> => Layer.provide(Layer.effectContext(makeStore(limits)), Envelope.layer)

/** People and operators in the database, under the limits of the tables in force. */
export const layerPeople = Layer.unwrap(
  Effect.map(TableBundle, ({ current }) => layerPeopleWith(() => peopleLimits(current().tables))),
)

/**
 * Deletes links, sessions, invitations and people that have ended, now and every ten minutes until
 * the scope closes. A failure is logged once and tried again.
 */
export const tidyPeopleRegularly: Effect.Effect<void, never, People | Scope.Scope> = Effect.gen(
  function* () {
    const { tidy } = yield* People
    const availability = makeAvailability({
      unavailable: "people that have ended cannot be deleted",
      availableAgain: "people that have ended are deleted again",
      facts: {},
      steadyMs: 0,
    })
    const round = tidy.pipe(
      Effect.andThen(availability.answered),
      Effect.catch((error) => availability.failed(error.message)),
      Effect.catchDefect((defect) => Effect.logError("deleting people failed", defect)),
    )
    yield* Effect.forkScoped(Effect.repeat(round, Schedule.fixed(tidyIntervalMs)))
  },
)

/**
 * The database sessions that people of the console use at once: the rest is left to signed calls. Who
 * asks is known only by the answer, so that all of them are one holder.
 */
const sessionPlaces: PlacesPolicy = {
  places: 3,
  ofHolder: 3,
  waitingOfHolder: 10_000,
  waitMs: 2_000,
  holdMs: 5_000,
}

/** Why a session was not had, or not long enough, for the log. */
const noPlaceWords: Readonly<Record<NoPlace["because"], string>> = {
  crowd: "too many wait for people of the console",
  wait: "people of the console waited too long for a session",
  work: "work on people of the console took too long",
}

const makeStore = (limits: () => PeopleLimits) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const random = yield* RandomBytes
    const partners = yield* Partners
    const master = yield* MasterKey
    const formKey = once(() => master.derive("console form"))
    const places = makePlaces(sessionPlaces).hold("people")
    const demo = yield* Demo
    const parts = { sql, random, limits, mustOperatorsProve: () => demo === null }
    const links = makeLinks(parts)
    const sessions = makePeopleSessions(parts, links)
    const members = makeMembers(parts, partners)
    const invitations = makeInvitations(parts, members)
    const factors = makeFactors(parts, yield* Envelope)
    const passkeys = makePasskeys(parts, master, factors, sessions)
    const operators = makeOperators(parts, links, invitations)

    const bounded = <A, E, R>(work: Effect.Effect<A, E | BoundedSqlError, R>) =>
      orPeopleUnavailable(
        Effect.mapError(places(work), (error) =>
          error instanceof NoPlace ? new Cause.TimeoutError(noPlaceWords[error.because]) : error,
        ),
      )

    /** A method that keeps to its few sessions and its time. */
    const within =
      <Args extends ReadonlyArray<unknown>, A, E, R>(
        name: string,
        method: (...args: Args) => Effect.Effect<A, E, R>,
      ) =>
      (...args: Args) =>
        bounded(Effect.withSpan(method(...args), `People.${name}`))

    const csrfToken = (sessionToken: string): string =>
      maskToken(
        createHmac("sha256", formKey()).update(sessionToken).digest(),
        random.take(tokenBytes),
      )

    const people: People["Service"] = {
      requestLink: within("requestLink", links.request),
      lastAskedBy: within("lastAskedBy", links.lastAskedBy),
      lookAtLink: within("lookAtLink", links.lookAt),
      redeem: within("redeem", sessions.redeem),
      visitorOf: within("visitorOf", (token: string) =>
        Effect.map(sessions.seen(token), (person) =>
          person === undefined ? undefined : { ...person, csrfToken: csrfToken(token) },
        ),
      ),
      signOut: within("signOut", sessions.signOut),
      sessions: within("sessions", sessions.sessionsOf),
      endSessions: within("endSessions", sessions.endSessions),
      signUp: within("signUp", members.signUp),
      invitationsOf: within("invitationsOf", invitations.invitationsOf),
      join: within("join", invitations.join),
      members: within("members", members.members),
      invitees: within("invitees", invitations.invitees),
      invite: within("invite", invitations.invite),
      withdrawInvitation: within("withdrawInvitation", invitations.withdrawInvitation),
      changeRole: within("changeRole", members.changeRole),
      remove: within("remove", members.remove),
      tidy: bounded(Effect.withSpan(sessions.tidy, "People.tidy")),
    }
    const secondFactors: SecondFactors["Service"] = {
      of: within("factorsOf", factors.of),
      holders: within("factorHolders", factors.holders),
      beginCode: within("beginCode", factors.beginCode),
      confirmCode: within("confirmCode", factors.confirmCode),
      passCode: within("passCode", factors.passCode),
      removeCode: within("removeCode", factors.removeCode),
      renewRecoveryCodes: within("renewRecoveryCodes", factors.renewRecoveryCodes),
      newPasskeyOptions: within("newPasskeyOptions", passkeys.newPasskeyOptions),
      addPasskey: within("addPasskey", passkeys.addPasskey),
      passkeyOptions: within("passkeyOptions", passkeys.passkeyOptions),
      passPasskey: within("passPasskey", passkeys.passPasskey),
      signInByPasskey: within("signInByPasskey", passkeys.signInByPasskey),
      removePasskey: within("removePasskey", passkeys.removePasskey),
      isRule: within("isFactorRule", factors.isRule),
      setRule: within("setFactorRule", factors.setRule),
    }
    return Context.make(People, people).pipe(
      Context.add(Operators, operators),
      Context.add(SecondFactors, secondFactors),
    )
  })

/** How often to delete what has ended. */
const tidyIntervalMs = 600_000

interface OperatorRow extends Omit<Operator, "lastSignInAt" | "roles"> {
  readonly isOperator: boolean
  readonly tableRoles: ReadonlyArray<TableRole>
  readonly lastSignInAt: Date | null
}

const operatorOf = ({ isOperator, tableRoles, ...row }: OperatorRow): Operator => ({
  ...row,
  roles: operatorRoles.filter((role) =>
    role === "operator" ? isOperator : tableRoles.includes(role),
  ),
  lastSignInAt: row.lastSignInAt?.toISOString() ?? null,
})

const readOrRefuse = (text: string) => {
  const email = readEmail(text)
  return email === undefined ? Effect.fail(new BadEmail({ email: text })) : Effect.succeed(email)
}

/** What the command line does about people. */
const makeOperators = (
  { random, sql }: PeopleParts,
  links: Pick<ReturnType<typeof makeLinks>, "vouch">,
  { inviteTo, uncount }: Pick<ReturnType<typeof makeInvitations>, "inviteTo" | "uncount">,
) => {
  const now = sql.literal(databaseNow)
  const columns = sql.literal(`id as "personId", email,
    is_operator as "isOperator", table_roles as "tableRoles", last_sign_in_at as "lastSignInAt"`)

  /** The person of an address, made where there is none. */
  const ensurePerson = Effect.fnUntraced(function* (email: string) {
    const id = `per_${Buffer.from(random.take(16)).toString("hex")}`
    yield* sql`insert into person (id, email, language, created_at)
      values (${id}, ${email}, 'en', ${now}) on conflict (email) do nothing`
  })

  const appoint = Effect.fnUntraced(function* (
    text: string,
    roles: ReadonlyArray<OperatorRole> = ["operator"],
  ) {
    const email = yield* readOrRefuse(text)
    yield* ensurePerson(email)
    const [before] = yield* sql<OperatorRow>`
      select ${columns} from person where email = ${email} for no key update`
    if (before === undefined) return yield* Effect.die("A person is gone.")
    const isOperator = before.isOperator || roles.includes("operator")
    const tableRoles = operatorRoles.filter(
      (role): role is TableRole =>
        role !== "operator" && (roles.includes(role) || before.tableRoles.includes(role)),
    )
    const after = { ...before, isOperator, tableRoles }
    const isSame =
      isOperator === before.isOperator && tableRoles.length === before.tableRoles.length
    if (isSame) return operatorOf(before)
    yield* sql`update person set is_operator = ${isOperator}, table_roles = ${[...tableRoles]}
      where email = ${email}`
    const entry = { subject: before.personId, details: { isOperator, tableRoles } }
    yield* recordAudit(sql, { action: "person.operator", ...entry })
    return operatorOf(after)
  }, inPeopleTransaction(sql))

  const dismiss = Effect.fnUntraced(function* (text: string) {
    const email = yield* readOrRefuse(text)
    const [row] = yield* sql<{ readonly id: string }>`
      update person set is_operator = false, table_roles = '{}'
      where email = ${email} and (is_operator or table_roles <> '{}') returning id`
    if (row === undefined) return yield* new PersonNotFound({ person: email })
    yield* sql`delete from console_session where person_id = ${row.id}`
    const entry = { subject: row.id, details: { isOperator: false, tableRoles: [] } }
    yield* recordAudit(sql, { action: "person.operator", ...entry })
  }, inPeopleTransaction(sql))

  const list = Effect.map(
    orPeopleUnavailable(
      sql<OperatorRow>`select ${columns} from person where is_operator or table_roles <> '{}' order by email`,
    ),
    (rows) => rows.map(operatorOf),
  )

  const link = (wish: VouchedLinkWish) =>
    Effect.flatMap(readOrRefuse(wish.email), (email) => links.vouch({ ...wish, email }))

  const hold = (partnerCode: PartnerCode) =>
    Effect.flatMap(
      sql<OwnedAccount>`
        select ${sql.literal(ownedAccountColumns)} from partner where code = ${partnerCode} for no key update`,
      ([account]) =>
        account === undefined
          ? Effect.fail(new PartnerNotFound({ code: partnerCode }))
          : Effect.succeed(account),
    )

  const invite = (partnerCode: PartnerCode, email: string, role: PersonRole) =>
    Effect.flatMap(hold(partnerCode), (account) =>
      // No email is sent, so none counts.
      Effect.tap(inviteTo(account, "command line", { email, role }), () => uncount(account)),
    ).pipe(inPeopleTransaction(sql), Effect.catchTag("PersonNotFound", Effect.die))

  const enrol = Effect.fnUntraced(function* (partnerCode: PartnerCode, text: string) {
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

  const resetFactors = Effect.fnUntraced(function* (text: string) {
    const email = yield* readOrRefuse(text)
    const [row] = yield* sql<{ readonly id: string; readonly partner: string | null }>`
      select person.id, code as partner from person left join partner on partner.id = partner_id
      where email = ${email} for no key update of person`
    if (row === undefined) return yield* new PersonNotFound({ person: email })
    yield* sql`delete from code_secret where person_id = ${row.id}`
    yield* sql`delete from passkey where person_id = ${row.id}`
    yield* sql`delete from recovery_code where person_id = ${row.id}`
    yield* sql`delete from factor_try where person_id = ${row.id}`
    yield* sql`delete from console_session where person_id = ${row.id}`
    const entry = { subject: row.id, details: { partner: row.partner } }
    yield* recordAudit(sql, { action: "person.factor-reset", ...entry })
  }, inPeopleTransaction(sql))

  return { appoint, dismiss, list, link, invite, enrol, resetFactors }
}
