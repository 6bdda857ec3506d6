import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import type { SqlError } from "effect/sql/SqlError"
import { createHash } from "node:crypto"
import type { PartnerCode } from "../../../rules/accounts/partner.ts"
import { base32, codeSecretBytes, stepOfCode } from "../../platform/one-time-code.ts"
import {
  FactorRefused,
  type FactorsOf,
  type FreshCodes,
  type OfSession,
  OwnFactorMissing,
  TooManyFactorTries,
} from "../../ports/second-factors.ts"
import { PeopleUnavailable } from "../../ports/people.ts"
import { recordAudit } from "../accounts/audit-log.ts"
import { databaseNow } from "../database/client.ts"
import { hasFactor, sessionIdOf } from "./sessions-sql.ts"
import {
  inPeopleTransaction,
  inTurnOfPerson,
  orPeopleUnavailable,
  ownedAccount,
  type PeopleParts,
} from "./store.ts"
import type { Envelope } from "../secrets/envelope.ts"

/** Bytes of a recovery code: nobody guesses 80 bits. */
const recoveryBytes = 10

const recoveryHash = (code: string): Uint8Array =>
  createHash("sha256").update(`recovery code ${code}`).digest()

/** A code as it counts, however it was typed: with spaces, hyphens or small letters. */
const plainCode = (typed: string): string =>
  typed
    .slice(0, 100)
    .replaceAll(/[\s\u00a0\u202f-]/gu, "")
    .toUpperCase()

interface CodeRow {
  readonly sealed: Uint8Array
  readonly lastStep: string | number
  readonly confirmedAt: Date | null
  readonly nowSeconds: string | number
}

/** Second factors of people, passkeys apart: six-digit codes, recovery codes, and who asks for them. */
export const makeFactors = (parts: PeopleParts, envelope: Envelope["Service"]) => {
  const { limits, random, sql } = parts
  const now = sql.literal(databaseNow)

  /**
   * Tries a second factor of a person, one try at a time: two that arrive at once follow one another,
   * so that nothing counts twice. What does not hold is counted.
   */
  const attempt = <A, E>(personId: string, check: Effect.Effect<A | undefined, E>) =>
    Effect.gen(function* () {
      yield* inTurnOfPerson(sql, personId)
      const [tried] = yield* sql<{ readonly count: number }>`
        select count(*)::int as count from factor_try
        where person_id = ${personId} and at > ${now} - interval '1 hour'`
      if ((tried?.count ?? 0) >= limits().factorTriesPerHour) return "too many" as const
      const passed = yield* check
      if (passed !== undefined) return { passed }
      // A person who is gone meanwhile has no try to count.
      yield* sql`insert into factor_try (person_id, at)
        select id, ${now} from person where id = ${personId}`
      return "refused" as const
    }).pipe(
      inPeopleTransaction(sql),
      Effect.flatMap(
        (found): Effect.Effect<A & ({} | null), FactorRefused | TooManyFactorTries> => {
          if (found === "too many") return Effect.fail(new TooManyFactorTries())
          if (found === "refused") return Effect.fail(new FactorRefused())
          return Effect.succeed(found.passed)
        },
      ),
    )

  /** Notes that a session has passed a second factor. */
  const markPassed = ({ personId, sessionId }: OfSession) => sql`
    update console_session set factor_at = ${now}, proved_at = ${now}
    where person_id = ${personId} and ${sql.literal(sessionIdOf)} = ${sessionId}`

  const audited = Effect.fnUntraced(function* (
    action: "person.factor-add" | "person.factor-remove",
    personId: string,
    factor: string,
  ) {
    const [row] = yield* sql<{ readonly partner: string | null }>`
      select code as partner from person left join partner on partner.id = partner_id
      where person.id = ${personId}`
    const details = { partner: row?.partner ?? null, factor }
    yield* recordAudit(sql, { action, subject: personId, details })
  })

  const secretOf = Effect.fnUntraced(function* (personId: string) {
    const [row] = yield* sql<CodeRow>`
      select sealed, last_step as "lastStep", confirmed_at as "confirmedAt",
        floor(extract(epoch from ${now})) as "nowSeconds"
      from code_secret where person_id = ${personId}`
    if (row === undefined) return undefined
    const opened = Result.getOrElse(
      envelope.open({ personId, slot: "code" }, row.sealed),
      (cause) => new PeopleUnavailable({ cause }),
    )
    if (opened instanceof PeopleUnavailable) return yield* opened
    return { ...row, secret: Buffer.from(Redacted.value(opened), "base64url") }
  })

  /** Uses a six-digit code up: no code of its step or of one before counts again. */
  const useCode = Effect.fnUntraced(function* (
    personId: string,
    code: string,
    which: "confirmed" | "pending",
  ) {
    const held = yield* secretOf(personId)
    if (held === undefined || (held.confirmedAt === null) !== (which === "pending"))
      return undefined
    const step = stepOfCode(held.secret, code, {
      lastStep: Number(held.lastStep),
      nowSeconds: Number(held.nowSeconds),
    })
    if (step === undefined) return undefined
    yield* sql`update code_secret set last_step = ${step},
        confirmed_at = coalesce(confirmed_at, ${now})
      where person_id = ${personId}`
    return step
  })

  const drawRecoveryCodes = Effect.fnUntraced(function* (personId: string) {
    const codes = Array.from({ length: limits().recoveryCodes }, () =>
      base32(random.take(recoveryBytes)),
    )
    yield* sql`delete from recovery_code where person_id = ${personId}`
    for (const code of codes) {
      yield* sql`insert into recovery_code (person_id, hash, created_at)
        values (${personId}, ${recoveryHash(code)}, ${now})`
    }
    return codes.map((code) => (code.match(/.{4}/gu) ?? []).join("-"))
  })

  /** Recovery codes of somebody who has none left, or never had any. */
  const firstRecoveryCodes = (personId: string): Effect.Effect<FreshCodes, SqlError> =>
    Effect.flatMap(
      sql`select 1 from recovery_code where person_id = ${personId} and used_at is null limit 1`,
      (left) => (left.length > 0 ? Effect.succeed([]) : drawRecoveryCodes(personId)),
    )

  const beginCode = Effect.fnUntraced(function* (personId: string) {
    const secret = Buffer.from(random.take(codeSecretBytes)).toString("base64url")
    const sealed = envelope.seal({ personId, slot: "code" }, Redacted.make(secret))
    // A code that is confirmed meanwhile confirms the secret that it is of, not this one.
    yield* inTurnOfPerson(sql, personId)
    yield* sql`
      insert into code_secret (person_id, sealed, created_at) values (${personId}, ${sealed}, ${now})
      on conflict (person_id) do update set sealed = excluded.sealed, created_at = excluded.created_at,
        last_step = 0 where code_secret.confirmed_at is null`
  }, inPeopleTransaction(sql))

  const confirmCode = (session: OfSession, typed: string) =>
    attempt(
      session.personId,
      Effect.gen(function* () {
        const step = yield* useCode(session.personId, plainCode(typed), "pending")
        if (step === undefined) return undefined
        yield* markPassed(session)
        yield* audited("person.factor-add", session.personId, "code")
        return yield* firstRecoveryCodes(session.personId)
      }),
    )

  const useRecoveryCode = (personId: string, code: string) =>
    Effect.map(
      sql`update recovery_code set used_at = ${now}
        where person_id = ${personId} and hash = ${recoveryHash(code)} and used_at is null
          and exists (select from person where person.id = ${personId} and ${sql.literal(hasFactor)})
        returning 1`,
      ([used]) => (used === undefined ? undefined : true),
    )

  const passCode = (session: OfSession, typed: string) => {
    const code = plainCode(typed)
    const { personId } = session
    const used: Effect.Effect<unknown, SqlError | PeopleUnavailable> = /^\d{6}$/u.test(code)
      ? useCode(personId, code, "confirmed")
      : useRecoveryCode(personId, code)
    return attempt(
      personId,
      Effect.flatMap(used, (is) =>
        is === undefined ? Effect.undefined : Effect.as(markPassed(session), true),
      ),
    ).pipe(Effect.asVoid)
  }

  /** Deletes recovery codes with the last factor: alone they are none. */
  const dropLoneCodes = (personId: string) => sql`
    delete from recovery_code using person where person_id = ${personId} and person.id = person_id
      and not ${sql.literal(hasFactor)}`

  const removeCode = Effect.fnUntraced(function* (personId: string) {
    yield* inTurnOfPerson(sql, personId)
    const gone = yield* sql<{ readonly confirmedAt: Date | null }>`
      delete from code_secret where person_id = ${personId} returning confirmed_at as "confirmedAt"`
    yield* dropLoneCodes(personId)
    if (gone[0] !== undefined && gone[0].confirmedAt !== null) {
      yield* audited("person.factor-remove", personId, "code")
    }
  }, inPeopleTransaction(sql))

  const renewRecoveryCodes = (personId: string) =>
    inPeopleTransaction(sql)(
      Effect.gen(function* () {
        yield* inTurnOfPerson(sql, personId)
        const [row] = yield* sql`
          select 1 from person where id = ${personId} and ${sql.literal(hasFactor)}`
        return row === undefined ? [] : yield* drawRecoveryCodes(personId)
      }),
    )

  const of = Effect.fnUntraced(function* (personId: string) {
    const passkeys = yield* sql<{
      readonly id: string
      readonly name: string
      readonly createdAt: Date
      readonly usedAt: Date | null
    }>`
      select id, name, created_at as "createdAt", used_at as "usedAt" from passkey
      where person_id = ${personId} order by created_at, id`
    const code = yield* secretOf(personId)
    const [left] = yield* sql<{ readonly count: number }>`
      select count(*)::int as count from recovery_code
      where person_id = ${personId} and used_at is null`
    const found: FactorsOf = {
      passkeys: passkeys.map((each) => ({
        ...each,
        createdAt: each.createdAt.toISOString(),
        usedAt: each.usedAt?.toISOString() ?? null,
      })),
      codeSince: code?.confirmedAt?.toISOString() ?? null,
      pendingSecret:
        code === undefined || code.confirmedAt !== null ? null : Redacted.make(base32(code.secret)),
      recoveryCodes: left?.count ?? 0,
    }
    return found
  }, orPeopleUnavailable)

  const holders = (partnerCode: PartnerCode) =>
    Effect.map(
      orPeopleUnavailable(sql<{
        readonly id: string
        readonly passkeys: number
        readonly hasCode: boolean
      }>`
        select person.id,
          (select count(*)::int from passkey where passkey.person_id = person.id) as passkeys,
          exists (select from code_secret where code_secret.person_id = person.id
            and confirmed_at is not null) as "hasCode"
        from person join partner on partner.id = partner_id where code = ${partnerCode}`),
      (rows) => new Map(rows.map(({ hasCode, id, passkeys }) => [id, { hasCode, passkeys }])),
    )

  const isRule = (partnerCode: PartnerCode) =>
    Effect.map(
      orPeopleUnavailable(sql`
        select 1 from factor_rule join partner on partner.id = partner_id where code = ${partnerCode}`),
      (rows) => rows.length > 0,
    )

  const setRule = Effect.fnUntraced(function* (ownerId: string, isOn: boolean) {
    const account = yield* ownedAccount(parts, ownerId)
    const [own] = yield* sql`
      select 1 from person where id = ${ownerId} and ${sql.literal(hasFactor)}`
    if (isOn && own === undefined) return yield* new OwnFactorMissing()
    const changed = isOn
      ? yield* sql`insert into factor_rule (partner_id, at) values (${account.id}, ${now})
          on conflict (partner_id) do nothing returning 1`
      : yield* sql`delete from factor_rule where partner_id = ${account.id} returning 1`
    if (changed.length === 0) return
    const details = { partner: account.code, isRule: isOn }
    yield* recordAudit(sql, { action: "person.factor-rule", subject: ownerId, details })
  }, inPeopleTransaction(sql))

  return {
    attempt,
    markPassed,
    audited,
    dropLoneCodes,
    firstRecoveryCodes,
    of,
    holders,
    beginCode,
    confirmCode,
    passCode,
    removeCode,
    renewRecoveryCodes,
    isRule,
    setRule,
  }
}
