import { someBrowser } from "../../../support/console-session.ts"
import { describe, expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { sameToken } from "../../../../http/platform/masked-token.ts"
import { Operators } from "../../../../http/ports/operators.ts"
import { People } from "../../../../http/ports/people.ts"
import { databaseTimeMs, setDatabaseTime } from "../../../support/database-clock.ts"
import { freshNetwork, layerTestPeople, requestLink, signIn, signUp, testLimits } from "./layer.ts"

const hourMs = 3_600_000

const visitorOf = (token: string) => Effect.flatMap(People, (people) => people.visitorOf(token))

layer(layerTestPeople)("sessions of the console", (it) => {
  describe("a session", () => {
    it.effect("says who is signed in, and ends by signing out, once", () =>
      Effect.gen(function* () {
        const people = yield* People
        const token = yield* signIn("claire@acme.example")
        expect(yield* visitorOf(token)).toMatchObject({
          email: "claire@acme.example",
          language: "en",
          partner: null,
          isOperator: false,
        })
        yield* people.signOut(token)
        yield* people.signOut(token)
        expect(yield* visitorOf(token)).toBeUndefined()
      }),
    )

    it.effect("begins with a new token, and ends the one that the browser had before", () =>
      Effect.gen(function* () {
        const people = yield* People
        const before = yield* signIn("rotate@acme.example")
        const { token } = yield* requestLink("rotate@acme.example")
        const session = yield* people.redeem(Redacted.value(token), before, someBrowser)
        expect(Redacted.value(session.token)).not.toBe(before)
        expect(yield* visitorOf(before)).toBeUndefined()
        expect(yield* visitorOf(Redacted.value(session.token))).toBeDefined()
      }),
    )

    it.effect("lasts so long without being used, and no longer than its days with it", () =>
      Effect.gen(function* () {
        const idleMs = testLimits.idleHours * hourMs
        const wholeMs = testLimits.sessionDays * 24 * hourMs
        const startMs = yield* databaseTimeMs
        yield* setDatabaseTime(startMs)
        const idle = yield* signIn("idle@acme.example")
        const busy = yield* signIn("busy@acme.example")
        for (let atMs = idleMs - 1; atMs < wholeMs; atMs += idleMs - 1) {
          yield* setDatabaseTime(startMs + atMs)
          expect(yield* visitorOf(busy)).toBeDefined()
        }
        yield* setDatabaseTime(startMs + wholeMs - 1)
        expect(yield* visitorOf(idle)).toBeUndefined()
        expect(yield* visitorOf(busy)).toBeDefined()
        yield* setDatabaseTime(startMs + wholeMs)
        expect(yield* visitorOf(busy)).toBeUndefined()
      }),
    )

    it.effect("is one of so many of a person: the one seen longest ago ends first", () =>
      Effect.gen(function* () {
        const startMs = yield* databaseTimeMs
        const tokens: Array<string> = []
        for (let index = 0; index <= testLimits.sessionsPerPerson; index += 1) {
          yield* setDatabaseTime(startMs + index)
          tokens.push(yield* signIn("many@acme.example"))
        }
        const open = yield* Effect.forEach(tokens, visitorOf)
        expect(open.map((visitor) => visitor !== undefined)).toEqual([false, true, true, true])
      }),
    )

    it.effect("has a token of its own for forms, that no page shows twice in the same words", () =>
      Effect.gen(function* () {
        const token = yield* signIn("forms@acme.example")
        const shown = (yield* visitorOf(token))?.csrfToken ?? ""
        const again = (yield* visitorOf(token))?.csrfToken ?? ""
        const other = (yield* visitorOf(yield* signIn("forms@acme.example")))?.csrfToken ?? ""
        expect(shown).not.toBe(again)
        expect(sameToken(shown, again)).toBe(true)
        expect(sameToken(shown, other)).toBe(false)
        for (const wrong of ["", "A".repeat(shown.length), token, `${shown}A`]) {
          expect(sameToken(wrong, shown)).toBe(false)
        }
      }),
    )

    it.effect("is none where a token is none", () =>
      Effect.gen(function* () {
        for (const token of ["", "x".repeat(43), "\0", "é".repeat(43), "x".repeat(100_000)]) {
          expect(yield* visitorOf(token)).toBeUndefined()
        }
      }),
    )
  })

  describe("an operator", () => {
    it.effect("is one from being appointed until being dismissed, which ends the sessions", () =>
      Effect.gen(function* () {
        const operators = yield* Operators
        yield* operators.appoint("ops@viatica.example")
        yield* operators.appoint("OPS@viatica.example")
        const token = yield* signIn("ops@viatica.example")
        expect(yield* visitorOf(token)).toMatchObject({ isOperator: true })
        expect((yield* operators.list).map(({ email }) => email)).toEqual(["ops@viatica.example"])
        yield* operators.dismiss("ops@viatica.example")
        expect(yield* visitorOf(token)).toBeUndefined()
        expect(yield* visitorOf(yield* signIn("ops@viatica.example"))).toMatchObject({
          isOperator: false,
        })
        expect(yield* Effect.flip(operators.dismiss("ops@viatica.example"))).toMatchObject({
          _tag: "PersonNotFound",
        })
      }),
    )
  })

  describe("an analyst", () => {
    it.effect(
      "has the roles that were given, no operator's place, and proves a second factor",
      () =>
        Effect.gen(function* () {
          const operators = yield* Operators
          yield* operators.appoint("lea@viatica.example", ["approver"])
          yield* operators.appoint("lea@viatica.example", ["analyst"])
          const token = yield* signIn("lea@viatica.example")
          expect(yield* visitorOf(token)).toMatchObject({
            isOperator: false,
            tableRoles: ["analyst", "approver"],
            needs: "setting up",
          })
          yield* operators.dismiss("lea@viatica.example")
          expect(yield* visitorOf(token)).toBeUndefined()
          expect(yield* visitorOf(yield* signIn("lea@viatica.example"))).toMatchObject({
            tableRoles: [],
            needs: "nothing",
          })
        }),
    )
  })

  describe("tidying", () => {
    it.effect("deletes sessions that have ended and people without anything, and nobody else", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const people = yield* People
        const startMs = yield* databaseTimeMs
        yield* setDatabaseTime(startMs)
        yield* signIn("stranger@acme.example")
        yield* (yield* Operators).appoint("analyst@tidy.example", ["analyst"])
        const ownerId = yield* signUp("tidy")
        yield* people.invite(ownerId, {
          email: "guest@tidy.example",
          role: "reader",
          network: freshNetwork(),
        })
        yield* signIn("guest@tidy.example")
        yield* setDatabaseTime(startMs + 25 * hourMs)
        expect(yield* people.tidy).toBeGreaterThan(0)
        const left = yield* sql<{ readonly email: string; readonly from: string | null }>`
          select email, signed_up_from as "from" from person
          where email in ('stranger@acme.example', 'analyst@tidy.example', 'owner@tidy.example',
            'guest@tidy.example')
          order by email`
        expect(left).toEqual([
          { email: "analyst@tidy.example", from: null },
          { email: "guest@tidy.example", from: null },
          { email: "owner@tidy.example", from: null },
        ])
        expect(yield* people.tidy).toBe(0)
      }),
    )
  })

  describe("the audit", () => {
    it.effect("tells who signed in and out, by ids, and holds no address", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const people = yield* People
        const token = yield* signIn("audited@acme.example")
        const personId = (yield* visitorOf(token))?.personId ?? ""
        yield* people.signOut(token)
        const rows = yield* sql<{ readonly action: string; readonly actor: string }>`
          select action, actor from audit where subject = ${personId} order by id`
        expect(rows).toEqual(
          ["person.create", "person.sign-in", "person.sign-out"].map((action) => ({
            action,
            actor: `person: ${personId}`,
          })),
        )
        expect(yield* sql`select 1 from audit where audit::text like '%@%'`).toEqual([])
      }),
    )
  })
})
