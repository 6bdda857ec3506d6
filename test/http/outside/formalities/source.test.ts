import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as CircuitBreaker from "effect/persistence/CircuitBreaker"
import * as TestClock from "effect/testing/TestClock"
import {
  makeSource,
  type SourcePolicy,
  sourcePolicy,
} from "../../../../http/outside/formalities/formalities.ts"
import { layerFetchClient } from "../../../../http/platform/fetch-client.ts"
import { type Behave, misbehaviours, soundly, startSource } from "./source-server.ts"
import type { RulesFor } from "../../../../http/ports/destination-facts.ts"

/** A source on a real port, and the facts that are had of it. */
const started = (policy: Partial<SourcePolicy> = {}) =>
  Effect.gen(function* () {
    const server = yield* Effect.acquireRelease(
      Effect.promise(() => startSource()),
      (source) => Effect.promise(() => source.leave()),
    )
    const rulesFor = yield* makeSource(server.url, { ...sourcePolicy, ...policy })
    return { server, ask: asking(rulesFor) }
  })

const asking =
  (rulesFor: RulesFor) =>
  (destinations: string, residence = "FR") =>
    rulesFor({ residence, destinations: destinations.split(" ") })

const withLog = (logger: Logger.Logger<unknown, void>) =>
  Layer.mergeAll(layerFetchClient, CircuitBreaker.layerStoreMemory(), Logger.layer([logger]))

const services = withLog(Logger.make(() => {}))

/** A client that throws instead of answering. */
const broken = Layer.succeed(
  HttpClient.HttpClient,
  HttpClient.make(() => {
    throw new Error("no such luck")
  }),
)

const reasonOf = (answer: ReturnType<RulesFor>) =>
  Effect.map(Effect.flip(answer), ({ reason }) => reason._tag)

const fails: Behave = (_, response) => response.writeHead(500).end()

const mandatory = {
  requirement: "mandatory_medical",
  amount: 30_000,
  currency: "EUR",
  certainty: "high",
}

describe("a source of formalities", () => {
  it.effect("is asked about residence and destinations, beside what its address holds", () =>
    Effect.gen(function* () {
      const { ask, server } = yield* started()
      yield* ask("TR GE")
      expect(server.asked.map((query) => decodeURIComponent(query))).toEqual([
        "token=t&residence=FR&destinations=GE,TR",
      ])
    }).pipe(Effect.provide(services)),
  )

  it.effect("tells the rules of each destination, and the visas of that passport", () =>
    Effect.gen(function* () {
      const { ask, server } = yield* started()
      server.behave((_, response) => {
        const rules = [mandatory, { requirement: "none", certainty: "low", note: "since 2020" }]
        const destinations = [
          { destination: "TR", visa: "visa", rules },
          { destination: "GE", visa: null, rules: [] },
          { destination: "XX", visa: "visa", rules },
        ]
        response.end(JSON.stringify({ destinations, source: "a test" }))
      })
      const rules = yield* ask("TR GE")
      expect(rules.rulesOf("TR")).toEqual([
        { destination: "TR", ...mandatory },
        {
          destination: "TR",
          requirement: "none",
          amount: null,
          currency: null,
          certainty: "low",
        },
      ])
      expect([rules.rulesOf("GE"), rules.rulesOf("JP")]).toEqual([[], []])
      expect([rules.visaFor("FR", "TR"), rules.visaFor("FR", "GE")]).toEqual(["visa", null])
      expect([rules.visaFor("US", "TR"), rules.visaFor("FR", "JP")]).toEqual([null, null])
    }).pipe(Effect.provide(services)),
  )

  it.effect("tells what governments advise on travel, or leaves it to the tables", () =>
    Effect.gen(function* () {
      const { ask, server } = yield* started()
      const advice = {
        government: "CA",
        issuer: "Global Affairs Canada",
        level: 4,
        scope: "whole",
        asOf: "2026-08-22",
        certainty: "high",
      }
      server.behave((_, response) => {
        const destinations = [
          { destination: "TR", visa: null, rules: [], advice: [advice] },
          { destination: "GE", visa: null, rules: [], advice: [] },
          { destination: "JP", visa: null, rules: [] },
        ]
        response.end(JSON.stringify({ destinations }))
      })
      const rules = yield* ask("TR GE JP")
      expect(rules.adviceOf?.("TR")).toEqual([{ ...advice, country: "TR" }])
      expect(rules.adviceOf?.("GE")).toEqual([])
      expect(rules.adviceOf?.("JP")).toBeUndefined()
    }).pipe(Effect.provide(services)),
  )

  it.live.each(misbehaviours)("is of no use when it %s: %s", ([, tag, behave]) =>
    Effect.gen(function* () {
      const { ask, server } = yield* started({ timeoutMs: 300 })
      server.behave(behave)
      expect(yield* reasonOf(ask("US"))).toBe(tag)
      server.behave(soundly([mandatory]))
      const rules = yield* ask("JP")
      expect(rules.rulesOf("JP")).toHaveLength(1)
    }).pipe(Effect.provide(services)),
  )

  it.effect("is of no use when asking it fails here", () =>
    Effect.gen(function* () {
      const { ask } = yield* started()
      const { reason } = yield* Effect.flip(ask("US"))
      expect(reason).toEqual({ _tag: "Died", defect: "Error: no such luck" })
    }).pipe(Effect.provide(broken), Effect.provide(services)),
  )

  it.live("is of no use while nobody listens, and is again once somebody does", () =>
    Effect.gen(function* () {
      const { ask, server } = yield* started()
      yield* Effect.promise(() => server.leave())
      expect(yield* reasonOf(ask("US"))).toBe("Unreachable")
      yield* Effect.promise(() => server.listen())
      yield* ask("JP")
    }).pipe(Effect.provide(services)),
  )
})

describe("asking a source", () => {
  it.effect("happens once for equal questions, whatever the order of their destinations", () =>
    Effect.gen(function* () {
      const { ask, server } = yield* started()
      yield* Effect.all([ask("TR GE"), ask("GE TR"), ask("GE TR")], { concurrency: "unbounded" })
      yield* ask("TR GE")
      expect(server.asked).toHaveLength(1)
      yield* ask("TR GE", "US")
      yield* ask("TR")
      expect(server.asked).toHaveLength(3)
    }).pipe(Effect.provide(services)),
  )

  it.effect("happens again when an answer has grown old, and not before", () =>
    Effect.gen(function* () {
      const { ask, server } = yield* started({ answerAgeMs: 60_000 })
      yield* ask("GE")
      yield* TestClock.adjust(59_999)
      yield* ask("GE")
      expect(server.asked).toHaveLength(1)
      yield* TestClock.adjust(1)
      yield* ask("GE")
      expect(server.asked).toHaveLength(2)
    }).pipe(Effect.provide(services)),
  )

  it.effect("happens again after a failure, once that has grown old, and not before", () =>
    Effect.gen(function* () {
      const { ask, server } = yield* started({ failureAgeMs: 2_000 })
      server.behave(fails)
      expect(yield* reasonOf(ask("GE"))).toBe("Refused")
      server.behave(soundly())
      yield* TestClock.adjust(1_999)
      expect(yield* reasonOf(ask("GE"))).toBe("Refused")
      expect(server.asked).toHaveLength(1)
      yield* TestClock.adjust(1)
      yield* ask("GE")
      expect(server.asked).toHaveLength(2)
    }).pipe(Effect.provide(services)),
  )

  it.effect("stops after several failures in a row, and goes on when one question succeeds", () =>
    Effect.gen(function* () {
      const { ask, server } = yield* started({ failuresMax: 3, restMs: 5_000, failureAgeMs: 100 })
      const reasons = (destinations: string) =>
        Effect.forEach(destinations.split(" "), (destination) => reasonOf(ask(destination)))
      server.behave(fails)
      expect(yield* reasons("AA AB")).toEqual(["Refused", "Refused"])
      server.behave(soundly())
      yield* ask("AC")
      server.behave(fails)
      expect(yield* reasons("AD AE AF")).toEqual(["Refused", "Refused", "Refused"])
      const asked = server.asked.length
      yield* TestClock.adjust(4_999)
      expect(yield* reasons("AG AH")).toEqual(["Resting", "Resting"])
      expect(server.asked).toHaveLength(asked)
      yield* TestClock.adjust(1)
      expect(yield* reasons("AG AH")).toEqual(["Refused", "Resting"])
      expect(server.asked).toHaveLength(asked + 1)
      server.behave(soundly())
      yield* TestClock.adjust(5_000)
      yield* ask("AH")
      yield* ask("AG")
      expect(server.asked).toHaveLength(asked + 3)
    }).pipe(Effect.provide(services)),
  )

  it.live("has no more questions under way than it may, and answers all of them", () =>
    Effect.gen(function* () {
      const { ask, server } = yield* started({ inFlightMax: 3 })
      server.behave((query, response) => {
        setTimeout(() => soundly([mandatory])(query, response), 5)
      })
      const codes = Array.from({ length: 20 }, (_, index) => `A${String.fromCharCode(65 + index)}`)
      const rules = yield* Effect.forEach(codes, (code) => ask(code), { concurrency: "unbounded" })
      expect(rules).toHaveLength(20)
      expect(server.openMax()).toBe(3)
    }).pipe(Effect.provide(services)),
  )

  it.live("goes on for those who wait for it when another of them leaves", () =>
    Effect.gen(function* () {
      const { ask, server } = yield* started()
      const came = Promise.withResolvers<() => void>()
      server.behave((query, response) => {
        came.resolve(() => soundly([mandatory])(query, response))
      })
      const first = yield* Effect.forkChild(ask("GE"), { startImmediately: true })
      const second = yield* Effect.forkChild(ask("GE"), { startImmediately: true })
      const answer = yield* Effect.promise(() => came.promise)
      yield* Fiber.interrupt(first)
      answer()
      expect((yield* Fiber.join(second)).rulesOf("GE")).toHaveLength(1)
      expect(server.asked).toHaveLength(1)
    }).pipe(Effect.provide(services)),
  )

  it.live("ends when nobody waits for it any more, and is no failure of the source", () =>
    Effect.gen(function* () {
      const { ask, server } = yield* started({ failuresMax: 1 })
      const came = Promise.withResolvers<void>()
      const ended = Promise.withResolvers<void>()
      server.behave((_, response) => {
        response.on("close", () => ended.resolve())
        came.resolve()
      })
      const only = yield* Effect.forkChild(ask("GE"))
      yield* Effect.promise(() => came.promise)
      yield* Fiber.interrupt(only)
      yield* Effect.promise(() => ended.promise)
      server.behave(soundly([mandatory]))
      expect((yield* ask("GE")).rulesOf("GE")).toHaveLength(1)
    }).pipe(Effect.provide(services)),
  )
})

describe("the log", () => {
  it.effect("says once that a source fails, and once that it works again", () => {
    const lines: Array<string> = []
    const logger = Logger.make<unknown, void>(({ message }) => {
      lines.push(String([message].flat()[0]))
    })
    return Effect.gen(function* () {
      const { ask, server } = yield* started({ failuresMax: 100, steadyMs: 30_000 })
      yield* ask("AA")
      expect(lines).toEqual([])
      server.behave(fails)
      yield* reasonOf(ask("AB"))
      yield* reasonOf(ask("AB"))
      yield* reasonOf(ask("AC"))
      expect(lines).toEqual(["formalities are unavailable"])
      server.behave(soundly())
      yield* TestClock.adjust(29_999)
      yield* ask("AD")
      expect(lines).toEqual(["formalities are unavailable"])
      yield* TestClock.adjust(1)
      yield* ask("AE")
      yield* ask("AF")
      expect(lines).toEqual(["formalities are unavailable", "formalities are available again"])
      server.behave(fails)
      yield* reasonOf(ask("AG"))
      expect(lines).toHaveLength(3)
    }).pipe(Effect.provide(withLog(logger)))
  })
})
