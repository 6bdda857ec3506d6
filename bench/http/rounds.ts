import { type Figure, figureOfRounds, median } from "../figure.ts"
import { settingOf } from "../settings.ts"
import type { Target } from "../targets.ts"
import type { BenchCall } from "./call.ts"
import type { LoadGenerator, LoadSeen } from "./load.ts"
import type { BenchServer } from "./servers.ts"

/** How many connections load a server. */
export const connectionCount = 32

/** Turns are so short that what else the machine does meets all servers. */
const roundMs = (): number => settingOf("BENCH_ROUND_MS", 500)

/**
 * How many calls each server answers before rounds count, while its code is compiled: a larger program
 * takes more of them than a small one, some 50,000 for the service.
 */
const warmUpAnswers = 60_000

/** After so many rounds a server counts as warm, however slow the machine is. */
const warmUpRoundsMost = 120

/** How often a round in which nothing was answered is taken again: a disk may stall for half a second. */
const emptyRoundsMost = 3

/** What one round of load came to. */
export interface RoundSeen extends LoadSeen {
  /** How many rounds before it were taken again, as nothing was answered in them. */
  readonly emptyRoundsBefore: number
  readonly ratePerSecond: number
  /** Processor time of the server for one answer, in microseconds. */
  readonly processorMicros: number
}

/** The rounds of each server, by its name. */
export type Rounds = ReadonlyMap<string, ReadonlyArray<RoundSeen>>

const loadOnce = async (
  server: BenchServer,
  generator: LoadGenerator,
  calls: ReadonlyArray<BenchCall>,
  emptyRoundsBefore = 0,
): Promise<RoundSeen> => {
  const before = await server.processorTime()
  const seen = await generator.run({
    port: server.port,
    calls,
    connections: connectionCount,
    durationMs: roundMs(),
  })
  const after = await server.processorTime()
  const { answered, broken, seconds, statuses } = seen
  if (answered === 0 && broken === 0 && emptyRoundsBefore < emptyRoundsMost) {
    return loadOnce(server, generator, calls, emptyRoundsBefore + 1)
  }
  if (broken > 0 || answered === 0 || statuses["200"] !== answered) {
    throw new Error(`${server.name}: ${JSON.stringify(statuses)}, ${broken} connections broken`)
  }
  return {
    ...seen,
    emptyRoundsBefore,
    ratePerSecond: answered / seconds,
    processorMicros: (after.usedMicros - before.usedMicros) / answered,
  }
}

/** Loads servers in turns; who begins changes from round to round. */
export const loadInTurns = async (
  servers: ReadonlyArray<BenchServer>,
  generator: LoadGenerator,
  calls: ReadonlyArray<BenchCall>,
): Promise<Rounds> => {
  for (const server of servers) {
    let answered = 0
    for (let round = 0; round < warmUpRoundsMost && answered < warmUpAnswers; round += 1) {
      answered += (await loadOnce(server, generator, calls)).answered
    }
  }
  const seen = new Map(servers.map(({ name }) => [name, [] as Array<RoundSeen>]))
  for (let round = 0; round < settingOf("BENCH_ROUNDS", 27); round += 1) {
    const first = round % servers.length
    for (const server of [...servers.slice(first), ...servers.slice(0, first)]) {
      seen.get(server.name)?.push(await loadOnce(server, generator, calls))
    }
  }
  return seen
}

const middle = (rounds: Rounds, name: string, of: (round: RoundSeen) => number): number =>
  median((rounds.get(name) ?? []).map(of))

const rateText = (rounds: Rounds, name: string): string =>
  `${Math.round(middle(rounds, name, ({ ratePerSecond }) => ratePerSecond)).toLocaleString("en")} a second`

/** The rate of a server against that of a peer, round by round. */
export const rateFigure = (
  rounds: Rounds,
  {
    against,
    server,
    target,
    work,
  }: {
    readonly work: string
    readonly server: BenchServer
    readonly against: BenchServer
    readonly target: Target
  },
): Figure => {
  const peer = rounds.get(against.name) ?? []
  const ratios = (rounds.get(server.name) ?? []).map(
    ({ ratePerSecond }, round) => ratePerSecond / (peer[round]?.ratePerSecond ?? Number.NaN),
  )
  return figureOfRounds(
    {
      work,
      against: against.name,
      measure: "of its rate",
      target,
      workShown: rateText(rounds, server.name),
      peerShown: rateText(rounds, against.name),
    },
    ratios,
  )
}

/** A line on each server: what an answer costs its process, how long callers wait, and rounds without an answer. */
export const serverNotes = (rounds: Rounds): ReadonlyArray<string> =>
  [...rounds].map(([name, seen]) => {
    const micros = middle(rounds, name, ({ processorMicros }) => processorMicros)
    const p50 = middle(rounds, name, ({ p50Ms }) => p50Ms)
    const p99 = middle(rounds, name, ({ p99Ms }) => p99Ms)
    const empty = seen.reduce((sum, { emptyRoundsBefore }) => sum + emptyRoundsBefore, 0)
    const takenAgain = empty === 0 ? "" : `; ${empty} rounds without an answer were taken again`
    return `${name}: ${micros.toFixed(0)} µs of processor an answer, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms${takenAgain}`
  })
