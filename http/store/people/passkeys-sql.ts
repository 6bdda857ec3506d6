import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from "@simplewebauthn/server"
import * as Effect from "effect/Effect"
import { createHash, createHmac } from "node:crypto"
import { once } from "../../../core/memory.ts"
import { equalMacs } from "../../platform/hmac.ts"
import type { SignInOrigin, Visitor } from "../../ports/people.ts"
import {
  FactorRefused,
  type OfSession,
  type PasskeyAnswer,
  type PasskeySite,
  TooManyPasskeys,
} from "../../ports/second-factors.ts"
import { recordAudit } from "../accounts/audit-log.ts"
import { databaseNow } from "../database/client.ts"
import type { makeFactors } from "./factors-sql.ts"
import { asPerson, type makePeopleSessions } from "./sessions-sql.ts"
import {
  inPeopleTransaction,
  inTurnOfPerson,
  orPeopleUnavailable,
  type PeopleParts,
} from "./store.ts"
import type { MasterKey } from "../secrets/envelope.ts"

/** What a challenge is for: nothing that is signed for one counts for another. */
type Purpose = "make" | "pass" | "sign in"

/** How long a page may stand open before its passkey is asked for. */
const challengeMinutes = 60

const nonceBytes = 16
const expiryBytes = 6
const nameCharactersMax = 60

/** The library is large, and most calls need none of it. */
const loadLibrary = once(() => import("@simplewebauthn/server"))

const library = Effect.promise(() => loadLibrary())

/** What does not verify is refused, whatever the library says of it. */
const verified = <A>(verify: () => Promise<A>) =>
  Effect.catchCause(Effect.promise(verify), () => Effect.undefined)

interface PasskeyRow {
  readonly id: string
  readonly personId: string
  readonly publicKey: Uint8Array
  readonly counter: string | number
  readonly transports: ReadonlyArray<AuthenticatorTransport>
}

/** An answer of a browser as JSON with an id; what it says is looked at by the library. */
const readAnswer = <Json>(text: string): (Json & { readonly id: string }) | undefined => {
  try {
    const read: unknown = JSON.parse(text)
    return typeof read === "object" && read !== null && "id" in read && typeof read.id === "string"
      ? (read as Json & { readonly id: string })
      : undefined
  } catch {
    return undefined
  }
}

/** What an answer must be signed for; which challenge it is for is noted, to be spent once the rest holds. */
const expectation = ({ host, origin }: PasskeySite) => {
  let challenge = ""
  return {
    challenge: () => challenge,
    of: {
      expectedChallenge: (signed: string) => {
        challenge = signed
        return true
      },
      expectedOrigin: origin,
      expectedRPID: host,
      requireUserVerification: true,
    },
  }
}

const passkeyColumns = `id, person_id as "personId", public_key as "publicKey", counter, transports`

/** Passkeys of people: made, shown, and used to sign in. */
export const makePasskeys = (
  { limits, random, sql }: PeopleParts,
  master: Pick<MasterKey["Service"], "derive">,
  factors: ReturnType<typeof makeFactors>,
  sessions: Pick<ReturnType<typeof makePeopleSessions>, "begin">,
) => {
  const now = sql.literal(databaseNow)
  const columns = sql.literal(passkeyColumns)
  const key = once(() => master.derive("passkey challenge"))

  const macOf = (purpose: Purpose, subject: string, head: Uint8Array): string =>
    createHmac("sha256", key()).update(`${purpose}\n${subject}\n`).update(head).digest("base64url")

  const nowMs = Effect.map(
    sql<{ readonly ms: string | number }>`select floor(extract(epoch from ${now}) * 1000) as ms`,
    ([row]) => Number(row?.ms ?? 0),
  )

  /** A challenge that proves itself: nothing is stored until it is used up. */
  const makeChallenge = (purpose: Purpose, subject: string) =>
    Effect.map(nowMs, (ms): Uint8Array<ArrayBuffer> => {
      const expiry = Buffer.alloc(expiryBytes)
      expiry.writeUIntBE(ms + challengeMinutes * 60_000, 0, expiryBytes)
      const head = Buffer.concat([random.take(nonceBytes), expiry])
      return new Uint8Array(
        Buffer.concat([head, Buffer.from(macOf(purpose, subject, head), "base64url")]),
      )
    })

  /** Uses a challenge of ours up, once. */
  const spendChallenge = Effect.fnUntraced(function* (
    purpose: Purpose,
    subject: string,
    challenge: string,
  ) {
    const bytes = Buffer.from(challenge, "base64url")
    const head = bytes.subarray(0, nonceBytes + expiryBytes)
    const mac = bytes.subarray(nonceBytes + expiryBytes).toString("base64url")
    if (head.length < nonceBytes + expiryBytes) return false
    if (!equalMacs(mac, macOf(purpose, subject, head))) return false
    if (head.readUIntBE(nonceBytes, expiryBytes) < (yield* nowMs)) return false
    const hash = createHash("sha256").update(head).digest()
    const spent = yield* sql`insert into spent_challenge (hash, at) values (${hash}, ${now})
      on conflict (hash) do nothing returning 1`
    return spent.length > 0
  })

  const credentialsOf = (personId: string) => sql<PasskeyRow>`
    select ${columns} from passkey where person_id = ${personId} order by created_at, id`

  const named = ({ id, transports }: PasskeyRow) => ({ id, transports: [...transports] })

  const newPasskeyOptions = Effect.fnUntraced(function* (
    visitor: OfSession & Pick<Visitor, "email">,
    { host }: PasskeySite,
  ) {
    const { generateRegistrationOptions } = yield* library
    const challenge = yield* makeChallenge("make", visitor.sessionId)
    const held = yield* credentialsOf(visitor.personId)
    const options = yield* Effect.promise(() =>
      generateRegistrationOptions({
        rpName: "Viatica",
        rpID: host,
        userName: visitor.email,
        userID: new Uint8Array(Buffer.from(visitor.personId)),
        challenge,
        attestationType: "none",
        excludeCredentials: held.map(named),
        authenticatorSelection: { residentKey: "preferred", userVerification: "required" },
      }),
    )
    return JSON.stringify(options)
  }, orPeopleUnavailable)

  const passkeyOptions = Effect.fnUntraced(function* (
    session: OfSession | null,
    { host }: PasskeySite,
  ) {
    const { generateAuthenticationOptions } = yield* library
    const challenge =
      session === null
        ? yield* makeChallenge("sign in", "")
        : yield* makeChallenge("pass", session.sessionId)
    const held = session === null ? [] : yield* credentialsOf(session.personId)
    const options = yield* Effect.promise(() =>
      generateAuthenticationOptions({
        rpID: host,
        challenge,
        userVerification: "required",
        allowCredentials: held.map(named),
      }),
    )
    return JSON.stringify(options)
  }, orPeopleUnavailable)

  const checkNew = Effect.fnUntraced(function* (session: OfSession, answer: PasskeyAnswer) {
    const response = readAnswer<RegistrationResponseJSON>(answer.text)
    if (response === undefined) return undefined
    const { verifyRegistrationResponse } = yield* library
    const expected = expectation(answer.site)
    const found = yield* verified(() =>
      verifyRegistrationResponse({
        response,
        ...expected.of,
      }),
    )
    const isOurs =
      found?.verified === true &&
      (yield* spendChallenge("make", session.sessionId, expected.challenge()))
    return isOurs ? found?.registrationInfo?.credential : undefined
  })

  const addPasskey = (session: OfSession, name: string, answer: PasskeyAnswer) =>
    Effect.flatMap(
      factors.attempt(
        session.personId,
        Effect.gen(function* () {
          const { personId } = session
          const made = yield* checkNew(session, answer)
          if (made === undefined) return undefined
          const maximum = limits().passkeysPerPerson
          const held = yield* credentialsOf(personId)
          if (held.length >= maximum) return new TooManyPasskeys({ maximum })
          const added = yield* sql`
            insert into passkey (id, person_id, public_key, counter, transports, name, created_at)
            select ${made.id}, id, ${made.publicKey}, ${made.counter}, ${made.transports ?? []}::text[],
              ${name.trim().slice(0, nameCharactersMax)}, ${now} from person where id = ${personId}
            on conflict (id) do nothing returning 1`
          if (added.length === 0) return undefined
          yield* factors.markPassed(session)
          yield* factors.audited("person.factor-add", personId, "passkey")
          return yield* factors.firstRecoveryCodes(personId)
        }),
      ),
      (found) => (found instanceof TooManyPasskeys ? Effect.fail(found) : Effect.succeed(found)),
    )

  /**
   * Whose passkey an answer shows, where it holds: anybody's, or that of a session; its counter goes on.
   * Called in a transaction, and for a session in the turn of its person.
   */
  const usePasskey = Effect.fnUntraced(function* (
    session: OfSession | null,
    answer: PasskeyAnswer,
  ) {
    const response = readAnswer<AuthenticationResponseJSON>(answer.text)
    if (response === undefined) return undefined
    const id = response.id.slice(0, 2_000)
    if (session === null) {
      const [owner] = yield* sql<{ readonly personId: string }>`
        select person_id as "personId" from passkey where id = ${id}`
      if (owner !== undefined) yield* inTurnOfPerson(sql, owner.personId)
    }
    const [held] = yield* sql<PasskeyRow>`select ${columns} from passkey where id = ${id}`
    if (held === undefined) return undefined
    if (session !== null && held.personId !== session.personId) return undefined
    const { verifyAuthenticationResponse } = yield* library
    const expected = expectation(answer.site)
    const found = yield* verified(() =>
      verifyAuthenticationResponse({
        response,
        ...expected.of,
        credential: {
          id: held.id,
          publicKey: new Uint8Array(held.publicKey),
          counter: Number(held.counter),
          transports: [...held.transports],
        },
      }),
    )
    if (found?.verified !== true) return undefined
    const isOurs =
      session === null
        ? yield* spendChallenge("sign in", "", expected.challenge())
        : yield* spendChallenge("pass", session.sessionId, expected.challenge())
    if (!isOurs) return undefined
    yield* sql`update passkey set counter = ${found.authenticationInfo.newCounter}, used_at = ${now}
      where id = ${held.id}`
    return held.personId
  })

  const passPasskey = (session: OfSession, answer: PasskeyAnswer) =>
    factors
      .attempt(
        session.personId,
        Effect.gen(function* () {
          if ((yield* usePasskey(session, answer)) === undefined) return undefined
          yield* factors.markPassed(session)
          return true
        }),
      )
      .pipe(Effect.asVoid)

  const signInByPasskey = Effect.fnUntraced(function* (
    answer: PasskeyAnswer,
    sessionBefore: string | undefined,
    from: SignInOrigin,
  ) {
    const personId = yield* usePasskey(null, answer)
    if (personId === undefined) return yield* new FactorRefused()
    const session = yield* sessions.begin(personId, { from, sessionBefore, way: "passkey" })
    const [row] = yield* sql<{ readonly partner: string | null }>`
      update person set last_sign_in_at = ${now} where id = ${personId}
      returning (select code from partner where partner.id = partner_id) as partner`
    const details = { partner: row?.partner ?? null }
    yield* recordAudit(sql, { action: "person.sign-in", subject: personId, details }).pipe(
      asPerson(personId),
    )
    return session
  }, inPeopleTransaction(sql))

  const removePasskey = Effect.fnUntraced(function* (personId: string, id: string) {
    yield* inTurnOfPerson(sql, personId)
    const gone = yield* sql`
      delete from passkey where person_id = ${personId} and id = ${id} returning 1`
    if (gone.length === 0) return yield* new FactorRefused()
    yield* factors.dropLoneCodes(personId)
    yield* factors.audited("person.factor-remove", personId, "passkey")
  }, inPeopleTransaction(sql))

  return {
    newPasskeyOptions,
    passkeyOptions,
    addPasskey,
    passPasskey,
    signInByPasskey,
    removePasskey,
  }
}
