import { setTimeout as delay } from "node:timers/promises"
import { type LoadAsked, type LoadGenerator, startGenerator } from "../../../bench/http/load.ts"
import { type Answer, outcomeOf, send } from "../../support/http-call.ts"
import { bilanBody, paths, quoteBody } from "../../support/sample-trips.ts"
import { besiege, formCounts, formsOutcome, type FormsRecord, signInPeople } from "../half-sent.ts"
import { megabytesOf } from "../memory.ts"
import type { Given, Outcome, Part } from "../part.ts"
import { sandboxCall } from "../sandbox-call.ts"
import { callSigned, type Stage, withStage } from "../stage.ts"
import { type StrangersRecord, strangersProblems } from "./judge.ts"

/**
 * How many connections strangers have, how long others call before and beside them, and how often; and
 * how long those who have signed in go on to begin forms and leave.
 */
const sizes = {
  short: { strangers: 60, beforeMs: 500, besideMs: 1_500, ratePerSecond: 20, formsMs: 0 },
  long: {
    strangers: 3_000,
    beforeMs: 15_000,
    besideMs: 60_000,
    ratePerSecond: 100,
    formsMs: 30_000,
  },
} as const

/** Keys and connections of the others. */
const keyCount = 8
const connections = 16

/** How long a new key, and a look at a page without a key, wait for the next one. */
const pauseMs = 250

/** Does something again and again until it is told to stop. */
const again = (call: () => Promise<Answer>) => {
  const seen: Array<StrangersRecord["open"][number]> = []
  const over = new AbortController()
  const rounds = (async () => {
    do {
      const startedAt = performance.now()
      const answer = await call()
      seen.push({ outcome: outcomeOf(answer), tookMs: performance.now() - startedAt })
      await delay(pauseMs)
    } while (!over.signal.aborted)
  })()
  return {
    stop: async (): Promise<StrangersRecord["open"]> => {
      over.abort()
      await rounds
      return seen
    },
  }
}

const makeCalls = async (stage: Stage): Promise<LoadAsked["calls"]> =>
  Promise.all(
    Array.from({ length: keyCount }, async (_, index) => {
      const key = await stage.createKey(`partner-${index}`, "sandbox")
      return index % 2 === 0
        ? sandboxCall(key, paths.bilan, bilanBody())
        : sandboxCall(key, paths.quotes, quoteBody())
    }),
  )

/** Calls with a key that has just been made, as a partner does who tries it out at once. */
const callWithNewKey = async (stage: Stage, port: number): Promise<Answer> => {
  const key = await stage.createKey("newcomer", "sandbox")
  return callSigned(port, key, "GET", paths.meta)
}

const goThrough = async (
  stage: Stage,
  port: number,
  [partners, strangers]: readonly [LoadGenerator, LoadGenerator],
  { isShort }: Given,
): Promise<StrangersRecord> => {
  const size = sizes[isShort ? "short" : "long"]
  const calls = await makeCalls(stage)
  const signed = (durationMs: number) =>
    partners.run({ port, calls, connections, durationMs, ratePerSecond: size.ratePerSecond })
  await signed(size.beforeMs / 2)
  const before = await signed(size.beforeMs)
  const flood = strangers.run({
    port,
    calls,
    connections: size.strangers,
    durationMs: size.besideMs,
    hasStrangers: true,
  })
  const newKeys = again(() => callWithNewKey(stage, port))
  const open = again(() => send({ port, method: "GET", path: "/healthz" }))
  const beside = await signed(size.besideMs)
  const [seenNew, seenOpen] = await Promise.all([newKeys.stop(), open.stop()])
  return {
    before,
    beside,
    strangers: await flood,
    newKeys: seenNew,
    open: seenOpen,
    isTimed: !isShort,
  }
}

const slowest = (seen: StrangersRecord["open"]): string =>
  `${Math.max(...seen.map(({ tookMs }) => tookMs)).toFixed(1)} ms`

const outcomeOfRecord = (seen: StrangersRecord, notes: ReadonlyArray<string>): Outcome => {
  const { before, beside, isTimed, newKeys, open, strangers } = seen
  const figures = `${beside.answered} signed calls: ${JSON.stringify(beside.statuses)}; ${strangers.answered} of strangers: ${JSON.stringify(strangers.statuses)}`
  const times = `p99 of signed calls ${before.p99Ms.toFixed(1)} ms before, ${beside.p99Ms.toFixed(1)} ms beside them`
  const others = [
    `signed calls took ${beside.p50Ms.toFixed(1)} ms (median), at most ${beside.mostMs.toFixed(1)} ms`,
    `${newKeys.length} keys made meanwhile were answered their first call within ${slowest(newKeys)}`,
    `/healthz was answered within ${slowest(open)}, ${open.length} times`,
    `strangers waited ${strangers.p50Ms.toFixed(0)} ms (median)`,
  ]
  return {
    promise: "callers without a valid key do not slow others",
    figure: isTimed ? `${times}; ${figures}` : figures,
    cases: strangers.answered,
    violations: strangersProblems(seen),
    notes: [...notes, ...others, ...(isTimed ? [] : [`not judged: ${times}`])],
  }
}

const run = (given: Given): Promise<ReadonlyArray<Outcome>> =>
  withStage(async (stage) => {
    const [server, partners, strangers] = await Promise.all([
      stage.startServer(),
      startGenerator(),
      startGenerator(),
    ])
    try {
      const seen = await goThrough(stage, server.port, [partners, strangers], given)
      const { formsMs, strangers: connected } = sizes[given.isShort ? "short" : "long"]
      const people = await signInPeople(stage, server.port)
      const besieged: Array<FormsRecord> = []
      for (const forms of formCounts) {
        const siege = { forms, manner: "leave", lastsMs: formsMs } as const
        besieged.push(await besiege(server.port, people, siege))
      }
      return [
        outcomeOfRecord(seen, [
          `${connected} connections of strangers, each a key id of its own for every call`,
          `the server took ${megabytesOf(server.pid, "VmHWM")} MB at most`,
        ]),
        formsOutcome(besieged),
      ]
    } finally {
      await Promise.all([partners.end(), strangers.end()])
    }
  })

/**
 * Callers with random key ids beside partners, new keys among them; and strangers who have signed in, as
 * anybody may, and begin forms that they do not send.
 */
export const strangers: Part = {
  name: "strangers",
  about: "connections that call with random key ids, or begin forms and leave, beside partners",
  run,
}
