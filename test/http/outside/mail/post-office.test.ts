import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Scope from "effect/Scope"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import {
  EmailNotSent,
  keptEmailsMax,
  makeOutbox,
  makePostOffice,
  postOfficePolicies,
  type PostOfficePolicy,
} from "../../../../http/outside/mail/post-office.ts"
import type { OutgoingEmail, Mail, MailKind } from "../../../../http/ports/mail.ts"
import { makeRecordedLog } from "../guard/recorded-log.ts"
import { times } from "../../../support/long.ts"

const emailTo = (to: string): OutgoingEmail => ({ to, subject: "Your link", text: "secret-token" })

const small: PostOfficePolicy = {
  soundMax: 5,
  failingMax: 3,
  domainMax: 3,
  quickAtOnce: 2,
  slowAtOnce: 1,
  domainAtOnce: 1,
  slowMs: 100,
  firstWaitMs: 1_000,
  retries: 2,
  stopMs: 500,
}

const everywhere = (policy: PostOfficePolicy): Readonly<Record<MailKind, PostOfficePolicy>> => ({
  "sign-in": policy,
  invitation: policy,
  decision: policy,
  comparison: policy,
  withdrawal: policy,
  notice: policy,
})

const notNow = new EmailNotSent({ reason: "451", isFinal: false })
const never = new EmailNotSent({ reason: "550", isFinal: true })

const postTo = (post: Mail["Service"]["post"], to: string, kind: MailKind = "sign-in") =>
  post({ kind, to }, Effect.succeed(emailTo(to)))

/** Runs a test, and ends its post office after: what hangs is waited for by a clock that has to be moved. */
const untilClosed = <A, E>(work: Effect.Effect<A, E, Scope.Scope>) =>
  Effect.gen(function* () {
    const scope = yield* Scope.make()
    const result = yield* Scope.provide(work, scope)
    const closing = yield* Effect.forkChild(Scope.close(scope, Exit.void))
    yield* TestClock.adjust(10_000)
    yield* Fiber.join(closing)
    return result
  })

/** A mail server: what each domain answers, and what it was given. */
const makeServer = (answers: Readonly<Record<string, Effect.Effect<void, EmailNotSent>>> = {}) => {
  const asked: Array<string> = []
  const sent: Array<string> = []
  const send = ({ to }: OutgoingEmail) =>
    Effect.suspend(() => {
      asked.push(to)
      return Effect.tap(answers[to.split("@")[1] ?? ""] ?? Effect.void, () =>
        Effect.sync(() => sent.push(to)),
      )
    })
  return { send, asked, sent }
}

describe("the post office", () => {
  it.effect("does not make its callers wait, and tries again what was not taken", () =>
    Effect.gen(function* () {
      let tries = 0
      const post = yield* makePostOffice(
        () => Effect.suspend(() => ((tries += 1) < 3 ? Effect.fail(notNow) : Effect.void)),
        everywhere(small),
      )
      expect(yield* postTo(post, "a@acme.example")).toBe("taken")
      yield* TestClock.adjust(0)
      expect(tries).toBe(1)
      yield* TestClock.adjust(999)
      expect(tries).toBe(1)
      yield* TestClock.adjust(1)
      expect(tries).toBe(2)
      yield* TestClock.adjust(4_000)
      expect(tries).toBe(3)
      yield* TestClock.adjust(100_000)
      expect(tries).toBe(3)
    }).pipe(untilClosed),
  )

  it.effect(
    "gives up at once on what is refused for good, and logs neither address nor words",
    () =>
      Effect.gen(function* () {
        const { layer, lines } = makeRecordedLog()
        let tries = 0
        yield* Effect.gen(function* () {
          const post = yield* makePostOffice(
            () =>
              Effect.suspend(() => {
                tries += 1
                return Effect.fail(never)
              }),
            everywhere(small),
          )
          yield* postTo(post, "gone@acme.example")
          yield* TestClock.adjust(100_000)
        }).pipe(untilClosed, Effect.provide(layer))
        expect(tries).toBe(1)
        expect(JSON.stringify(lines)).toContain("550")
        expect(JSON.stringify(lines)).not.toMatch(/gone@|secret-token/)
      }),
  )

  it.effect(
    "says that a queue is full and writes nothing then, and takes more once some are sent",
    () =>
      Effect.gen(function* () {
        const { layer, lines } = makeRecordedLog()
        const server = makeServer({
          "hung.example": Effect.never,
          "slow.example": Effect.sleep(10),
        })
        let written = 0
        yield* Effect.gen(function* () {
          const post = yield* makePostOffice(server.send, everywhere(small))
          const write = (to: string) =>
            post(
              { kind: "sign-in", to },
              Effect.sync(() => {
                written += 1
                return emailTo(to)
              }),
            )
          // Two are under way, three wait.
          for (const name of ["a", "b"]) yield* write(`${name}@hung.example`)
          yield* write("c@slow.example")
          yield* write("d@slow.example")
          yield* write("e@other.example")
          expect(written).toBe(5)
          expect(yield* write("f@more.example")).toBe("full")
          expect(yield* write("g@more.example")).toBe("full")
          expect(written).toBe(5)
          yield* TestClock.adjust(30)
          expect(server.sent).toEqual(["c@slow.example", "d@slow.example", "e@other.example"])
          expect(yield* write("f@more.example")).toBe("taken")
          yield* TestClock.adjust(1)
          expect(server.sent).toContain("f@more.example")
        }).pipe(untilClosed, Effect.provide(layer))
        const said = lines
          .map(({ message }) => String(message))
          .filter((line) => /dropped/i.test(line))
        expect(said).toEqual([
          "An email (sign-in) was dropped: its queue is full.",
          "Dropped while the queue was full: 2 (sign-in emails).",
        ])
      }),
  )

  it.effect("gives a place back where nothing is written after all", () =>
    Effect.gen(function* () {
      const post = yield* makePostOffice(
        makeServer({ "hung.example": Effect.never }).send,
        everywhere(small),
      )
      const refused = post(
        { kind: "sign-in", to: "x@acme.example" },
        Effect.fail("refused" as const),
      )
      for (let index = 0; index < 20; index += 1)
        expect(yield* Effect.flip(refused)).toBe("refused")
      expect(yield* postTo(post, "x@acme.example")).toBe("taken")
    }).pipe(untilClosed),
  )

  it.effect("lets no kind wait for another, whatever becomes of that one's emails", () =>
    Effect.gen(function* () {
      const server = makeServer({
        "later.example": Effect.fail(notNow),
        "hung.example": Effect.never,
      })
      const post = yield* makePostOffice(server.send, postOfficePolicies)
      // 205 invitations to mailboxes that a server does not take now, and as many that hang.
      for (let index = 0; index < 205; index += 1) {
        yield* postTo(post, `${index}@later.example`, "invitation")
        yield* postTo(post, `${index}@hung.example`, "invitation")
      }
      yield* TestClock.adjust(1_000)
      expect(yield* postTo(post, "victor@good.example")).toBe("taken")
      expect(yield* postTo(post, "owner@good.example", "decision")).toBe("taken")
      yield* TestClock.adjust(0)
      expect(server.sent).toEqual(["victor@good.example", "owner@good.example"])
    }).pipe(untilClosed),
  )

  it.effect("lets a domain that answers 450, or hangs, hold its own share alone", () =>
    Effect.gen(function* () {
      const server = makeServer({
        "later.example": Effect.fail(notNow),
        "hung.example": Effect.never,
      })
      const post = yield* makePostOffice(server.send, postOfficePolicies)
      const posted: Array<string> = []
      for (let index = 0; index < 300; index += 1) {
        posted.push(yield* postTo(post, `${index}@hung.example`))
        yield* postTo(post, `${index}@later.example`)
        yield* TestClock.adjust(0)
      }
      const { domainAtOnce, domainMax } = postOfficePolicies["sign-in"]
      expect(posted.filter((one) => one === "taken")).toHaveLength(domainMax)
      for (let index = 0; index < 50; index += 1) {
        expect(yield* postTo(post, `${index}@good.example`)).toBe("taken")
        yield* TestClock.adjust(0)
      }
      expect(server.sent).toHaveLength(50)
      expect(server.asked.filter((to) => to.endsWith("@hung.example"))).toHaveLength(domainAtOnce)
    }).pipe(untilClosed),
  )

  it.effect(
    "keeps what it takes: each is sent, or the log says why not, and no place is lost",
    () =>
      Effect.gen(function* () {
        const domains = fc.constantFrom("good", "later", "gone", "slow", "hung", "broken", "mixed")
        const posts = fc.array(fc.tuple(domains, fc.integer({ min: 1, max: 3 }), fc.nat(3_000)), {
          minLength: 1,
          maxLength: 60,
        })
        for (const script of fc.sample(posts, times(15, 500))) {
          const { layer, lines } = makeRecordedLog()
          let tries = 0
          const mixed = Effect.suspend(() =>
            (tries += 1) % 2 === 0 ? Effect.fail(notNow) : Effect.void,
          )
          const server = makeServer({
            "later.example": Effect.fail(notNow),
            "gone.example": Effect.fail(never),
            "slow.example": Effect.sleep(200),
            "hung.example": Effect.andThen(Effect.sleep(3_000), Effect.fail(notNow)),
            "broken.example": Effect.die("broken"),
            "mixed.example": mixed,
          })
          yield* Effect.gen(function* () {
            const post = yield* makePostOffice(server.send, everywhere(small))
            let taken = 0
            for (const [domain, count, waitMs] of script) {
              for (let index = 0; index < count; index += 1) {
                if ((yield* postTo(post, `${index}@${domain}.example`)) === "taken") taken += 1
              }
              yield* TestClock.adjust(waitMs)
            }
            yield* TestClock.adjust("2 hours")
            const givenUp = lines.filter(({ message }) =>
              /was not sent|was dropped: too many wait|sending an email/.test(String(message)),
            )
            expect(server.sent.length + givenUp.length).toBe(taken)
            const again: Array<string> = []
            for (let index = 0; index < small.soundMax; index += 1) {
              again.push(yield* postTo(post, `x@new-${index}.example`))
            }
            expect(new Set(again)).toEqual(new Set(["taken"]))
          }).pipe(untilClosed, Effect.provide(layer))
        }
      }),
  )

  it.effect("lets what is slow wait for itself alone", () =>
    Effect.gen(function* () {
      const hangs = Effect.andThen(Effect.sleep(30_000), Effect.fail(notNow))
      const server = makeServer({
        "a.example": hangs,
        "b.example": hangs,
        "later.example": Effect.fail(notNow),
      })
      const post = yield* makePostOffice(server.send, postOfficePolicies)
      for (let index = 0; index < 60; index += 1) {
        yield* postTo(post, `${index}@a.example`)
        yield* postTo(post, `${index}@b.example`)
        yield* postTo(post, `${index}@later.example`)
      }
      yield* TestClock.adjust("1 minute")
      for (let index = 0; index < 50; index += 1) {
        expect(yield* postTo(post, `${index}@good.example`)).toBe("taken")
        yield* TestClock.adjust(0)
      }
      expect(server.sent).toHaveLength(50)
    }).pipe(untilClosed),
  )

  it.effect("sends by and by all that it has taken, whatever fails meanwhile", () =>
    Effect.gen(function* () {
      let now = 0
      const sent: Array<string> = []
      const send = ({ to }: OutgoingEmail) =>
        Effect.suspend(() => {
          now += 1
          if (now % 3 === 0) return Effect.fail(notNow)
          return Effect.delay(
            Effect.sync(() => void sent.push(to)),
            5,
          )
        })
      const post = yield* makePostOffice(
        send,
        everywhere({
          ...small,
          soundMax: 100,
          failingMax: 100,
          domainMax: 100,
          retries: 9,
        }),
      )
      const all = Array.from({ length: 60 }, (_, index) => `${index}@d${index % 7}.example`)
      for (const to of all) expect(yield* postTo(post, to)).toBe("taken")
      yield* TestClock.adjust("1 hour")
      expect([...sent].sort()).toEqual([...all].sort())
    }).pipe(untilClosed),
  )

  it.effect(
    "waits a moment for what is under way when the process stops, and says what is lost",
    () =>
      Effect.gen(function* () {
        const { layer, lines } = makeRecordedLog()
        const server = makeServer({
          "slow.example": Effect.sleep(300),
          "hung.example": Effect.never,
          "later.example": Effect.fail(notNow),
        })
        yield* Effect.gen(function* () {
          const scope = yield* Scope.make()
          const post = yield* Scope.provide(makePostOffice(server.send, everywhere(small)), scope)
          yield* postTo(post, "a@slow.example")
          yield* postTo(post, "b@later.example")
          yield* postTo(post, "c@hung.example", "invitation")
          yield* TestClock.adjust(0)
          const closing = yield* Effect.forkChild(Scope.close(scope, Exit.void))
          yield* TestClock.adjust(5_000)
          expect(closing.pollUnsafe()).toBeDefined()
          expect(yield* postTo(post, "late@good.example")).toBe("full")
        }).pipe(Effect.provide(layer))
        expect(server.sent).toEqual(["a@slow.example"])
        const said = lines
          .map(({ message }) => String(message))
          .filter((line) => line.startsWith("Lost"))
        expect(said.sort()).toEqual([
          "Lost as the process stopped: 1 (invitation emails).",
          "Lost as the process stopped: 1 (sign-in emails).",
        ])
      }),
  )
})

describe("the outbox of the demo", () => {
  it.effect("keeps the newest emails first, and so many of them", () =>
    Effect.gen(function* () {
      const { outbox, post } = makeOutbox()
      expect(yield* outbox).toEqual([])
      for (let index = 0; index <= keptEmailsMax; index += 1) {
        expect(yield* postTo(post, `${index}`)).toBe("taken")
      }
      const kept = yield* outbox
      expect(kept).toHaveLength(keptEmailsMax)
      expect(kept[0]?.to).toBe(`${keptEmailsMax}`)
      expect(kept.at(-1)?.to).toBe("1")
    }),
  )
})
