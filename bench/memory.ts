import { execFile } from "node:child_process"
import { setTimeout as delay } from "node:timers/promises"
import { promisify } from "node:util"
import { startServer } from "../test/support/spawned-server.ts"
import { type Figure, figureOfRounds, median } from "./figure.ts"
import { openAccounts } from "./http/accounts.ts"
import { bilanCalls, quoteCalls } from "./http/calls.ts"
import { endOf } from "./http/children.ts"
import { type LoadSeen, startGenerator } from "./http/load.ts"
import type { Part } from "./part.ts"
import { settingOf } from "./settings.ts"
import { targets } from "./targets.ts"

const callsPerSecond = 300

const connections = 32

/** The memory of a server at a moment of its load, as the operating system counts it. */
interface Sample {
  /** The share of the load's time that had passed. */
  readonly share: number
  readonly mib: number
}

const run = promisify(execFile)

const residentMib = async (processId: number): Promise<number> => {
  const { stdout } = await run("ps", ["-o", "rss=", "-p", String(processId)])
  return Number(stdout) / 1024
}

const watch = async (processId: number, durationMs: number): Promise<ReadonlyArray<Sample>> => {
  const startedAt = performance.now()
  const samples: Array<Sample> = []
  for (let share = 0; share < 1; share = (performance.now() - startedAt) / durationMs) {
    samples.push({ share, mib: await residentMib(processId) })
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

const figuresOf = (samples: ReadonlyArray<Sample>, minutes: number): ReadonlyArray<Figure> => {
  const early = between(samples, 0.18, 0.22)
  const late = between(samples, 0.96, 1)
  const before = samples.slice(0, 1).map(({ mib }) => mib)
  const work = `memory of a server after ${minutes} minutes of ${callsPerSecond} calls a second`
  const workShown = shownMib(late)
  return [
    figureOfRounds(
      {
        work,
        against: `after ${minutes / 5} minutes`,
        measure: "times its memory",
        target: targets.memoryGrowth,
        workShown,
        peerShown: shownMib(early),
      },
      late.map((mib) => mib / median(early)),
    ),
    figureOfRounds(
      {
        work,
        against: "nothing: as the system counts it",
        measure: "MiB",
        target: null,
        workShown,
        peerShown: `${shownMib(before)} before the load`,
      },
      late,
    ),
  ]
}

/** The memory of a server under a steady load of signed bilans and quotes. */
export const memoryPart: Part = {
  name: "memory",
  about: "Memory of a server under steady load.",
  isLong: true,
  run: async function* () {
    const minutes = settingOf("BENCH_MINUTES", 10)
    const durationMs = minutes * 60_000
    await using stack = new AsyncDisposableStack()
    const accounts = stack.adopt(await openAccounts(), endOf)
    const { end, pid, port } = await startServer({ LOG_LEVEL: "Error", ...accounts.environment })
    stack.defer(async () => void (await end()))
    const generator = stack.adopt(await startGenerator(), endOf)
    const quotes = quoteCalls(accounts.keys.filter(({ mode }) => mode === "sandbox"))
    const calls = [...bilanCalls(accounts.keys).entries()].flatMap(([index, bilan]) => {
      const quote = quotes[index]
      return quote === undefined ? [bilan] : [bilan, quote]
    })
    const [seen, samples] = await Promise.all([
      generator.run({ port, calls, connections, durationMs, ratePerSecond: callsPerSecond }),
      watch(pid, durationMs),
    ])
    checkAnswered(seen)
    const answered = `${seen.answered} calls answered, all with 200, p99 ${seen.p99Ms.toFixed(0)} ms`
    yield { figures: figuresOf(samples, minutes), notes: [answered] }
  },
}
