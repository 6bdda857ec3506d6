import { type LoadGenerator, startGenerator } from "../../../bench/http/load.ts"
import { bilanBody, paths } from "../../support/sample-trips.ts"
import { megabytesOf } from "../memory.ts"
import type { Given, Outcome, Part } from "../part.ts"
import { sandboxCall } from "../sandbox-call.ts"
import { type StageKey, withStage } from "../stage.ts"
import { layOn } from "./clients.ts"
import { besiege, formCounts, formsOutcome, type FormsRecord, signInPeople } from "../half-sent.ts"
import { beGreedy, greedOutcome } from "./greedy.ts"
import { type SlowRecord, slowProblems } from "./judge.ts"
import type { Slowness } from "./slow-clients.ts"

/**
 * How many clients are slow, within what time they come, how long others call before and beside them,
 * the server's limits, and how much later than those a client may be cut off; the greedy clients; and how
 * long forms stay that never come whole.
 */
const sizes = {
  short: {
    slow: 20,
    comeMs: 300,
    beforeMs: 500,
    duringMs: 2_000,
    sendMs: 1_000,
    takeMs: 1_000,
    graceMs: 0,
    greed: { clients: 40, rounds: 40, afterMs: 0 },
    formsMs: 0,
  },
  long: {
    slow: 200,
    comeMs: 10_000,
    beforeMs: 30_000,
    duringMs: 90_000,
    sendMs: 10_000,
    takeMs: 30_000,
    graceMs: 5_000,
    greed: { clients: 1_000, rounds: 100, afterMs: 20_000 },
    formsMs: 30_000,
  },
} as const

/** How long a client waits for being cut off before it counts as let be. */
const cutWithinMs = 120_000

/** Calls of others in a second, over so many connections. */
const ratePerSecond = 100
const connections = 16

const countsOf = (slow: number): Readonly<Record<Slowness, number>> => ({
  head: slow / 2,
  body: slow / 2,
  reading: slow,
})

const othersCall = (generator: LoadGenerator, port: number, key: StageKey, durationMs: number) =>
  generator.run({
    port,
    calls: [sandboxCall(key, paths.bilan, bilanBody())],
    connections,
    durationMs,
    ratePerSecond,
  })

const outcomeOf = (seen: SlowRecord, notes: ReadonlyArray<string>): Outcome => {
  const { before, during, ends, isTimed } = seen
  const cutOff = ends.filter(({ lastedMs }) => lastedMs !== null).length
  const figures = `${cutOff} of ${ends.length} slow clients cut off`
  const times = `p99 of others ${before.p99Ms.toFixed(1)} ms before, ${during.p99Ms.toFixed(1)} ms beside them`
  return {
    promise: "slow clients do not slow others",
    figure: isTimed ? `${times}; ${figures}` : figures,
    cases: ends.length,
    violations: slowProblems(seen),
    notes: isTimed ? notes : [...notes, `not judged: ${times}`],
  }
}

const lasted = ({ ends }: SlowRecord, slowness: Slowness): string => {
  const times = ends.flatMap((end) => (end.slowness === slowness ? [end.lastedMs ?? Infinity] : []))
  return `${times.length} with a slow ${slowness} lasted ${Math.round(Math.max(...times))} ms at most`
}

const run = (given: Given): Promise<ReadonlyArray<Outcome>> =>
  withStage(async (stage) => {
    const size = sizes[given.isShort ? "short" : "long"]
    const { beforeMs, comeMs, duringMs, graceMs, sendMs, slow, takeMs } = size
    const key = await stage.createKey("slow", "sandbox")
    const [server, generator] = await Promise.all([
      stage.startServer({ SEND_TIMEOUT_MS: String(sendMs), TAKE_TIMEOUT_MS: String(takeMs) }),
      startGenerator(),
    ])
    try {
      const before = await othersCall(generator, server.port, key, beforeMs)
      const memoryBefore = megabytesOf(server.pid, "VmRSS")
      const waitMs = { head: cutWithinMs, body: cutWithinMs, reading: cutWithinMs }
      const siege = layOn(
        { counts: countsOf(slow), comeWithinMs: comeMs, port: server.port, key, waitMs },
        given.seed,
      )
      const during = await othersCall(generator, server.port, key, duringMs)
      const ends = await siege.stop()
      const lastsMaxMs = given.isShort
        ? null
        : { head: sendMs + graceMs, body: sendMs + graceMs, reading: takeMs + graceMs }
      const seen: SlowRecord = { ends, before, during, lastsMaxMs, isTimed: !given.isShort }
      const { body, head, reading } = countsOf(slow)
      const other = await stage.createKey("other", "sandbox")
      const others = () => othersCall(generator, server.port, other, duringMs)
      const greedy = await beGreedy(server, key, size.greed, others, !given.isShort)
      const people = await signInPeople(stage, server.port)
      const besieged: Array<FormsRecord> = []
      for (const forms of formCounts) {
        const siege = { forms, manner: "stay", lastsMs: size.formsMs } as const
        besieged.push(await besiege(server.port, people, siege))
      }
      return [
        outcomeOf(seen, [
          `${head + body} clients sent a byte at a time and ${reading} hardly read, at any moment`,
          `others sent ${ratePerSecond} calls a second; ${during.answered} were answered beside slow clients`,
          `the server took ${memoryBefore} MB before and ${megabytesOf(server.pid, "VmHWM")} MB at most`,
          ...(["head", "body", "reading"] as const).map((slowness) => lasted(seen, slowness)),
        ]),
        greedOutcome(greedy),
        formsOutcome(besieged),
      ]
    } finally {
      await generator.end()
    }
  })

/**
 * Slow clients, that send or read a little at a time, signed-in ones among them, and greedy ones, beside
 * clients that call as usual.
 */
export const slow: Part = {
  name: "slow",
  about: "clients that send a byte at a time, hardly read or read nothing, beside others",
  run,
}
