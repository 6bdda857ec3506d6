import { setTimeout as delay } from "node:timers/promises"
import { makeEndings } from "../endings.ts"
import { atMost, type Figure, figureOfRounds, median } from "../figure.ts"
import { openAccounts } from "../http/accounts.ts"
import { bilanCalls, quoteCalls } from "../http/calls.ts"
import { startChild } from "../http/children.ts"
import { type LoadSeen, startGenerator } from "../http/load.ts"
import type { Part } from "../part.ts"
import { startWatched, type WatchedServer } from "./server.ts"
import { settingOf } from "../settings.ts"

const callsPerSecond = 300

const connections = 32

/** The most that a server may come to have, in MiB. */
const residentMostMib = 220

/** How much more it may have at the end than after a fifth of the time. */
const growthMost = 1.05

/** How a server's memory is watched. */
export interface MemoryWatch {
  /** How long the load takes. */
  readonly minutes: number
  /** How many other processes take all the time of a processor that they can get. */
  readonly busyProcesses: number
}

/**
 * `BENCH_MINUTES` makes it shorter for a quick look; `BENCH_BUSY` has the server go short of processor
 * time, in which V8 lets memory grow further unless it is told how far.
 */
const usualWatch = (): MemoryWatch => ({
  minutes: settingOf("BENCH_MINUTES"),
  busyProcesses: settingOf("BENCH_BUSY"),
})

/** The memory of a server at a moment of its load. */
interface Sample {
  /** The share of the load's time that had passed. */
  readonly share: number
  readonly mib: number
}

const watch = async (server: WatchedServer, durationMs: number): Promise<ReadonlyArray<Sample>> => {
  const startedAt = performance.now()
  const samples: Array<Sample> = []
  for (let share = 0; share < 1; share = (performance.now() - startedAt) / durationMs) {
    samples.push({ share, mib: await server.residentMib() })
    await delay(Math.min(2_000, durationMs / 100))
  }
  return samples
}

const between = (samples: ReadonlyArray<Sample>, from: number, to: number): ReadonlyArray<number> =>
  samples.flatMap(({ mib, share }) => (share >= from && share <= to ? [mib] : []))

const checkAnswered = ({ broken, statuses }: LoadSeen): void => {
  const unlike = Object.keys(statuses).filter((status) => status !== "200")
  if (broken === 0 && unlike.length === 0) return
  throw new Error(`${broken} connections broke; answers: ${JSON.stringify(statuses)}`)
}

const shownMib = (values: ReadonlyArray<number>): string => `${median(values).toFixed(0)} MiB`

const figuresOf = (
  samples: ReadonlyArray<Sample>,
  { busyProcesses, minutes }: MemoryWatch,
): ReadonlyArray<Figure> => {
  const early = between(samples, 0.18, 0.22)
  const late = between(samples, 0.96, 1)
  const beside = busyProcesses === 0 ? "" : ` beside ${busyProcesses} busy processes`
  const work = `memory of a server after ${minutes} minutes of ${callsPerSecond} calls a second${beside}`
  return [
    figureOfRounds(
      {
        work,
        against: "nothing: as the system counts it",
        measure: "MiB",
        target: atMost(residentMostMib),
        workShown: shownMib(late),
        peerShown: `${shownMib(samples.slice(0, 1).map(({ mib }) => mib))} before the load`,
      },
      late,
    ),
    figureOfRounds(
      {
        work,
        against: `after ${minutes / 5} minutes`,
        measure: "times its memory",
        target: atMost(growthMost),
        workShown: shownMib(late),
        peerShown: shownMib(early),
      },
      late.map((mib) => mib / median(early)),
    ),
  ]
}

const busyModule = new URL("busy-process.ts", import.meta.url)

/** The memory of a server under a steady load of signed bilans and quotes. */
export const makeMemoryPart = (given?: MemoryWatch): Part => ({
  name: "memory",
  about: "Memory of a server under steady load.",
  isLong: true,
  run: async function* () {
    const memoryWatch = given ?? usualWatch()
    const endings = makeEndings()
    try {
      const accounts = endings.add(await openAccounts())
      const server = endings.add(await startWatched(accounts.environment))
      const generator = endings.add(await startGenerator())
      for (let busy = 0; busy < memoryWatch.busyProcesses; busy += 1) {
        endings.add(await startChild(busyModule, null))
      }
      const sandbox = accounts.keys.filter(({ mode }) => mode === "sandbox")
      const quotes = quoteCalls(sandbox)
      const calls = bilanCalls(accounts.keys).flatMap((bilan, index) => {
        const quote = quotes[index]
        return quote === undefined ? [bilan] : [bilan, quote]
      })
      const durationMs = memoryWatch.minutes * 60_000
      const load = { port: server.port, calls, connections, durationMs }
      const [seen, samples] = await Promise.all([
        generator.run({ ...load, ratePerSecond: callsPerSecond }),
        watch(server, durationMs),
      ])
      checkAnswered(seen)
      const answered = `${seen.answered} calls answered, all with 200, p99 ${seen.p99Ms.toFixed(0)} ms`
      yield { figures: figuresOf(samples, memoryWatch), notes: [answered] }
    } finally {
      await endings.endAll()
    }
  },
})
