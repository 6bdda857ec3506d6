import { describe, expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { AuditLog } from "../../../../http/ports/audit-log.ts"
import { Operators } from "../../../../http/ports/operators.ts"
import { Partners } from "../../../../http/ports/partners.ts"
import { People } from "../../../../http/ports/people.ts"
import { databaseTimeMs, setDatabaseTime } from "../../../support/database-clock.ts"
import {
  freshNetwork,
  joinAs,
  layerTestPeople,
  signIn,
  signUp,
  testLimits,
  visit,
} from "./layer.ts"

const dayMs = 86_400_000

const tagOf = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(effect), ({ _tag }) => _tag)

layer(layerTestPeople)("people of accounts", (it) => {
  describe("signing up", () => {
    it.effect("opens an account whose owner the person is", () =>
      Effect.gen(function* () {
        const people = yield* People
        const visitor = yield* visit("first@acme.example")
        const opened = yield* people.signUp(visitor.personId, {
          code: "acme",
          name: "Acme",
          network: freshNetwork(),
        })
        expect(opened).toEqual({ code: "acme", name: "Acme", role: "owner" })
        expect((yield* visit("first@acme.example")).partner).toEqual(opened)
        expect(yield* (yield* Partners).get("acme")).toMatchObject({ status: "created" })
        const [owner] = yield* people.members("acme")
        expect(owner).toMatchObject({ email: "first@acme.example", role: "owner" })
      }),
    )

    it.effect("opens one account a person, however often it is asked for at once", () =>
      Effect.gen(function* () {
        const people = yield* People
        const sql = yield* SqlClient.SqlClient
        const { personId } = yield* visit("twice@acme.example")
        const results = yield* Effect.forEach(
          ["twice-a", "twice-b", "twice-c"],
          (code) =>
            Effect.result(people.signUp(personId, { code, name: code, network: freshNetwork() })),
          { concurrency: "unbounded" },
        )
        expect(results.filter(({ _tag }) => _tag === "Success")).toHaveLength(1)
        expect(yield* sql`select 1 from partner where code like 'twice-%'`).toHaveLength(1)
      }),
    )

    it.effect("refuses a code that is taken, and names that are blank, long or misleading", () =>
      Effect.gen(function* () {
        const people = yield* People
        yield* signUp("taken")
        const { personId } = yield* visit("names@acme.example")
        const open = (code: string, name: string) =>
          tagOf(people.signUp(personId, { code, name, network: freshNetwork() }))
        expect(yield* open("taken", "Acme")).toBe("PartnerExists")
        expect(yield* open("Acme Travel", "Acme")).toBe("BadPartner")
        for (const name of ["", "  ", "a".repeat(201), "a\0b", "a\nb", "Acme\u202exe", "\ud800"]) {
          expect(yield* open("names", name)).toBe("BadPartner")
        }
        const name = '<script>alert("Acme")</script>'
        yield* people.signUp(personId, { code: "names", name, network: freshNetwork() })
        expect((yield* visit("names@acme.example")).partner?.name).toBe(name)
      }),
    )

    it.effect("opens so many accounts from a network in a day", () =>
      Effect.gen(function* () {
        const people = yield* People
        const network = freshNetwork()
        const open = (code: string) =>
          Effect.flatMap(visit(`${code}@acme.example`), ({ personId }) =>
            people.signUp(personId, { code, name: code, network }),
          )
        const startMs = yield* databaseTimeMs
        yield* setDatabaseTime(startMs)
        for (let index = 0; index < testLimits.signUpsPerNetworkDay; index += 1) {
          yield* open(`net-${index}`)
        }
        expect(yield* tagOf(open("net-more"))).toBe("TooManySignUps")
        yield* setDatabaseTime(startMs + dayMs)
        yield* open("net-more")
      }),
    )
  })

  describe("invitations", () => {
    it.effect("are found by whoever holds the address, and joined once", () =>
      Effect.gen(function* () {
        const people = yield* People
        const ownerId = yield* signUp("inviting")
        yield* people.invite(ownerId, {
          email: "Guest@inviting.example",
          role: "reader",
          network: freshNetwork(),
        })
        yield* people.invite(ownerId, {
          email: "guest@inviting.example",
          role: "owner",
          network: freshNetwork(),
        })
        expect(yield* people.invitees("inviting")).toMatchObject([
          { email: "guest@inviting.example", role: "owner" },
        ])
        const guest = yield* visit("guest@inviting.example")
        expect(yield* people.invitationsOf(guest.personId)).toEqual([
          { code: "inviting", name: "inviting", role: "owner" },
        ])
        yield* people.join(guest.personId, "inviting")
        expect(yield* people.invitees("inviting")).toEqual([])
        expect((yield* people.members("inviting")).map(({ role }) => role)).toEqual([
          "owner",
          "owner",
        ])
        expect(yield* tagOf(people.join(guest.personId, "inviting"))).toBe("HasPartner")
        expect(
          yield* tagOf(
            people.invite(ownerId, {
              email: "guest@inviting.example",
              role: "reader",
              network: freshNetwork(),
            }),
          ),
        ).toBe("HasPartner")
      }),
    )

    it.effect("tell an owner nothing of where else an address is known", () =>
      Effect.gen(function* () {
        const people = yield* People
        const ownerId = yield* signUp("curious")
        yield* signUp("elsewhere")
        const known = yield* people.invite(ownerId, {
          email: "owner@elsewhere.example",
          role: "reader",
          network: freshNetwork(),
        })
        const unknown = yield* people.invite(ownerId, {
          email: "nobody@elsewhere.example",
          role: "reader",
          network: freshNetwork(),
        })
        expect({ ...known, email: "", validUntil: "" }).toEqual({
          ...unknown,
          email: "",
          validUntil: "",
        })
        const { personId } = yield* visit("owner@elsewhere.example")
        expect(yield* tagOf(people.join(personId, "curious"))).toBe("HasPartner")
      }),
    )

    it.effect("hold for their days, can be withdrawn, and cannot be joined uninvited", () =>
      Effect.gen(function* () {
        const people = yield* People
        const ownerId = yield* signUp("holding")
        const startMs = yield* databaseTimeMs
        yield* setDatabaseTime(startMs)
        yield* people.invite(ownerId, {
          email: "slow@holding.example",
          role: "reader",
          network: freshNetwork(),
        })
        yield* people.invite(ownerId, {
          email: "dropped@holding.example",
          role: "reader",
          network: freshNetwork(),
        })
        yield* people.withdrawInvitation(ownerId, "dropped@holding.example")
        const dropped = yield* visit("dropped@holding.example")
        expect(yield* tagOf(people.join(dropped.personId, "holding"))).toBe("PersonNotFound")
        yield* setDatabaseTime(startMs + testLimits.invitationDays * dayMs)
        const slow = yield* visit("slow@holding.example")
        expect(yield* people.invitationsOf(slow.personId)).toEqual([])
        expect(yield* tagOf(people.join(slow.personId, "holding"))).toBe("PersonNotFound")
      }),
    )

    it.effect("are so many with the people of an account, also by several at once", () =>
      Effect.gen(function* () {
        const people = yield* People
        const ownerId = yield* signUp("crowded")
        const results = yield* Effect.forEach(
          ["a", "b", "c", "d", "e", "f"],
          (name) =>
            Effect.result(
              people.invite(ownerId, {
                email: `${name}@crowded.example`,
                role: "reader",
                network: freshNetwork(),
              }),
            ),
          { concurrency: "unbounded" },
        )
        expect(results.filter(({ _tag }) => _tag === "Success")).toHaveLength(
          testLimits.peoplePerPartner - 1,
        )
      }),
    )
  })

  describe("owners", () => {
    it.effect("alone change who works with an account, and only with their own", () =>
      Effect.gen(function* () {
        const people = yield* People
        const ownerId = yield* signUp("ruled")
        const readerId = yield* joinAs(ownerId, "ruled", "reader@ruled.example", "reader")
        const strangerId = yield* signUp("stranger")
        for (const id of [readerId, strangerId, "per_nobody", ""]) {
          expect(yield* tagOf(people.remove(id, ownerId))).not.toBe("LastOwner")
          expect(yield* tagOf(people.changeRole(id, ownerId, "reader"))).not.toBe("LastOwner")
        }
        expect(
          yield* tagOf(
            people.invite(readerId, {
              email: "x@ruled.example",
              role: "owner",
              network: freshNetwork(),
            }),
          ),
        ).toBe("RoleRefused")
        expect(yield* tagOf(people.withdrawInvitation(readerId, "x@ruled.example"))).toBe(
          "RoleRefused",
        )
        expect(yield* tagOf(people.remove(strangerId, readerId))).toBe("PersonNotFound")
        expect((yield* people.members("ruled")).map(({ role }) => role)).toEqual([
          "owner",
          "reader",
        ])
      }),
    )

    it.effect("never all go: the last one neither leaves nor becomes a reader", () =>
      Effect.gen(function* () {
        const people = yield* People
        const ownerId = yield* signUp("lasting")
        expect(yield* tagOf(people.remove(ownerId, ownerId))).toBe("LastOwner")
        expect(yield* tagOf(people.changeRole(ownerId, ownerId, "reader"))).toBe("LastOwner")
        const secondId = yield* joinAs(ownerId, "lasting", "second@lasting.example", "owner")
        const results = yield* Effect.all(
          [
            Effect.result(people.remove(ownerId, secondId)),
            Effect.result(people.remove(secondId, ownerId)),
          ],
          { concurrency: "unbounded" },
        )
        expect(results.filter(({ _tag }) => _tag === "Success")).toHaveLength(1)
        expect(yield* people.members("lasting")).toHaveLength(1)
      }),
    )

    it.effect("end the sessions of whom they remove, and see roles change at once", () =>
      Effect.gen(function* () {
        const people = yield* People
        const ownerId = yield* signUp("ending")
        const readerId = yield* joinAs(ownerId, "ending", "reader@ending.example", "reader")
        const token = yield* signIn("reader@ending.example")
        yield* people.changeRole(ownerId, readerId, "owner")
        expect((yield* people.visitorOf(token))?.partner?.role).toBe("owner")
        yield* people.remove(ownerId, readerId)
        expect(yield* people.visitorOf(token)).toBeUndefined()
        expect((yield* visit("reader@ending.example")).partner).toBeNull()
      }),
    )
  })

  describe("the command line", () => {
    it.effect("invites to accounts that have nobody, and makes the demo's owner once", () =>
      Effect.gen(function* () {
        const people = yield* People
        const operators = yield* Operators
        yield* (yield* Partners).create({ code: "empty", name: "Empty" })
        yield* operators.invite("empty", "boss@empty.example", "owner")
        const { personId } = yield* visit("boss@empty.example")
        yield* people.join(personId, "empty")
        yield* operators.enrol("empty", "demo@empty.example")
        yield* operators.enrol("empty", "demo@empty.example")
        expect((yield* people.members("empty")).map(({ email }) => email).sort()).toEqual([
          "boss@empty.example",
          "demo@empty.example",
        ])
        expect(yield* tagOf(operators.invite("nowhere", "x@empty.example", "owner"))).toBe(
          "PartnerNotFound",
        )
      }),
    )

    it.effect("reads what people did in an account, also those who are gone", () =>
      Effect.gen(function* () {
        const people = yield* People
        const ownerId = yield* signUp("told")
        const readerId = yield* joinAs(ownerId, "told", "reader@told.example", "reader")
        yield* people.remove(ownerId, readerId)
        const { entries } = yield* (yield* AuditLog).read({ partnerCode: "told", limit: 50 })
        expect(entries.map(({ action }) => action)).toEqual([
          "person.remove",
          "person.join",
          "person.invite",
          "person.sign-up",
          "partner.create",
        ])
        expect(new Set(entries.map(({ partner }) => partner))).toEqual(new Set(["told"]))
      }),
    )
  })
})
