import { diskText, whileWatchingDisk } from "../../../bench/disk-waits.ts"
import type { BenchCall } from "../../../bench/http/call.ts"
import { type LoadAsked, type LoadGenerator, startGenerator } from "../../../bench/http/load.ts"
import { bilanBody, paths, quoteBody } from "../../support/sample-trips.ts"
import type { Server } from "../../support/spawned-server.ts"
import { megabytesOf } from "../memory.ts"
import type { Given, Outcome, Part } from "../part.ts"
import { sandboxCall } from "../sandbox-call.ts"
import { type Stage, type StageKey, withStage } from "../stage.ts"
import {
  type LoadRecord,
  recoveredAfterMs,
  overloadProblems,
  steadyProblems,
  usualP99Ms,
} from "./judge.ts"

/**
 * How many calls a second for how long; how long over how many connections as many as the server
 * answers, to find out how many those are; how long twice as many, over how many connections, and how
 * many of those the server lets wait, more than carry the usual load; for how long it is looked at
 * afterwards.
 */
const sizes = {
  short: {
    steadyRate: 20,
    steadyMs: 2_000,
    capacityMs: 1_000,
    capacityConnections: 16,
    overloadMs: 2_500,
    connections: 100,
    waitingMax: 40,
    afterwardsMs: 1_000,
  },
  long: {
    steadyRate: 500,
    steadyMs: 600_000,
    capacityMs: 15_000,
    capacityConnections: 512,
    overloadMs: 60_000,
    connections: 4_000,
    waitingMax: 1_024,
    afterwardsMs: 10_000,
  },
} as const

/** Keys that the calls are spread over: half of them call the Coach, half ask for quotes. */
const keyCount = 32

/** Connections that carry what a server can take. */
const usualConnections = 32

/** How long each look at a server lasts after it had too much to do. */
const lookMs = 500

const makeCalls = async (stage: Stage): Promise<ReadonlyArray<BenchCall>> => {
  const callOf = (key: StageKey, index: number): BenchCall =>
    index % 2 === 0
      ? sandboxCall(key, paths.bilan, bilanBody())
      : sandboxCall(key, paths.quotes, quoteBody())
  const calls: Array<BenchCall> = []
  for (let index = 0; index < keyCount; index += 1) {
    calls.push(callOf(await stage.createKey(`load-${index}`, "sandbox"), index))
  }
  return calls
}

/** Looks at a server's memory until told to stop. */
const watchMemory = ({ pid }: Server) => {
  const megabytes: Array<number> = []
  const look = (): void => void megabytes.push(megabytesOf(pid, "VmRSS"))
  look()
  const ticks = setInterval(look, 250)
  return {
    stop: (): ReadonlyArray<number> => {
      clearInterval(ticks)
      look()
      return megabytes
    },
  }
}

type Send = (
  asked: Pick<LoadAsked, "connections" | "durationMs" | "isGreeted" | "ratePerSecond" | "whenBusy">,
) => ReturnType<LoadGenerator["run"]>

const goThrough = async (
  send: Send,
  server: Server,
  { isShort, say }: Given,
): Promise<LoadRecord> => {
  const size = sizes[isShort ? "short" : "long"]
  const steadyAsked = { connections: usualConnections, ratePerSecond: size.steadyRate }
  const warm = await send({ connections: usualConnections, durationMs: size.capacityMs / 2 })
  if (warm.broken > 0) throw new Error("connections broke before the load began")
  say(`${size.steadyRate} calls a second for ${size.steadyMs / 1000} s`)
  const steadyMemory = watchMemory(server)
  const [steady, steadyDisk] = await whileWatchingDisk(() =>
    send({ ...steadyAsked, durationMs: size.steadyMs }),
  )
  const steadyMegabytes = steadyMemory.stop()
  const full = await send({
    connections: size.capacityConnections,
    durationMs: size.capacityMs,
  })
  const capacity = (full.statuses["200"] ?? 0) / full.seconds
  say(`twice ${Math.round(capacity)} calls a second for ${size.overloadMs / 1000} s`)
  const overloadMemory = watchMemory(server)
  const overload = await send({
    connections: size.connections,
    durationMs: size.overloadMs,
    ratePerSecond: 2 * capacity,
    isGreeted: true,
    whenBusy: "is left out",
  })
  const overloadMegabytes = overloadMemory.stop()
  const [afterwards, afterwardsDisk] = await whileWatchingDisk(async () => {
    const looks: Array<Awaited<ReturnType<Send>>> = []
    for (let passedMs = 0; passedMs < size.afterwardsMs; passedMs += lookMs) {
      looks.push(await send({ ...steadyAsked, durationMs: lookMs }))
    }
    return looks
  })
  return {
    steady,
    steadyMegabytes,
    steadyDisk,
    capacity,
    overload,
    overloadMegabytes,
    afterwards,
    lookMs,
    afterwardsDisk,
    isTimed: !isShort,
  }
}

const ms = (value: number | undefined): string =>
  value === undefined || Number.isNaN(value) ? "-" : `${value.toFixed(1)} ms`

const steadyOutcome = (seen: LoadRecord): Outcome => {
  const { isTimed, steady, steadyDisk, steadyMegabytes } = seen
  const rate = Math.round(steady.answered / steady.seconds)
  const times = `p50 ${ms(steady.p50Ms)}, p99 ${ms(steady.p99Ms)}, at most ${ms(steady.mostMs)}`
  const answers = `${steady.answered} calls at ${rate} a second: ${JSON.stringify(steady.statuses)}`
  return {
    promise: "steady load is answered, and soon",
    figure: isTimed ? `${answers}; ${times}` : answers,
    cases: steady.answered,
    violations: steadyProblems(seen),
    notes: [
      ...(isTimed ? [] : [`not judged: ${times}`]),
      `memory ${steadyMegabytes[0]} MB at first, ${Math.max(...steadyMegabytes)} MB at most`,
      diskText(steadyDisk, usualP99Ms),
    ],
  }
}

const overloadOutcome = (seen: LoadRecord): Outcome => {
  const { afterwardsDisk, capacity, isTimed, overload, overloadMegabytes } = seen
  const { answered, leftOut, p99MsOf, seconds, statuses } = overload
  const recovered = recoveredAfterMs(seen)
  const recovery =
    recovered === null ? "not usual again" : `usual again within ${recovered / 1000} s`
  const answers = `twice ${Math.round(capacity)} a second: ${JSON.stringify(statuses)}`
  const times = `p99 of the 200s ${ms(p99MsOf["200"])}, of the 503s ${ms(p99MsOf["503"])}`
  return {
    promise: "with too much to do, some are turned away and the others answered",
    figure: isTimed ? `${answers}; ${times}; ${recovery}` : answers,
    cases: answered,
    violations: overloadProblems(seen),
    notes: [
      ...(isTimed ? [] : [`not judged: ${times}; ${recovery}`]),
      `${Math.round((statuses["200"] ?? 0) / seconds)} were answered 200 a second; ${leftOut} calls found every connection busy and were not sent`,
      `memory ${overloadMegabytes[0]} MB at first, ${Math.max(...overloadMegabytes)} MB at most`,
      `afterwards ${diskText(afterwardsDisk, usualP99Ms)}`,
    ],
  }
}

const run = (given: Given): Promise<ReadonlyArray<Outcome>> =>
  withStage(async (stage) => {
    const { waitingMax } = sizes[given.isShort ? "short" : "long"]
    const [calls, server, generator] = await Promise.all([
      makeCalls(stage),
      stage.startServer({ CALLS_WAITING_MAX: String(waitingMax) }),
      startGenerator(),
    ])
    try {
      const send: Send = (asked) => generator.run({ port: server.port, calls, ...asked })
      const seen = await goThrough(send, server, given)
      return [steadyOutcome(seen), overloadOutcome(seen)]
    } finally {
      await generator.end()
    }
  })

/** Steady load, then twice as much as the server can take. */
export const load: Part = {
  name: "load",
  about: "steady load, then twice as many calls as the server can answer",
  run,
}
