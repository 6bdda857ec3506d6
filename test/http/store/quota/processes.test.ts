import { setTimeout as delay } from "node:timers/promises"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { Keys } from "../../../../http/ports/keys.ts"
import { type Answer, outcomeOf } from "../../../support/http-call.ts"
import { paths, quoteBody } from "../../../support/sample-trips.ts"
import { startServerProcess, useServerProcesses } from "../../../support/server-process.ts"
import { type TestKey, useOwnService } from "../../../support/service.ts"
import { linkBody, makeLinking } from "../links/linking.ts"
import { outOfTime, timed } from "./real-time.ts"

const service = useOwnService()
const { call, session } = makeLinking(service)
const { portOf } = useServerProcesses(service, 2)

type TimedAnswer = Awaited<ReturnType<typeof timed<Answer>>>

const quote = (key: TestKey, port: number) =>
  service().call("POST", paths.quotes, quoteBody(), { key, port })
const meta = (key: TestKey, port: number) =>
  service().call("GET", paths.meta, undefined, { key, port })

/** Calls from several clients at once, each one after another, over all processes in turn. */
const fromClients = async (
  clients: number,
  callsEach: number,
  call: (port: number, number: number) => Promise<Answer>,
): Promise<ReadonlyArray<TimedAnswer>> => {
  const client = async (index: number) => {
    const answers: Array<TimedAnswer> = []
    for (let count = 0; count < callsEach; count += 1) {
      const number = index * callsEach + count
      answers.push(await timed(() => call(portOf(index + count), number)))
    }
    return answers
  }
  return (await Promise.all(Array.from({ length: clients }, (_, index) => client(index)))).flat()
}

/** That calls of a status were told of each remainder below `limit` once, as they came. */
const expectEachRemainder = (
  calls: ReadonlyArray<TimedAnswer>,
  status: number,
  limit: number,
): void => {
  const accepted = calls
    .filter(({ answer }) => answer.status === status)
    .map(({ answer, ...times }) => ({
      ...times,
      remaining: Number(answer.headers["x-ratelimit-remaining"]),
    }))
  const remainders = accepted.map(({ remaining }) => remaining)
  expect(remainders.toSorted((left, right) => right - left)).toEqual(
    Array.from({ length: limit }, (_, index) => limit - 1 - index),
  )
  expect(outOfTime(accepted)).toBeUndefined()
}

const answersOf = (calls: ReadonlyArray<TimedAnswer>) => calls.map(({ answer }) => answer)

const counts = (answers: ReadonlyArray<Answer>): Readonly<Record<string, number>> => {
  const byOutcome: Record<string, number> = {}
  for (const answer of answers) {
    const outcome = outcomeOf(answer)
    byOutcome[outcome] = (byOutcome[outcome] ?? 0) + 1
  }
  return byOutcome
}

describe("two server processes on one database", () => {
  it("grant exactly 200 reads to 16 clients, each remainder once and in real time", async () => {
    const key = await service().createKey({ limits: { reads: 200 } })
    const calls = await fromClients(16, 15, (port) => quote(key, port))
    expect(counts(answersOf(calls))).toEqual({ "200": 200, "429 QUOTA_EXCEEDED": 40 })
    expectEachRemainder(calls, 200, 200)
    expect(await service().quotaOf(key)).toMatchObject({ reads_used: 200, prices: 200 })
  })

  it("grant exactly 40 writes to 16 clients, each remainder once and in real time", async () => {
    const key = await service().createKey({ mode: "live", limits: { writes: 40 } })
    const sessions = await Promise.all(Array.from({ length: 64 }, () => session(key)))
    const calls = await fromClients(16, 4, (port, number) =>
      call(linkBody(sessions[number]), key, { port }),
    )
    const answers = answersOf(calls)
    expect(counts(answers)).toEqual({ "201": 40, "429 QUOTA_EXCEEDED": 24 })
    expectEachRemainder(calls, 201, 40)
    const refused = answers.filter(({ status }) => status === 429)
    expect(new Set(refused.map(({ body }) => (body as { bucket: string }).bucket))).toEqual(
      new Set(["writes"]),
    )
    expect(await service().quotaOf(key)).toMatchObject({ writes_used: 40, links: 40 })
  })

  it("refuse a revoked key from the very next call on", async () => {
    const key = await service().createKey()
    await Promise.all([meta(key, portOf(0)), meta(key, portOf(1))])
    const state = { answered: 0, revoked: false, stop: false }
    const afterwards: Array<Answer> = []
    const client = async (port: number) => {
      while (!state.stop) {
        const sentAfter = state.revoked
        const answer = await meta(key, port)
        state.answered += 1
        if (sentAfter) afterwards.push(answer)
      }
    }
    const clients = [0, 1, 0, 1].map((index) => client(portOf(index)))
    while (state.answered < 40) await delay(5)
    await service().run(Effect.flatMap(Keys, (keys) => keys.revoke(key.keyId)))
    state.revoked = true
    while (afterwards.length < 40) await delay(5)
    state.stop = true
    await Promise.all(clients)
    expect(Object.keys(counts(afterwards))).toEqual(["401 UNAUTHORIZED"])
  })

  it("take both secrets while a key is rotated under load", async () => {
    const first = await service().createKey()
    const inUse: Array<TestKey> = [first]
    const answers: Array<Answer> = []
    const state = { stop: false }
    const client = async (index: number) => {
      for (let count = index; !state.stop; count += 1) {
        const key = inUse[count % inUse.length] ?? first
        answers.push(await meta(key, portOf(count)))
      }
    }
    const clients = Array.from({ length: 6 }, (_, index) => client(index))
    while (answers.length < 40) await delay(5)
    const rotated = await service().run(Effect.flatMap(Keys, (keys) => keys.rotate(first.keyId)))
    inUse.push({ ...first, secret: Redacted.value(rotated.secret) })
    const whenRotated = answers.length
    while (answers.length < whenRotated + 80) await delay(5)
    state.stop = true
    await Promise.all(clients)
    expect(Object.keys(counts(answers))).toEqual(["200"])
  })

  it("keep every count when one of them is killed", async () => {
    const key = await service().createKey({ limits: { reads: 500 } })
    const victim = await startServerProcess(service().databaseUrl)
    const seen = { granted: 0, broken: 0 }
    const client = async () => {
      for (;;) {
        try {
          if ((await quote(key, victim.port)).status === 200) seen.granted += 1
        } catch {
          seen.broken += 1
          return
        }
      }
    }
    const clients = Array.from({ length: 4 }, client)
    while (seen.granted < 40) await delay(5)
    await victim.end("SIGKILL")
    await Promise.all(clients)
    expect(seen.broken).toBe(4)
    const used = (await service().quotaOf(key))["reads_used"] ?? 0
    // A call may have been charged whose answer the kill cut off: at most one of each client.
    expect(used).toBeGreaterThanOrEqual(seen.granted)
    expect(used).toBeLessThanOrEqual(seen.granted + 4)
    const next = await quote(key, portOf(0))
    expect(Number(next.headers["x-ratelimit-remaining"])).toBe(500 - used - 1)
  })
})
