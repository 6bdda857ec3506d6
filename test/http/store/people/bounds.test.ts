import { describe, expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import * as fc from "fast-check"
import { keptNetwork } from "../../../../rules/accounts/partner.ts"
import { Operators } from "../../../../http/ports/operators.ts"
import { Partners } from "../../../../http/ports/partners.ts"
import { People } from "../../../../http/ports/people.ts"
import type { RandomBytes } from "../../../../http/platform/random-bytes.ts"
import type { MasterKey } from "../../../../http/store/secrets/envelope.ts"
import { layerPeopleWith } from "../../../../http/store/people/people.ts"
import { databaseTimeMs, setDatabaseTime } from "../../../support/database-clock.ts"
import { times } from "../../../support/long.ts"
import { freshNetwork, layerTestPeople, requestLink, signUp, testLimits, visit } from "./layer.ts"
import { mailboxOf } from "../../../../rules/accounts/person.ts"

const hourMs = 3_600_000

const invite = (ownerId: string, email: string, network = freshNetwork()) =>
  Effect.flatMap(People, (people) => people.invite(ownerId, { email, role: "reader", network }))

const outcomeOf = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
  effect.pipe(
    Effect.as("sent"),
    Effect.catch((error) => Effect.succeed(error._tag)),
  )

/** What a process of the service brings along; the database is everybody's. */
type Grounds = MasterKey | Partners | RandomBytes | SqlClient.SqlClient

/** Every second of several things happens in another process: the same database, and places of its own. */
const inTurns = <A, E>(
  work: Effect.Effect<A, E, People>,
  index: number,
): Effect.Effect<A, E, People | Grounds> =>
  index % 2 === 0
    ? work
    : Effect.provide(
        work,
        layerPeopleWith(() => testLimits),
        { local: true },
      )

layer(layerTestPeople)("bounds on emails that others cause", (it) => {
  describe("invitations", () => {
    it.effect("reach a mailbox so often in a day, from all accounts and under all its names", () =>
      Effect.gen(function* () {
        const startMs = yield* databaseTimeMs
        yield* setDatabaseTime(startMs)
        const owners = yield* Effect.forEach(["box-a", "box-b", "box-c", "box-d"], signUp)
        const results = yield* Effect.forEach(
          owners.flatMap((owner) => ["", "+x", "+y"].map((more) => [owner, more] as const)),
          ([owner, more], index) => {
            const once = outcomeOf(invite(owner, `victim${more}@target.example`))
            return inTurns(once, index)
          },
          { concurrency: "unbounded" },
        )
        const sent = results.filter((result) => result === "sent")
        expect(sent).toHaveLength(testLimits.invitationsPerMailboxDay)
        expect(new Set(results)).toEqual(new Set(["sent", "TooManyInvitations"]))
        yield* setDatabaseTime(startMs + 24 * hourMs)
        expect(yield* outcomeOf(invite(owners[0] ?? "", "victim@target.example"))).toBe("sent")
      }),
    )

    it.effect(
      "leave an account so often in a day, withdrawn ones included, and says when more may",
      () =>
        Effect.gen(function* () {
          const people = yield* People
          const startMs = yield* databaseTimeMs
          yield* setDatabaseTime(startMs)
          const owner = yield* signUp("spray")
          const spray = (count: number) =>
            Effect.forEach(
              Array.from({ length: count }, (_, index) => index),
              (index) =>
                Effect.gen(function* () {
                  const email = `${crypto.randomUUID()}-${index}@stranger.example`
                  const outcome = yield* outcomeOf(invite(owner, email))
                  if (outcome === "sent") yield* people.withdrawInvitation(owner, email)
                  return outcome
                }),
            )
          const first = yield* spray(20)
          expect(first.filter((one) => one === "sent")).toHaveLength(
            testLimits.invitationsPerNewAccountDay,
          )
          expect(yield* Effect.flip(invite(owner, "more@stranger.example"))).toMatchObject({
            _tag: "TooManyInvitations",
            by: "account",
            maximum: testLimits.invitationsPerNewAccountDay,
            againAt: new Date(startMs + 24 * hourMs).toISOString(),
          })
          yield* (yield* Partners).approve("spray", {})
          const approved = yield* spray(20)
          expect(approved.filter((one) => one === "sent")).toHaveLength(
            testLimits.invitationsPerAccountDay - testLimits.invitationsPerNewAccountDay,
          )
        }),
    )

    it.effect("leave a network so often in an hour, whoever sends them, several at once too", () =>
      Effect.gen(function* () {
        const startMs = yield* databaseTimeMs
        yield* setDatabaseTime(startMs)
        const owners = yield* Effect.forEach(["net-a", "net-b", "net-c"], signUp)
        const from = (host: number) => `10.250.1.${host}`
        const results = yield* Effect.forEach(
          owners.flatMap((owner) => [1, 2, 3, 4, 5].map((host) => [owner, host] as const)),
          ([owner, host], index) => {
            const once = outcomeOf(invite(owner, `guest-${index}@host.example`, from(host)))
            return inTurns(once, index)
          },
          { concurrency: "unbounded" },
        )
        expect(results.filter((one) => one === "sent")).toHaveLength(
          testLimits.invitationsPerNetworkHour,
        )
        expect(
          yield* Effect.flip(invite(owners[0] ?? "", "late@host.example", from(9))),
        ).toMatchObject({ by: "network", hours: 1 })
        const roomy = yield* signUp("net-d")
        yield* setDatabaseTime(startMs + hourMs)
        expect(yield* outcomeOf(invite(roomy, "late@host.example", from(9)))).toBe("sent")
      }),
    )

    it.effect(
      "count where code of the version before makes them, and not where nothing is sent",
      () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const owner = yield* signUp("rolling")
          const [account] = yield* sql<{
            readonly id: string
          }>`select id from partner where code = 'rolling'`
          // The statement of the version before, to the letter.
          const before = sql`
          insert into invitation (partner_id, email, role, created_at, valid_until)
          values (${account?.id}, 'old+name@rolling.example', 'reader', now(),
            now() + make_interval(days => ${14}))
          on conflict (partner_id, email)
          do update set role = excluded.role, valid_until = excluded.valid_until
          returning email, role, valid_until as "validUntil"`
          for (let index = 0; index < testLimits.invitationsPerMailboxDay; index += 1) yield* before
          expect(yield* outcomeOf(invite(owner, "old@rolling.example"))).toBe("TooManyInvitations")
          const operators = yield* Operators
          for (let index = 0; index < 5; index += 1) {
            yield* operators.invite("rolling", "told@rolling.example", "reader")
          }
          expect(yield* outcomeOf(invite(owner, "told@rolling.example"))).toBe("sent")
        }),
    )

    it.effect("are forgotten after a day, with whom they went to", () =>
      Effect.gen(function* () {
        const people = yield* People
        const sql = yield* SqlClient.SqlClient
        const startMs = yield* databaseTimeMs
        yield* setDatabaseTime(startMs)
        yield* invite(yield* signUp("forgetful"), "guest@forgetful.example", "192.0.2.77")
        const kept = () =>
          sql`select network from invitation_sent where mailbox = 'guest@forgetful.example'`
        expect(yield* kept()).toEqual([{ network: "192.0.2.0/24" }])
        yield* setDatabaseTime(startMs + 24 * hourMs)
        yield* people.tidy
        expect(yield* kept()).toEqual([])
      }),
    )
  })

  describe("sign-ups", () => {
    it.effect("are counted in turn: of 14 at once from one network so many open an account", () =>
      Effect.gen(function* () {
        const visitors = yield* Effect.forEach(
          Array.from({ length: 14 }, (_, index) => `crowd-${index}`),
          (code) =>
            Effect.map(visit(`${code}@acme.example`), ({ personId }) => ({ code, personId })),
        )
        const results = yield* Effect.forEach(
          visitors,
          ({ code, personId }, index) => {
            const once = outcomeOf(
              Effect.flatMap(People, (people) =>
                people.signUp(personId, { code, name: code, network: `10.251.1.${index}` }),
              ),
            )
            return inTurns(once, index)
          },
          { concurrency: "unbounded" },
        )
        expect(results.filter((one) => one === "sent")).toHaveLength(
          testLimits.signUpsPerNetworkDay,
        )
        expect(new Set(results)).toEqual(new Set(["sent", "TooManySignUps"]))
      }),
    )
  })

  describe("networks", () => {
    it.effect(
      "are kept as a /24 or a /48, also where code of the version before wrote an address",
      () =>
        Effect.gen(function* () {
          const people = yield* People
          const sql = yield* SqlClient.SqlClient
          yield* requestLink("kept@acme.example", { network: "2001:db8:7:9" })
          const networks = sql<{ readonly network: string }>`
          select network from sign_in_link where email = 'kept@acme.example' order by network`
          expect(yield* networks).toEqual([{ network: "2001:db8:7::/48" }])
          yield* sql`update sign_in_link set network = '198.51.100.77' where email = 'kept@acme.example'`
          // It counts before it is cut.
          for (let index = 1; index < testLimits.linksPerNetworkDay; index += 1) {
            yield* requestLink(`kept-${index}@acme.example`, { network: `198.51.100.${index}` })
          }
          expect(
            yield* Effect.flip(requestLink("more@acme.example", { network: "198.51.100.200" })),
          ).toMatchObject({ by: "network" })
          yield* people.tidy
          expect(yield* networks).toEqual([{ network: "198.51.100.0/24" }])
        }),
    )

    it.effect("and mailboxes are the same in the database as in the rules", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const octet = fc.integer({ min: 0, max: 255 })
        const network = fc.oneof(
          fc.tuple(octet, octet, octet, octet).map((parts) => parts.join(".")),
          fc
            .array(fc.stringMatching(/^[0-9a-fA-F]{1,4}$/), { minLength: 4, maxLength: 4 })
            .map((groups) => groups.join(":")),
          fc.stringMatching(/^[0-9a-fA-F.:/ =_-]{0,70}$/),
          fc.tuple(octet, octet, octet, octet).map((parts) => `for=${parts.join(".")}:80`),
        )
        const email = fc.stringMatching(/^[a-z+.]{1,12}@[a-z+]{1,6}\.[a-z]{2,4}$/)
        const networks = fc.sample(network, times(300, 20_000))
        const emails = fc.sample(email, times(300, 20_000))
        const rows = yield* sql<{ readonly kept: string; readonly again: string }>`
          select kept_network(one) as kept, kept_network(kept_network(one)) as again
          from unnest(${networks}::text[]) with ordinality as given (one, place) order by place`
        expect(rows.map(({ kept }) => kept)).toEqual(networks.map(keptNetwork))
        expect(rows.map(({ again }) => again)).toEqual(rows.map(({ kept }) => kept))
        const boxes = yield* sql<{ readonly box: string }>`
          select mailbox_of(one) as box
          from unnest(${emails}::text[]) with ordinality as given (one, place) order by place`
        expect(boxes.map(({ box }) => box)).toEqual(emails.map(mailboxOf))
      }),
    )
  })
})
