import { describe, expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { Operators } from "../../../../http/ports/operators.ts"
import { People } from "../../../../http/ports/people.ts"
import { SecondFactors } from "../../../../http/ports/second-factors.ts"
import { codeAt, someBrowser } from "../../../support/console-session.ts"
import { databaseTimeMs, setDatabaseTime } from "../../../support/database-clock.ts"
import { makeSoftPasskey } from "../../../support/soft-authenticator.ts"
import { freshNetwork, layerTestPeople, requestLink, signIn, testLimits } from "./layer.ts"

const stepMs = 30_000
const hourMs = 3_600_000
const site = { host: "localhost", origin: "http://localhost" }

const visitorOf = (token: string) =>
  Effect.flatMap(
    Effect.flatMap(People, (people) => people.visitorOf(token)),
    (visitor) =>
      visitor === undefined ? Effect.die("nobody is signed in") : Effect.succeed(visitor),
  )

const enter = (email: string) => Effect.flatMap(signIn(email), visitorOf)

const tagOf = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.match(effect, { onSuccess: () => "done", onFailure: ({ _tag }) => _tag })

/** Sets codes up for somebody who is signed in; gives the secret and recovery codes. */
const setCodeUp = (visitor: { readonly personId: string; readonly sessionId: string }) =>
  Effect.gen(function* () {
    const factors = yield* SecondFactors
    yield* factors.beginCode(visitor.personId)
    const { pendingSecret } = yield* factors.of(visitor.personId)
    const secret = pendingSecret === null ? "" : Redacted.value(pendingSecret)
    const recovery = yield* factors.confirmCode(visitor, codeAt(secret, yield* databaseTimeMs))
    return { secret, recovery }
  })

/** Adds a passkey to somebody who is signed in. */
const addPasskey = (
  visitor: { readonly personId: string; readonly sessionId: string; readonly email: string },
  passkey = makeSoftPasskey(),
  name = "Phone",
) =>
  Effect.gen(function* () {
    const factors = yield* SecondFactors
    const options = yield* factors.newPasskeyOptions(visitor, site)
    yield* factors.addPasskey(visitor, name, { site, text: passkey.made(options) })
    return passkey
  })

layer(layerTestPeople)("second factors", (it) => {
  describe("six-digit codes", () => {
    it.effect("are asked of every session that has not passed one, from the first on", () =>
      Effect.gen(function* () {
        const factors = yield* SecondFactors
        yield* setDatabaseTime(yield* databaseTimeMs)
        const other = yield* signIn("codes@acme.example")
        const own = yield* signIn("codes@acme.example")
        const visitor = yield* visitorOf(own)
        expect(visitor).toMatchObject({ needs: "nothing", hasFactor: false })
        const { recovery, secret } = yield* setCodeUp(visitor)
        expect(new Set(recovery).size).toBe(testLimits.recoveryCodes)
        expect(yield* visitorOf(own)).toMatchObject({ needs: "nothing", hasFactor: true })
        const waiting = yield* visitorOf(other)
        expect(waiting.needs).toBe("second factor")
        yield* setDatabaseTime((yield* databaseTimeMs) + stepMs)
        yield* factors.passCode(waiting, codeAt(secret, yield* databaseTimeMs))
        expect((yield* visitorOf(other)).needs).toBe("nothing")
      }),
    )

    it.effect("count once, also when they are sent twice at once, typed as people type them", () =>
      Effect.gen(function* () {
        const factors = yield* SecondFactors
        yield* setDatabaseTime(yield* databaseTimeMs)
        const visitor = yield* enter("once@acme.example")
        const { secret } = yield* setCodeUp(visitor)
        const used = codeAt(secret, yield* databaseTimeMs)
        expect(yield* tagOf(factors.passCode(visitor, used))).toBe("FactorRefused")
        yield* setDatabaseTime((yield* databaseTimeMs) + stepMs)
        const code = codeAt(secret, yield* databaseTimeMs)
        const typed = `${code.slice(0, 3)} ${code.slice(3)}`
        const tags = yield* Effect.all(
          Array.from({ length: 4 }, () => tagOf(factors.passCode(visitor, typed))),
          { concurrency: "unbounded" },
        )
        expect(tags.toSorted()).toEqual(["FactorRefused", "FactorRefused", "FactorRefused", "done"])
      }),
    )

    it.effect("are guessed so often an hour, and then not even a right one holds", () =>
      Effect.gen(function* () {
        const factors = yield* SecondFactors
        yield* setDatabaseTime(yield* databaseTimeMs)
        const visitor = yield* enter("guess@acme.example")
        const { recovery, secret } = yield* setCodeUp(visitor)
        for (let tried = 0; tried < testLimits.factorTriesPerHour; tried += 1) {
          expect(yield* tagOf(factors.passCode(visitor, "nonsense"))).toBe("FactorRefused")
        }
        yield* setDatabaseTime((yield* databaseTimeMs) + stepMs)
        const right = codeAt(secret, yield* databaseTimeMs)
        expect(yield* tagOf(factors.passCode(visitor, right))).toBe("TooManyFactorTries")
        expect(yield* tagOf(factors.passCode(visitor, recovery[0] ?? ""))).toBe(
          "TooManyFactorTries",
        )
        yield* setDatabaseTime((yield* databaseTimeMs) + hourMs)
        const later = codeAt(secret, yield* databaseTimeMs)
        expect(yield* tagOf(factors.passCode(visitor, later))).toBe("done")
      }),
    )

    it.effect("lie sealed, recovery codes as hashes, and each recovery code holds once", () =>
      Effect.gen(function* () {
        const factors = yield* SecondFactors
        const sql = yield* SqlClient.SqlClient
        const visitor = yield* enter("sealed@acme.example")
        const { recovery, secret } = yield* setCodeUp(visitor)
        const stored = JSON.stringify(
          yield* sql`select encode(sealed, 'escape') as a, null as b from code_secret
            union all select null, encode(hash, 'hex') from recovery_code`,
        )
        for (const text of [
          secret,
          ...recovery,
          ...recovery.map((code) => code.replaceAll("-", "")),
        ]) {
          expect(stored).not.toContain(text)
        }
        const code = (recovery[3] ?? "").toLowerCase().replaceAll("-", " ")
        expect(yield* tagOf(factors.passCode(visitor, code))).toBe("done")
        expect(yield* tagOf(factors.passCode(visitor, code))).toBe("FactorRefused")
        expect((yield* factors.of(visitor.personId)).recoveryCodes).toBe(9)
        const other = yield* enter("other-sealed@acme.example")
        yield* setCodeUp(other)
        expect(yield* tagOf(factors.passCode(other, recovery[4] ?? ""))).toBe("FactorRefused")
      }),
    )
  })

  describe("passkeys", () => {
    it.effect("pass a session, sign in without a link, and count once", () =>
      Effect.gen(function* () {
        const factors = yield* SecondFactors
        const first = yield* enter("keys@acme.example")
        const passkey = yield* addPasskey(first)
        const token = yield* signIn("keys@acme.example")
        const visitor = yield* visitorOf(token)
        expect(visitor.needs).toBe("second factor")
        const text = passkey.shown(yield* factors.passkeyOptions(visitor, site))
        const tags = yield* Effect.all(
          [1, 2, 3].map(() => tagOf(factors.passPasskey(visitor, { site, text }))),
          { concurrency: "unbounded" },
        )
        expect(tags.toSorted()).toEqual(["FactorRefused", "FactorRefused", "done"])
        expect((yield* visitorOf(token)).needs).toBe("nothing")

        const answer = { site, text: passkey.shown(yield* factors.passkeyOptions(null, site)) }
        const begun = yield* factors.signInByPasskey(answer, undefined, someBrowser)
        expect(yield* visitorOf(Redacted.value(begun.token))).toMatchObject({
          email: "keys@acme.example",
          needs: "nothing",
          isFresh: true,
        })
        expect(yield* tagOf(factors.signInByPasskey(answer, undefined, someBrowser))).toBe(
          "FactorRefused",
        )
      }),
    )

    it.effect(
      "keep the name that they are given, without spaces around it, up to 60 characters",
      () =>
        Effect.gen(function* () {
          const factors = yield* SecondFactors
          const visitor = yield* enter("names@acme.example")
          yield* addPasskey(visitor, makeSoftPasskey(), "  Work phone ")
          yield* addPasskey(visitor, makeSoftPasskey(), `a${"b".repeat(80)}`)
          const { passkeys } = yield* factors.of(visitor.personId)
          expect(passkeys.map(({ name }) => name).toSorted()).toEqual([
            "Work phone",
            `a${"b".repeat(59)}`,
          ])
        }),
    )

    it.effect("do not hold for another site, session, purpose or person, nor unverified", () =>
      Effect.gen(function* () {
        const factors = yield* SecondFactors
        const visitor = yield* enter("forge@acme.example")
        const passkey = yield* addPasskey(visitor)
        const session = yield* enter("forge@acme.example")
        const stranger = yield* enter("stranger@acme.example")
        const theirs = yield* addPasskey(stranger)
        const passes = (text: string) => tagOf(factors.passPasskey(session, { site, text }))
        const own = yield* factors.passkeyOptions(session, site)
        const forged = [
          passkey.shown(yield* factors.passkeyOptions(visitor, site)),
          passkey.shown(yield* factors.passkeyOptions(null, site)),
          passkey.shown(own, { counter: 0 }),
          theirs.shown(own),
          makeSoftPasskey({ isVerified: false }).shown(own),
          passkey.shown(JSON.stringify({ challenge: "A".repeat(40) })),
          "{}",
          "",
          "null",
        ]
        // The third is honest but for its counter: 0, after 7.
        for (const text of forged.slice(0, 2)) expect(yield* passes(text)).toBe("FactorRefused")
        const sql = yield* SqlClient.SqlClient
        yield* sql`update passkey set counter = 7 where id = ${passkey.id}`
        yield* sql`delete from factor_try`
        for (const text of forged.slice(2)) {
          expect(yield* passes(text)).toBe("FactorRefused")
          yield* sql`delete from factor_try`
        }
        expect(yield* passes(passkey.shown(own, { counter: 8 }))).toBe("done")
        const lax = makeSoftPasskey({ isVerified: false })
        expect(yield* tagOf(addPasskey(visitor, lax))).toBe("FactorRefused")
        const elsewhere = makeSoftPasskey({ origin: "http://localhost.evil.example" })
        expect(yield* tagOf(addPasskey(visitor, elsewhere))).toBe("FactorRefused")
        const otherHost = makeSoftPasskey({ host: "evil.example" })
        expect(yield* tagOf(addPasskey(visitor, otherHost))).toBe("FactorRefused")
      }),
    )

    it.effect("belong to one person, who has at most so many and removes them alone", () =>
      Effect.gen(function* () {
        const factors = yield* SecondFactors
        const visitor = yield* enter("many@acme.example")
        const passkey = yield* addPasskey(visitor)
        const thief = yield* enter("thief@acme.example")
        expect(yield* tagOf(addPasskey(thief, passkey))).toBe("FactorRefused")
        expect(yield* tagOf(factors.removePasskey(thief.personId, passkey.id))).toBe(
          "FactorRefused",
        )
        for (let held = 1; held < testLimits.passkeysPerPerson; held += 1)
          yield* addPasskey(visitor)
        expect(yield* tagOf(addPasskey(visitor))).toBe("TooManyPasskeys")
        const { passkeys, recoveryCodes } = yield* factors.of(visitor.personId)
        expect([passkeys.length, recoveryCodes]).toEqual([testLimits.passkeysPerPerson, 10])
        for (const { id } of passkeys) yield* factors.removePasskey(visitor.personId, id)
        expect((yield* factors.of(visitor.personId)).recoveryCodes).toBe(0)
      }),
    )
  })

  describe("who needs one", () => {
    it.effect(
      "are operators, always, and people of an account that asks, from their next sign-in",
      () =>
        Effect.gen(function* () {
          const factors = yield* SecondFactors
          const operators = yield* Operators
          const people = yield* People
          yield* setDatabaseTime(yield* databaseTimeMs)
          yield* operators.appoint("op@viatica.example")
          expect((yield* enter("op@viatica.example")).needs).toBe("setting up")

          const owner = yield* enter("owner@asks.example")
          yield* people.signUp(owner.personId, {
            code: "asks",
            name: "Asks",
            network: freshNetwork(),
          })
          yield* operators.invite("asks", "dev@asks.example", "developer")
          const before = yield* signIn("dev@asks.example")
          const developer = yield* visitorOf(before)
          yield* people.join(developer.personId, "asks")
          expect(yield* tagOf(factors.setRule(owner.personId, true))).toBe("OwnFactorMissing")
          expect(yield* tagOf(factors.setRule(developer.personId, true))).toBe("RoleRefused")
          yield* setCodeUp(owner)
          yield* setDatabaseTime((yield* databaseTimeMs) + 1_000)
          yield* factors.setRule(owner.personId, true)
          expect((yield* visitorOf(before)).needs).toBe("nothing")
          yield* setDatabaseTime((yield* databaseTimeMs) + 1_000)
          const after = yield* signIn("dev@asks.example")
          expect((yield* visitorOf(after)).needs).toBe("setting up")
          yield* setCodeUp(yield* visitorOf(after))
          expect((yield* visitorOf(after)).needs).toBe("nothing")
          yield* factors.setRule(owner.personId, false)
          expect(yield* factors.isRule("asks")).toBe(false)
        }),
    )

    it.effect("loses all of them and every session where the command line takes them away", () =>
      Effect.gen(function* () {
        const factors = yield* SecondFactors
        const operators = yield* Operators
        const people = yield* People
        const token = yield* signIn("lost@acme.example")
        const visitor = yield* visitorOf(token)
        yield* setCodeUp(visitor)
        yield* addPasskey(visitor)
        yield* operators.resetFactors("Lost@acme.example")
        expect(yield* people.visitorOf(token)).toBeUndefined()
        expect(yield* factors.of(visitor.personId)).toEqual({
          passkeys: [],
          codeSince: null,
          pendingSecret: null,
          recoveryCodes: 0,
        })
        expect((yield* enter("lost@acme.example")).needs).toBe("nothing")
        expect(yield* tagOf(operators.resetFactors("nobody@acme.example"))).toBe("PersonNotFound")
      }),
    )
  })
})

layer(layerTestPeople)("open sessions", (it) => {
  it.effect("tell device and network, and are ended by their own person alone", () =>
    Effect.gen(function* () {
      const people = yield* People
      const first = yield* signIn("list@acme.example")
      const { token } = yield* requestLink("list@acme.example")
      const phone =
        "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1"
      const second = yield* people.redeem(Redacted.value(token), undefined, {
        network: "198.51.100.77",
        userAgent: phone,
      })
      const visitor = yield* visitorOf(first)
      const listed = yield* people.sessions(visitor.personId, visitor.sessionId)
      expect(
        listed.map(({ device, isNewNetwork, isThis, network, way }) => ({
          device,
          isNewNetwork,
          isThis,
          network,
          way,
        })),
      ).toEqual([
        {
          device: "Firefox, Linux",
          isNewNetwork: false,
          isThis: true,
          network: "192.0.2.0/24",
          way: "link",
        },
        {
          device: "Safari, iPhone",
          isNewNetwork: true,
          isThis: false,
          network: "198.51.100.0/24",
          way: "link",
        },
      ])
      const stranger = yield* enter("ender@acme.example")
      const theirs = listed[1]?.sessionId ?? ""
      expect(yield* people.endSessions(stranger.personId, { only: theirs })).toBe(0)
      expect(yield* people.endSessions(stranger.personId, { allBut: stranger.sessionId })).toBe(0)
      expect(yield* people.visitorOf(Redacted.value(second.token))).toBeDefined()
      expect(yield* people.endSessions(visitor.personId, { only: theirs })).toBe(1)
      expect(yield* people.visitorOf(Redacted.value(second.token))).toBeUndefined()
      yield* signIn("list@acme.example")
      expect(yield* people.endSessions(visitor.personId, { allBut: visitor.sessionId })).toBe(1)
      expect(yield* people.visitorOf(first)).toBeDefined()
    }),
  )

  it.effect("begun by the version before know nothing, and have passed no second factor", () =>
    Effect.gen(function* () {
      const people = yield* People
      const sql = yield* SqlClient.SqlClient
      const token = yield* signIn("older@acme.example")
      const visitor = yield* visitorOf(token)
      yield* setCodeUp(visitor)
      yield* sql`update console_session set device = null, network = null, way = null,
        factor_at = null, proved_at = null where person_id = ${visitor.personId}`
      expect((yield* visitorOf(token)).needs).toBe("second factor")
      const [session] = yield* people.sessions(visitor.personId, visitor.sessionId)
      expect(session).toMatchObject({ device: "", network: "", way: null, isProven: false })
    }),
  )
})
