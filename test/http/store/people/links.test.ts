import { someBrowser } from "../../../support/console-session.ts"
import { describe, expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { People } from "../../../../http/ports/people.ts"
import { databaseTimeMs, setDatabaseTime } from "../../../support/database-clock.ts"
import { freshNetwork, layerTestPeople, requestLink, testLimits } from "./layer.ts"

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const mark = "m".repeat(43)

const redeem = (token: Redacted.Redacted<string>, before?: string) =>
  Effect.flatMap(People, (people) => people.redeem(Redacted.value(token), before, someBrowser))

const tagOf = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(effect), ({ _tag }) => _tag)

layer(layerTestPeople)("links that sign in", (it) => {
  describe("a link", () => {
    it.effect("works once, however many use it at the same time", () =>
      Effect.gen(function* () {
        const { token } = yield* requestLink("once@acme.example")
        const results = yield* Effect.all(
          Array.from({ length: 8 }, () => Effect.result(redeem(token))),
          { concurrency: "unbounded" },
        )
        expect(results.filter(({ _tag }) => _tag === "Success")).toHaveLength(1)
        expect(yield* tagOf(redeem(token))).toBe("LinkEnded")
      }),
    )

    it.effect("works to the last millisecond of its 15 minutes, and not after it", () =>
      Effect.gen(function* () {
        const people = yield* People
        const nowMs = yield* databaseTimeMs
        yield* setDatabaseTime(nowMs)
        const first = yield* requestLink("late@acme.example")
        const second = yield* requestLink("later@acme.example")
        yield* setDatabaseTime(nowMs + 15 * minuteMs - 1)
        yield* redeem(first.token)
        yield* setDatabaseTime(nowMs + 15 * minuteMs)
        expect(yield* tagOf(redeem(second.token))).toBe("LinkEnded")
        expect(yield* tagOf(people.lookAtLink(Redacted.value(second.token), ""))).toBe("LinkEnded")
      }),
    )

    it.effect("is not used up by looking, and ends those of its address when it is used", () =>
      Effect.gen(function* () {
        const people = yield* People
        const older = yield* requestLink("two@acme.example")
        const newer = yield* requestLink("Two@ACME.example")
        const other = yield* requestLink("two+other@acme.example")
        yield* people.lookAtLink(Redacted.value(newer.token), "")
        yield* people.lookAtLink(Redacted.value(newer.token), "")
        yield* redeem(newer.token)
        expect(yield* tagOf(redeem(older.token))).toBe("LinkEnded")
        yield* redeem(other.token)
      }),
    )

    it.effect("tells the browser that asked from all others", () =>
      Effect.gen(function* () {
        const people = yield* People
        const { token } = yield* requestLink("mine@acme.example", { browserMark: mark })
        const look = (browserMark: string) =>
          Effect.map(
            people.lookAtLink(Redacted.value(token), browserMark),
            ({ isSameBrowser }) => isSameBrowser,
          )
        expect(yield* look(mark)).toBe(true)
        expect(yield* look("x".repeat(43))).toBe(false)
        expect(yield* look("")).toBe(false)
        expect(yield* people.lastAskedBy(mark)).toBe("mine@acme.example")
        expect(yield* people.lastAskedBy("")).toBeUndefined()
      }),
    )

    it.effect("is none where it was never made, whatever it is", () =>
      Effect.gen(function* () {
        const people = yield* People
        for (const token of ["", "sent", "x".repeat(43), "x".repeat(10_000), "' or 1=1 --"]) {
          expect(yield* tagOf(people.redeem(token, undefined, someBrowser))).toBe("LinkEnded")
          expect(yield* tagOf(people.lookAtLink(token, ""))).toBe("LinkEnded")
        }
      }),
    )

    it.effect("stands in the database by a hash alone", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { token } = yield* requestLink("hash@acme.example")
        const { token: session } = yield* redeem(token)
        for (const secret of [token, session]) {
          const text = Redacted.value(secret)
          const rows = yield* sql`
            select 1 from (select sign_in_link::text as row from sign_in_link
              union all select console_session::text from console_session
              union all select audit::text from audit) everything
            where position(${text} in row) > 0
              or position(${Buffer.from(text).toString("hex")} in row) > 0
              or position(${Buffer.from(text, "base64url").toString("hex")} in row) > 0`
          expect(rows).toEqual([])
        }
      }),
    )
  })

  describe("asking for links", () => {
    it.effect("is refused for what is no address, before anything is kept", () =>
      Effect.gen(function* () {
        const bad = [
          "",
          "claire",
          "claire@localhost",
          "claire@acme.example\r\nBcc: all@acme.example",
          "claire@acme.example, other@acme.example",
          '"claire bcc"@acme.example',
          "clаire@acme.example",
          "claire@acmе.example",
          "\u212aate@acme.example",
          "claire@acme\u3002example",
          "cl\u200baire@acme.example",
          `${"a".repeat(65)}@acme.example`,
          `claire@${"a".repeat(250)}.example`,
          "claire@[192.0.2.1]",
          "claire@192.0.2.1",
        ]
        for (const email of bad) expect(yield* tagOf(requestLink(email))).toBe("BadEmail")
      }),
    )

    it.effect("goes so far for a mailbox in an hour, under all of its names", () =>
      Effect.gen(function* () {
        const nowMs = yield* databaseTimeMs
        yield* setDatabaseTime(nowMs)
        yield* requestLink("flood@acme.example")
        yield* requestLink("flood+1@acme.example")
        yield* requestLink("FLOOD+2@acme.example")
        const next = Effect.map(Effect.flip(requestLink("flood@acme.example")), (error) => error)
        expect(yield* next).toMatchObject({ _tag: "TooManyLinks", by: "mailbox" })
        yield* setDatabaseTime(nowMs + hourMs - 1)
        expect(yield* next).toMatchObject({ by: "mailbox" })
        yield* setDatabaseTime(nowMs + hourMs)
        yield* requestLink("flood@acme.example")
      }),
    )

    it.effect("goes so far from a network in a day, also by many at once", () =>
      Effect.gen(function* () {
        const network = freshNetwork()
        const results = yield* Effect.forEach(
          Array.from({ length: 20 }, (_, index) => `crowd${index}@acme.example`),
          (email) => Effect.result(requestLink(email, { network })),
          { concurrency: "unbounded" },
        )
        const made = results.filter(({ _tag }) => _tag === "Success")
        expect(made).toHaveLength(testLimits.linksPerNetworkDay)
        expect(yield* Effect.flip(requestLink("more@acme.example", { network }))).toMatchObject({
          by: "network",
        })
        yield* requestLink("more@acme.example")
      }),
    )

    it.effect("leaves nothing of a day ago", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const people = yield* People
        const nowMs = yield* databaseTimeMs
        yield* setDatabaseTime(nowMs)
        yield* requestLink("gone@acme.example")
        const count = Effect.map(
          sql`select 1 from sign_in_link where email = 'gone@acme.example'`,
          (rows) => rows.length,
        )
        yield* setDatabaseTime(nowMs + 24 * hourMs - 1)
        yield* people.tidy
        expect(yield* count).toBe(1)
        yield* setDatabaseTime(nowMs + 24 * hourMs)
        yield* people.tidy
        expect(yield* count).toBe(0)
      }),
    )
  })
})
