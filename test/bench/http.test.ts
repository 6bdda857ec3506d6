import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { createServer, type Server } from "node:http"
import { type AddressInfo } from "node:net"
import { type BenchCall, type BenchKey, requestBytes } from "../../bench/http/call.ts"
import { bilanCalls, callCount, quoteCalls } from "../../bench/http/calls.ts"
import { type LoadGenerator, type LoadSeen, startGenerator } from "../../bench/http/load.ts"
import { makeMemoryCounter, plenty } from "../../bench/http/memory-quotas.ts"
import { loadInTurns, rateFigure, type RoundSeen, serverNotes } from "../../bench/http/rounds.ts"
import { checkSameAnswers, record } from "../../bench/http/same-answers.ts"
import type { BenchServer } from "../../bench/http/servers.ts"
import { target } from "./outcomes.ts"

const key = (mode: BenchKey["mode"], keyId: string): BenchKey => ({
  keyId,
  secret: `secret of ${keyId}`,
  mode,
  defaultLinkCode: null,
})

const keys = [key("sandbox", "ak_test_1"), key("live", "ak_live_1")]

describe("the calls of the HTTP bench", () => {
  it("come from all keys in turn, the same in every run", () => {
    const calls = bilanCalls(keys)
    assert.strictEqual(calls.length, callCount)
    assert.deepStrictEqual(bilanCalls(keys), calls)
    assert.deepStrictEqual(new Set(calls.map((call) => call.key.keyId)).size, keys.length)
    assert.isAbove(new Set(calls.map(({ body }) => body)).size, callCount / 2)
  })

  it("send cards of the catalogue under live keys only", () => {
    for (const { body, key: signer } of bilanCalls(keys)) {
      if (body.includes("catalogueId")) assert.strictEqual(signer.mode, "live")
    }
    assert.isTrue(bilanCalls(keys).some(({ body }) => body.includes("catalogueId")))
  })

  it("are signed for the second in which they are sent", () => {
    const [call] = quoteCalls(keys)
    assert.isDefined(call)
    const text = requestBytes(call, 1_767_225_600).toString()
    assert.match(text, /^POST \/api\/v1\/travel\/quotes HTTP\/1\.1\r\n/)
    assert.match(text, /\r\nx-svc-timestamp: 1767225600\r\n/)
    assert.notStrictEqual(text, requestBytes(call, 1_767_225_601).toString())
    assert.isTrue(text.endsWith(`\r\n\r\n${call.body}`))
  })
})

describe("quotas in memory", () => {
  it("count bilans as reads, by key", () => {
    const count = makeMemoryCounter()
    count("one", "bilan", 60_000)
    count("other", "bilan", 60_000)
    const state = count("one", "bilan", 119_999)
    assert.deepStrictEqual(state.reads, { limit: plenty, used: 2 })
    assert.deepStrictEqual(state.burst, { limit: plenty, used: 2 })
    assert.strictEqual(state.lifetime.bilans, 2)
  })

  it("begin again with the minute and with the day", () => {
    const count = makeMemoryCounter()
    count("one", "price", 0)
    const nextMinute = count("one", "price", 60_000)
    assert.deepStrictEqual([nextMinute.burst.used, nextMinute.reads.used], [1, 2])
    const nextDay = count("one", "price", 86_400_000)
    assert.deepStrictEqual([nextDay.burst.used, nextDay.reads.used], [1, 1])
    assert.strictEqual(nextDay.lifetime.prices, 3)
  })
})

/** A server of this process that answers every call alike, after a while. */
const makeServer = (answer: () => { readonly status: number; readonly text: string }) =>
  createServer((request, response) => {
    request.resume()
    request.on("end", () => {
      const { status, text } = answer()
      response.writeHead(status, { "content-length": Buffer.byteLength(text) }).end(text)
    })
  })

const portOf = (server: Server): number => (server.address() as AddressInfo).port

const benchServer = (server: Server): BenchServer => ({
  name: "a server",
  port: portOf(server),
  processorTime: () => Promise.resolve({ usedMicros: 0 }),
  end: () => Promise.resolve(),
})

describe("load", () => {
  let status = 200
  let text = `{"sessionId":"first","price":1}`
  const server = makeServer(() => ({ status, text }))
  let generator: LoadGenerator | undefined
  const calls: ReadonlyArray<BenchCall> = quoteCalls(keys).slice(0, 3)

  beforeAll(async () => {
    generator = await startGenerator()
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  })
  afterAll(async () => {
    await generator?.end()
    server.closeAllConnections()
    server.close()
  })

  const load = (ratePerSecond?: number) => {
    assert.isDefined(generator)
    return generator.run({
      port: portOf(server),
      calls,
      connections: 4,
      durationMs: 200,
      ...(ratePerSecond === undefined ? {} : { ratePerSecond }),
    })
  }

  it("counts every answer by its status", async () => {
    status = 503
    const seen = await load()
    status = 200
    assert.isAbove(seen.answered, 0)
    assert.deepStrictEqual(seen.statuses, { 503: seen.answered })
    assert.strictEqual(seen.broken, 0)
    assert.isAtMost(seen.p50Ms, seen.p99Ms)
    assert.isAtMost(seen.p99Ms, seen.mostMs)
  })

  it("sends exactly as many calls as are due at a rate", async () => {
    const seen = await load(100)
    assert.deepStrictEqual(seen.statuses, { 200: 20 })
  })

  it("tells answers apart by their bytes, but not by what is drawn", async () => {
    const recorded = await record(benchServer(server), calls)
    text = `{"sessionId":"other","price":1}`
    await checkSameAnswers(benchServer(server), calls, recorded)
    text = `{"sessionId":"other","price":2}`
    const found = await checkSameAnswers(benchServer(server), calls, recorded).catch(String)
    assert.match(String(found), /call 0 is answered .*"price\\":2/)
  })
})

const loadSeen = (answered: number): LoadSeen => ({
  answered,
  seconds: 1,
  statuses: answered === 0 ? {} : { 200: answered },
  leftOut: 0,
  p99MsOf: {},
  broken: 0,
  p50Ms: 1,
  p99Ms: 1,
  mostMs: 1,
})

const named = (name: string): BenchServer => ({
  name,
  port: 0,
  processorTime: () => Promise.resolve({ usedMicros: 0 }),
  end: () => Promise.resolve(),
})

/** A generator of whose rounds each, counted from 1, comes to so many answers. */
const generatorOf = (answersOf: (round: number) => number): LoadGenerator => {
  let round = 0
  return {
    run: () => {
      round += 1
      return Promise.resolve(loadSeen(answersOf(round)))
    },
    end: () => Promise.resolve(),
  }
}

describe("rounds", () => {
  it("without an answer are taken again and told", async () => {
    const server = named("ours")
    const stalls = generatorOf((round) =>
      round === 1 || round === 20 || round === 21 ? 0 : 60_000,
    )
    const rounds = await loadInTurns([server], stalls, [])
    const seen = rounds.get("ours") ?? []
    assert.isAbove(seen.length, 20)
    assert.isTrue(seen.every(({ ratePerSecond }) => ratePerSecond === 60_000))
    assert.match(serverNotes(rounds)[0] ?? "", /; 2 rounds without an answer were taken again$/)
  })

  it("of a server that answers no more end the bench", async () => {
    const falls = generatorOf((round) => (round < 10 ? 60_000 : 0))
    const found = await loadInTurns([named("ours")], falls, []).catch(String)
    assert.match(String(found), /ours: \{\}, 0 connections broken/)
  })
})

it("the rate is set against the peer's of the same round", () => {
  const round = (ratePerSecond: number): RoundSeen => ({
    ...loadSeen(ratePerSecond),
    emptyRoundsBefore: 0,
    ratePerSecond,
    processorMicros: 1,
  })
  const rounds = new Map([
    ["ours", [round(50), round(10), round(80)]],
    ["theirs", [round(100), round(100), round(100)]],
  ])
  const figure = rateFigure(rounds, {
    work: "w",
    server: named("ours"),
    against: named("theirs"),
    target: target("at least", 0.5),
  })
  assert.deepStrictEqual([figure.least, figure.ratio, figure.most], [0.1, 0.5, 0.8])
})
