import { loadavg } from "node:os"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { startServer } from "../../test/support/spawned-server.ts"
import type { Found, Part } from "../part.ts"
import { settingOf } from "../settings.ts"
import { type BenchAccounts, openAccounts } from "./accounts.ts"
import type { BenchCall } from "./call.ts"
import { bilanCalls, quoteCalls } from "./calls.ts"
import { endOf } from "./children.ts"
import { type LoadGenerator, type LoadSeen, startGenerator } from "./load.ts"
import { canSeeProcesses, makeTreeReader, type TreeUse } from "./processor-time.ts"

/** How many processes serve, in turn. */
const processCounts = [1, 2]

/** Few connections, and so many that one statement settles many calls. */
const connectionCounts = [32, 256]

/** How many calls each process answers before figures count, while code is compiled; or for how long. */
const warmUp = { answers: 30_000, stepMs: 5_000, stepsMost: 9 }

const loadMs = (): number => settingOf("BENCH_ROUND_MS", 10_000)

const secondsPerDay = 86_400

/** What one load came to: the rate, and the processor time of each side for a call. */
interface CapacityLine {
  readonly what: string
  readonly processes: number
  readonly connections: number
  readonly seen: LoadSeen
  readonly service: TreeUse
  readonly postgres: TreeUse
  readonly serviceMicros: number
  readonly postgresMicros: number
}

const whole = (value: number): string => Math.round(value).toLocaleString("en")

/** A figure of a run as a line; a core has a second of processor time in each second. */
const lineText = (line: CapacityLine): string => {
  const { connections, postgresMicros, processes, seen, service, serviceMicros, what } = line
  const rate = seen.answered / seen.seconds
  return [
    `${what}, ${processes} ${processes === 1 ? "process" : "processes"}, ${connections} connections:`,
    `${whole(rate)} a second (p50 ${seen.p50Ms.toFixed(1)} ms, p99 ${seen.p99Ms.toFixed(1)} ms);`,
    `processor time for a call: service ${whole(serviceMicros)} µs, Postgres ${whole(postgresMicros)} µs,`,
    `so a core of the service ${whole(1e6 / serviceMicros)} a second, a core of Postgres ${whole(1e6 / postgresMicros)} a second`,
    `(${(((1e6 / postgresMicros) * secondsPerDay) / 1e6).toFixed(0)} million a day);`,
    `memory of ${service.processes} processes ${whole(service.residentMegabytes)} MB`,
  ].join(" ")
}

const postmasterOf = (folder: string): number =>
  Number(readFileSync(join(folder, "postgres/postmaster.pid"), "utf8").split("\n")[0])

/** A server under load. */
interface Loaded {
  readonly what: string
  readonly port: number
  readonly pid: number
  readonly postmaster: number
  readonly processes: number
  readonly connections: number
  readonly calls: ReadonlyArray<BenchCall>
}

/** Loads a server, and sees what it and Postgres used for it. */
const measure = async (generator: LoadGenerator, asked: Loaded): Promise<CapacityLine> => {
  const { calls, connections, pid, port, postmaster, processes, what } = asked
  const readTree = makeTreeReader()
  const look = () => ({ service: readTree(pid, postmaster), postgres: readTree(postmaster) })
  const before = look()
  const seen = await generator.run({ port, calls, connections, durationMs: loadMs() })
  const { postgres, service } = look()
  if (seen.broken > 0 || seen.statuses["200"] !== seen.answered) {
    throw new Error(`${what}: ${JSON.stringify(seen.statuses)}, ${seen.broken} broken`)
  }
  const microsOf = (tree: "postgres" | "service", after: TreeUse): number =>
    (after.processorMicros - before[tree].processorMicros) / seen.answered
  return {
    what,
    processes,
    connections,
    seen,
    service,
    postgres,
    serviceMicros: microsOf("service", service),
    postgresMicros: microsOf("postgres", postgres),
  }
}

const warm = async (
  generator: LoadGenerator,
  { calls, port, processes }: Pick<Loaded, "calls" | "port" | "processes">,
): Promise<void> => {
  const load = { port, calls, connections: 32, durationMs: warmUp.stepMs }
  let answered = 0
  for (let step = 0; step < warmUp.stepsMost; step += 1) {
    answered += (await generator.run(load)).answered
    if (answered >= warmUp.answers * processes) return
  }
}

async function* loadProcesses(
  { environment, keys }: BenchAccounts,
  generator: LoadGenerator,
  processes: number,
): AsyncIterable<Found> {
  const server = await startServer({ ...environment, LOG_LEVEL: "Warn" }, undefined, [
    "--processes",
    String(processes),
  ])
  try {
    const postmaster = postmasterOf(environment["DATA_DIR"] ?? "")
    const sandbox = keys.filter(({ mode }) => mode === "sandbox")
    const subjects = { bilans: bilanCalls(keys), "sandbox quotes": quoteCalls(sandbox) }
    for (const [what, calls] of Object.entries(subjects)) {
      await warm(generator, { calls, port: server.port, processes })
      for (const connections of connectionCounts) {
        const { pid, port } = server
        const asked = { what, port, pid, postmaster, processes, connections, calls }
        const line = await measure(generator, asked)
        yield {
          figures: [],
          notes: [`${lineText(line)}; load average ${loadavg()[0]?.toFixed(1)}`],
        }
      }
    }
  } finally {
    await server.end("SIGTERM")
  }
}

/** What a core of the service and one of Postgres carry, with one process and with two. */
export const capacityPart: Part = {
  name: "capacity",
  about: "Signed calls for a core of the service and of Postgres, with one process and with two.",
  isLong: true,
  run: async function* () {
    if (!canSeeProcesses()) throw new Error("the capacity part reads /proc, as Linux has it")
    await using stack = new AsyncDisposableStack()
    const accounts = stack.adopt(await openAccounts(), endOf)
    const generator = stack.adopt(await startGenerator(), endOf)
    for (const processes of processCounts) yield* loadProcesses(accounts, generator, processes)
  },
}
