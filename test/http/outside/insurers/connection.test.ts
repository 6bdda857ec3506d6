import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as CircuitBreaker from "effect/persistence/CircuitBreaker"
import * as TestClock from "effect/testing/TestClock"
import { makeConnection } from "../../../../http/outside/insurers/insurers.ts"
import {
  type InsurerPolicy,
  insurerPolicy,
  type RefusalReason,
} from "../../../../http/outside/insurers/insurer.ts"
import { makeRecordedLog } from "../guard/recorded-log.ts"
import { emptyAnswer, failsWith, makeFakeClient, type Turn } from "./fake-client.ts"

const url = new URL("https://rates.example/v1?token=t")

const connected = (policy: Partial<InsurerPolicy>, ...turns: ReadonlyArray<Turn>) =>
  Effect.gen(function* () {
    const fake = makeFakeClient(...turns)
    const { client } = fake
    const post = yield* makeConnection(
      { key: "alpenrose", url, client },
      { ...insurerPolicy, ...policy },
    )
    /** The outcome of a call: what the insurer answered, or the tag of why not. */
    const ask = Effect.match(post("{}"), {
      onSuccess: (entries) => `answered ${entries.length}`,
      onFailure: ({ reason }) => reason._tag,
    })
    return { ...fake, post, ask }
  })

const silent = Layer.merge(CircuitBreaker.layerStoreMemory(), Logger.layer([Logger.make(() => {})]))

const answers: Turn = { answers: emptyAnswer }
const fails: Turn = { answers: "", status: 500 }

describe("a call to an insurer", () => {
  it.effect.each<readonly [string, Turn, RefusalReason["_tag"]]>([
    ["a status", { answers: emptyAnswer, status: 503 }, "Status"],
    ["another success", { answers: emptyAnswer, status: 201 }, "Status"],
    ["a redirect", { answers: emptyAnswer, status: 302 }, "Status"],
    ["no JSON", { answers: "{" }, "Malformed"],
    ["another shape", { answers: "[]" }, "Malformed"],
    ["an answer that is no HTTP", failsWith("HPE_INVALID_CONSTANT"), "Malformed"],
    ["a certificate of nobody", failsWith("SELF_SIGNED_CERT_IN_CHAIN"), "Malformed"],
    ["an error without a code", { failsWith: new Error("odd") }, "Malformed"],
    ["a defect", { does: Effect.die(new Error("no such luck")) }, "Died"],
  ])("is made once and refused for %s", ([, turn, tag]) =>
    Effect.gen(function* () {
      const { ask, calls } = yield* connected({}, turn, answers)
      expect(yield* ask).toBe(tag)
      expect(calls()).toBe(1)
      expect(yield* ask).toBe("answered 0")
    }).pipe(Effect.provide(silent)),
  )

  it.effect.each([
    "ECONNREFUSED",
    "ECONNRESET",
    "EPIPE",
    "ENOTFOUND",
    "EAI_AGAIN",
    "EHOSTUNREACH",
    "ENETUNREACH",
    "ETIMEDOUT",
  ])("is made again once, and no more, after %s", (code) =>
    Effect.gen(function* () {
      const rescued = yield* connected({}, failsWith(code), answers)
      expect(yield* rescued.ask).toBe("answered 0")
      expect(rescued.calls()).toBe(2)
      const lost = yield* connected({}, failsWith(code), failsWith(code), answers)
      expect(yield* lost.ask).toBe("Unreachable")
      expect(lost.calls()).toBe(2)
    }).pipe(Effect.provide(silent)),
  )

  it.effect("is made again within the same deadline", () =>
    Effect.gen(function* () {
      const hangs: Turn = { does: Effect.never }
      const { ask, calls } = yield* connected({ timeoutMs: 100 }, failsWith("ECONNRESET"), hangs)
      const asking = yield* Effect.forkChild(ask)
      yield* TestClock.adjust(99)
      expect(calls()).toBe(2)
      expect(asking.pollUnsafe()).toBeUndefined()
      yield* TestClock.adjust(1)
      expect(yield* Fiber.join(asking)).toBe("TimedOut")
    }).pipe(Effect.provide(silent)),
  )

  it.effect("ends at its deadline even where its end hangs, and its turn is not free before", () =>
    Effect.gen(function* () {
      const clings: Turn = { does: Effect.uninterruptible(Effect.never) }
      const policy = { timeoutMs: 100, inFlightMax: 1, failuresMax: 100 }
      const { ask, calls } = yield* connected(policy, clings, answers)
      for (const _ of [1, 2]) {
        const asking = yield* Effect.forkChild(ask)
        yield* TestClock.adjust(100)
        expect(yield* Fiber.join(asking)).toBe("TimedOut")
      }
      expect(calls()).toBe(1)
    }).pipe(Effect.provide(silent)),
  )

  it.effect("waits for its turn, within its deadline", () =>
    Effect.gen(function* () {
      const policy = { inFlightMax: 3, timeoutMs: 250 }
      const slow: Turn = { answers: emptyAnswer, afterMs: 100 }
      const { ask, openMax } = yield* connected(policy, slow)
      const asking = yield* Effect.forkChild(
        Effect.all(
          Array.from({ length: 10 }, () => ask),
          { concurrency: "unbounded" },
        ),
      )
      yield* TestClock.adjust(300)
      const outcomes = yield* Fiber.join(asking)
      expect(outcomes.filter((outcome) => outcome === "answered 0")).toHaveLength(6)
      expect(outcomes.filter((outcome) => outcome === "TimedOut")).toHaveLength(4)
      expect(openMax()).toBe(3)
    }).pipe(Effect.provide(silent)),
  )
})

describe("an insurer that fails again and again", () => {
  it.effect("is left alone after so many failures in a row, then tried by one call", () =>
    Effect.gen(function* () {
      const { ask, becomes, calls } = yield* connected({}, fails, fails, fails, fails, answers)
      const times = (count: number) => Effect.all(Array.from({ length: count }, () => ask))
      expect(new Set(yield* times(4))).toEqual(new Set(["Status"]))
      expect(yield* ask).toBe("answered 0")
      becomes(fails)
      expect(new Set(yield* times(5))).toEqual(new Set(["Status"]))
      expect(calls()).toBe(10)
      yield* TestClock.adjust(9_999)
      expect(yield* times(3)).toEqual(["Resting", "Resting", "Resting"])
      expect(calls()).toBe(10)
      yield* TestClock.adjust(1)
      expect(yield* times(2)).toEqual(["Status", "Resting"])
      becomes(answers)
      yield* TestClock.adjust(10_000)
      expect(yield* times(3)).toEqual(["answered 0", "answered 0", "answered 0"])
    }).pipe(Effect.provide(silent)),
  )

  it.effect("fails by being slow, and not by declining", () =>
    Effect.gen(function* () {
      const slow: Turn = { answers: emptyAnswer, afterMs: 1_000 }
      const policy = { failuresMax: 2, timeoutMs: 100 }
      const { ask, becomes, post } = yield* connected(policy, answers)
      for (const _ of [1, 2, 3]) expect(yield* ask).toBe("answered 0")
      becomes(slow)
      for (const _ of [1, 2]) {
        const asking = yield* Effect.forkChild(ask)
        yield* TestClock.adjust(100)
        expect(yield* Fiber.join(asking)).toBe("TimedOut")
      }
      expect(yield* ask).toBe("Resting")
      expect((yield* Effect.flip(post("{}"))).reason).toMatchObject({ wasLate: true })
      yield* TestClock.adjust(insurerPolicy.restMs)
      becomes(fails)
      expect(yield* ask).toBe("Status")
      expect((yield* Effect.flip(post("{}"))).reason).toMatchObject({ wasLate: false })
    }).pipe(Effect.provide(silent)),
  )

  it.effect("is not failing because nobody waits for it any more", () =>
    Effect.gen(function* () {
      const { ask, becomes } = yield* connected({ failuresMax: 1 }, { does: Effect.never })
      const asking = yield* Effect.forkChild(ask, { startImmediately: true })
      yield* Fiber.interrupt(asking)
      becomes(answers)
      expect(yield* ask).toBe("answered 0")
    }).pipe(Effect.provide(silent)),
  )

  it.effect("is said to be unavailable once, and once to be available again", () => {
    const log = makeRecordedLog()
    return Effect.gen(function* () {
      const { ask, becomes } = yield* connected({ failuresMax: 100 }, fails)
      yield* ask
      yield* ask
      becomes(answers)
      yield* TestClock.adjust(29_999)
      yield* ask
      const address = "https://rates.example"
      const unavailable = {
        message: "an insurer is unavailable",
        facts: { insurer: "alpenrose", address, reason: "it answered with status 500" },
      }
      expect(log.lines).toEqual([unavailable])
      yield* TestClock.adjust(1)
      yield* ask
      yield* ask
      expect(log.lines.slice(1)).toEqual([
        { message: "an insurer is available again", facts: { insurer: "alpenrose", address } },
      ])
    }).pipe(Effect.provide([CircuitBreaker.layerStoreMemory(), log.layer]))
  })
})
