import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@effect/vitest"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Insurers, type InsurerRules } from "../../../../http/ports/live-quotes.ts"
import { layerInsurers } from "../../../../http/outside/insurers/insurers.ts"
import { RandomBytes } from "../../../../http/platform/random-bytes.ts"
import type { Fault } from "../../../../http/emulator/simulator/faults.ts"
import { simulatedPremium } from "../../../../http/emulator/simulator/answer.ts"
import { makeRecordedLog } from "../guard/recorded-log.ts"
import {
  type SimulatorProcess,
  startSimulatorProcess,
} from "../../emulator/simulator/simulator-process.ts"
import { guaranteesOf, insurerOf, requestOf, rulesWith, shortAnswer, trip } from "./requests.ts"
import type { RatingRequest } from "../../../../rules/pricing/rating.ts"

let alpenrose: SimulatorProcess
let borealis: SimulatorProcess

beforeAll(async () => {
  const started = [startSimulatorProcess(), startSimulatorProcess()] as const
  const [first, second] = await Promise.all(started)
  alpenrose = first
  borealis = second
})

afterAll(async () => {
  await Promise.all([alpenrose.end(), borealis.end()])
})

beforeEach(async () => {
  await Promise.all([alpenrose.behave(), borealis.behave()])
})

const rules: InsurerRules = rulesWith({})
const asked = requestOf(insurerOf("alpenrose"), ["AR-1", "AR-2"])
const alsoAsked = requestOf(insurerOf("borealis"), ["BO-1"])
const rated = requestOf(insurerOf("cumulus", { adapter: "tariff" }), ["CU-1"])

const environment = (): Record<string, string> => ({
  INSURER_URLS: `alpenrose=${alpenrose.url.href}rate?token=t,borealis=${borealis.url.href}rate`,
  INSURER_ALLOW_PRIVATE: "true",
  INSURER_TIMEOUT_MS: "30000",
})

/** A program over the insurers that a process with some settings has, and the log it writes. */
const overInsurers = <A, E>(
  settings: Readonly<Record<string, string>>,
  program: Effect.Effect<A, E, Insurers>,
) => {
  const log = makeRecordedLog()
  const services = layerInsurers.pipe(
    Layer.provide(RandomBytes.layerFixed("insurers")),
    Layer.provide(
      ConfigProvider.layer(ConfigProvider.fromEnvRecord({ ...environment(), ...settings })),
    ),
    Layer.provideMerge(log.layer),
  )
  return Effect.map(Effect.provide(program, services), (outcome) => ({ outcome, log: log.lines }))
}

const ask = (requests: ReadonlyArray<RatingRequest>, with_ = rules) =>
  Effect.gen(function* () {
    const answered = yield* (yield* Insurers).over(with_)(requests)
    expect(answered.map(({ request }) => request)).toEqual(requests)
    return answered.map(({ answer }) => answer)
  })

const short = (requests: ReadonlyArray<RatingRequest>) =>
  Effect.map(ask(requests), (answers) => answers.map(shortAnswer))

const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? a : gcd(b, a % b))

const premiumOf = (code: string): string => {
  const minor = BigInt(simulatedPremium(code, { days: 14, ages: [35, 8] }).replace(".", ""))
  const common = gcd(minor, 100n)
  return `${code}=${minor / common}/${100n / common}`
}

const full = `${premiumOf("AR-1")} ${premiumOf("AR-2")}`

describe("insurers", () => {
  it.live(
    "are each asked once, all of their offers in one call, with the trip as it is echoed",
    () =>
      Effect.gen(function* () {
        const before = yield* Effect.promise(() => alpenrose.calls())
        const { outcome } = yield* overInsurers({}, short([asked, rated, alsoAsked]))
        expect(outcome).toEqual([full, "CU-1=10/1", premiumOf("BO-1")])
        const after = yield* Effect.promise(() => alpenrose.calls())
        expect(after.posts - before.posts).toBe(1)
        const body = JSON.parse(after.lastBody ?? "") as Record<string, unknown>
        const { requestId, ...told } = body
        expect(requestId).toMatch(/^[0-9a-f]{32}$/)
        expect(told).toEqual({ contract: "1", trip, days: 14, offers: ["AR-1", "AR-2"] })
        expect(after.lastBody).toContain(`"trip":${JSON.stringify(trip)},`)
        expect(after.lastHeaders).toMatchObject({
          "content-type": "application/json",
          accept: "application/json",
          "accept-encoding": "identity",
        })
        expect(after.lastHeaders).not.toHaveProperty("traceparent")
        expect(after.lastHeaders).not.toHaveProperty("b3")
        const other = yield* Effect.promise(() => borealis.calls())
        expect(JSON.parse(other.lastBody ?? "")).toMatchObject({ requestId, offers: ["BO-1"] })
      }),
  )

  it.live("are asked over kept connections, whatever tables come and go", () =>
    Effect.gen(function* () {
      const before = yield* Effect.promise(() => alpenrose.calls())
      const program = Effect.forEach([1, 2, 3, 4], () => ask([asked], { ...rules }))
      yield* overInsurers({}, program)
      const after = yield* Effect.promise(() => alpenrose.calls())
      expect(after.posts - before.posts).toBe(4)
      // One of the connections since is the one that asks for the calls.
      expect(after.connections - before.connections).toBeLessThanOrEqual(2)
    }),
  )

  it.live("print their guarantees beside their premiums", () =>
    Effect.gen(function* () {
      const { outcome } = yield* overInsurers({}, ask([alsoAsked]))
      const [answer] = outcome
      const [offer] = answer?._tag === "Rated" ? answer.offers : []
      expect(offer === undefined ? null : guaranteesOf(offer)).toEqual({
        hospitalFeesAbroad: { state: "value", value: 150_000 },
        rapatriationAssistance: { state: "actual_costs", value: null },
        directBilling: { state: "included", value: null },
        suitcaseInsurance: { state: "value", value: 1_500 },
        skiInsurance: { state: "not_available", value: null },
      })
    }),
  )

  it.live.each<readonly [fault: Fault, answer: string, posts: number]>([
    [{ kind: "status", status: 400, times: 1 }, "Refused", 1],
    [{ kind: "status", status: 503, times: 1 }, "Refused", 1],
    [{ kind: "malformed", times: 1 }, "Refused", 1],
    [{ kind: "wrong_shape", times: 1 }, "Refused", 1],
    [{ kind: "huge_body", times: 1 }, "Refused", 1],
    [{ kind: "huge_body", mebibytes: 2, times: 1 }, "Refused", 1],
    [{ kind: "redirect", times: 1 }, "Refused", 1],
    [{ kind: "reset_body", times: 1 }, "Refused", 1],
    [{ kind: "reset", times: 2 }, "Refused", 2],
    [{ kind: "reset", times: 1 }, full, 2],
    [{ kind: "latency", ms: 50, times: 1 }, full, 1],
    [{ kind: "wrong_currency", times: 1 }, "", 1],
    [{ kind: "negative_premium", times: 1 }, "", 1],
    [{ kind: "unknown_codes", times: 1 }, "", 1],
    [{ kind: "empty", times: 1 }, "", 1],
    [{ kind: "partial", times: 1 }, premiumOf("AR-1"), 1],
    [{ kind: "unmapped_text", times: 1 }, full, 1],
    [{ kind: "sold_by_redirect", times: 1 }, full, 1],
  ])("answer %j with %j after so many calls, and are sound afterwards", ([fault, answer, posts]) =>
    Effect.gen(function* () {
      const before = yield* Effect.promise(() => alpenrose.calls())
      yield* Effect.promise(() => alpenrose.behave(fault))
      const once = Effect.gen(function* () {
        const answers = yield* short([asked, alsoAsked])
        const { posts: now } = yield* Effect.promise(() => alpenrose.calls())
        return { answers, posts: now - before.posts, again: yield* short([asked]) }
      })
      const { outcome } = yield* overInsurers({}, once)
      expect(outcome).toEqual({ answers: [answer, premiumOf("BO-1")], posts, again: [full] })
      expect(yield* Effect.promise(() => alpenrose.faults())).toEqual([])
    }),
  )

  it.live("say what they sell on their own site", () =>
    Effect.gen(function* () {
      yield* Effect.promise(() => borealis.behave({ kind: "sold_by_redirect" }))
      const { outcome } = yield* overInsurers({}, ask([alsoAsked]))
      expect(outcome).toMatchObject([{ offers: [{ soldByRedirect: true }] }])
    }),
  )

  it.live.each<readonly [Fault]>([
    [{ kind: "hang" }],
    [{ kind: "trickle" }],
    [{ kind: "latency", ms: 600_000 }],
  ])("do not wait for one that never ends: %j", ([fault]) =>
    Effect.gen(function* () {
      yield* Effect.promise(() => alpenrose.behave(fault))
      const settings = { INSURER_TIMEOUT_MS: "400" }
      const { log, outcome } = yield* overInsurers(settings, short([asked, rated, alsoAsked]))
      expect(outcome).toEqual(["TimedOut", "CU-1=10/1", premiumOf("BO-1")])
      expect(log.map(({ facts, message }) => [message, facts["insurer"], facts["reason"]])).toEqual(
        [["an insurer is unavailable", "alpenrose", "no answer within 400 ms"]],
      )
      let calls = yield* Effect.promise(() => alpenrose.calls())
      // What was given up is given up on the wire too.
      while (calls.open > 0) calls = yield* Effect.promise(() => alpenrose.calls())
    }),
  )

  it.live("are left alone after failures, each on its own", () =>
    Effect.gen(function* () {
      yield* Effect.promise(() => alpenrose.behave({ kind: "status", status: 500 }))
      const before = yield* Effect.promise(() => alpenrose.calls())
      const eight = Effect.forEach(Array.from({ length: 8 }), () => short([asked, alsoAsked]))
      const { log, outcome } = yield* overInsurers({}, eight)
      expect(outcome).toEqual(Array.from({ length: 8 }, () => ["Refused", premiumOf("BO-1")]))
      const after = yield* Effect.promise(() => alpenrose.calls())
      expect(after.posts - before.posts).toBe(5)
      expect(log.map(({ message }) => message)).toEqual(["an insurer is unavailable"])
      expect(JSON.stringify(log)).not.toContain("token=t")
    }),
  )

  it.live("are late still while they are left alone for being late", () =>
    Effect.gen(function* () {
      yield* Effect.promise(() => alpenrose.behave({ kind: "hang" }))
      const before = yield* Effect.promise(() => alpenrose.calls())
      const seven = Effect.forEach(Array.from({ length: 7 }), () => short([asked]))
      const { outcome } = yield* overInsurers({ INSURER_TIMEOUT_MS: "50" }, seven)
      expect(outcome).toEqual(Array.from({ length: 7 }, () => ["TimedOut"]))
      const after = yield* Effect.promise(() => alpenrose.calls())
      expect(after.posts - before.posts).toBeLessThanOrEqual(5)
    }),
  )

  it.live("are not asked where no address is known for them, and so refuse nothing", () =>
    Effect.gen(function* () {
      const settings = { INSURER_URLS: "" }
      const twice = Effect.forEach([1, 2], () => short([asked, rated]))
      const { log, outcome } = yield* overInsurers(settings, twice)
      expect(outcome).toEqual([
        ["NotConnected", "CU-1=10/1"],
        ["NotConnected", "CU-1=10/1"],
      ])
      expect(log).toEqual([])
    }),
  )

  it.live.each<readonly [string]>([["127.0.0.1"], ["localhost"], ["[::ffff:127.0.0.1]"]])(
    "are not asked at %s unless private addresses are allowed",
    ([host]) =>
      Effect.gen(function* () {
        const url = `http://${host}:${alpenrose.url.port}/`
        const settings = { INSURER_URLS: `alpenrose=${url}`, INSURER_ALLOW_PRIVATE: "false" }
        const before = yield* Effect.promise(() => alpenrose.calls())
        const { log, outcome } = yield* overInsurers(settings, short([asked]))
        expect(outcome).toEqual(["Refused"])
        const after = yield* Effect.promise(() => alpenrose.calls())
        expect(after.posts).toBe(before.posts)
        expect(log.map(({ facts }) => facts["reason"])).toContain(
          "its address is not public; INSURER_ALLOW_PRIVATE=true allows it",
        )
      }),
  )

  it.live("refuse, and no more, when rating them fails here", () =>
    Effect.gen(function* () {
      const broken = rulesWith({
        rateByTariff: () => {
          throw new Error("no such luck")
        },
        readPrinted: () => {
          throw new Error("no such luck either")
        },
      })
      const { log, outcome } = yield* overInsurers({}, ask([asked, rated], broken))
      expect(outcome.map(shortAnswer)).toEqual(["Refused", "Refused"])
      expect(log.map(({ message }) => message).sort()).toEqual([
        "rating by tariff failed",
        "reading an insurer's answer failed",
      ])
    }),
  )
})
