import type * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import { metricsAddress } from "../config/observability.ts"
import type { Meters } from "../observability/meters.ts"
import { meterProcess } from "../observability/process-gauges.ts"
import { makeExposition } from "../observability/prometheus.ts"
import type { CannotListen } from "../platform/cannot-listen.ts"
import { serveMetrics } from "../metrics/metrics-server.ts"
import type { SupervisedProcesses } from "./supervise.ts"

/** How the primary process is named among those of which figures are told. */
const primaryName = "primary"

/** How many processes serve, and what became of others. */
const meterGroup = (meters: Meters, { events, status }: SupervisedProcesses): void => {
  meters.gauge(
    { name: "processes", about: "Processes that there are to be, and those that serve." },
    Effect.sync(() => {
      const { serving, wanted } = status()
      return Object.entries({ wanted, serving }).map(([state, value]) => ({
        labels: { state },
        value,
      }))
    }),
  )
  meters.gauge(
    { name: "processes_ended", about: "Processes that ended by themselves since the start." },
    Effect.sync(() => [{ value: events().ended }]),
  )
  meters.gauge(
    { name: "process_reloads", about: "Reloads since the start by what became of them." },
    Effect.sync(() =>
      Object.entries(events().reloads).map(([outcome, value]) => ({ labels: { outcome }, value })),
    ),
  )
}

/** Serves the figures of all processes, where `METRICS_PORT` asks for figures. */
export const serveGroupFigures = (
  processes: SupervisedProcesses,
): Effect.Effect<void, CannotListen | Config.ConfigError, Scope.Scope> =>
  Effect.gen(function* () {
    const address = yield* metricsAddress
    if (Option.isNone(address)) return
    const own = makeExposition()
    yield* meterProcess(own.meters)
    meterGroup(own.meters, processes)
    const figuresOfAll = Effect.suspend(() =>
      Effect.forEach(
        processes.serving(),
        ({ number, serving }) =>
          Effect.map(serving.figures, (text) => ({ process: String(number), text })),
        { concurrency: "unbounded" },
      ),
    )
    const text = Effect.zipWith(own.text, figuresOfAll, (ownText, others) =>
      mergeFigures([...others, { process: primaryName, text: ownText }]),
    )
    yield* serveMetrics(address.value, text)
  })

/** The figures of one process in Prometheus' text format, and how the process is named. */
interface ProcessFigures {
  readonly process: string
  readonly text: string
}

/** A figure of several processes: its help and type, and its values. */
interface MergedFigure {
  readonly about: ReadonlyArray<string>
  readonly values: Array<string>
}

const labelled = (line: string, process: string): string => {
  const label = `process="${process}"`
  const at = line.search(/[{ ]/)
  if (at < 0) return line
  const name = line.slice(0, at)
  const rest = line.slice(at + 1)
  if (line[at] === " ") return `${name}{${label}} ${rest}`
  return rest.startsWith("}") ? `${name}{${label}${rest}` : `${name}{${label},${rest}`
}

/**
 * The figures of several processes as one text: each value gets the label `process`, and all of a
 * figure stand together, as Prometheus asks for.
 *
 * ```ts
 * import { mergeFigures } from "../http/processes/group-figures.ts"
 *
 * const text = "# TYPE calls counter\ncalls 2\ncalls{mode=\"live\"} 3\n"
 * mergeFigures([{ process: "1", text }]) // => '# TYPE calls counter\ncalls{process="1"} 2\ncalls{process="1",mode="live"} 3\n'
 * ```
 */
export const mergeFigures = (all: ReadonlyArray<ProcessFigures>): string => {
  const merged = new Map<string, MergedFigure>()
  for (const { process, text } of all) {
    let current: MergedFigure | undefined
    let about: Array<string> = []
    for (const line of text.split("\n")) {
      if (line === "") continue
      if (line.startsWith("#")) {
        const name = line.split(" ")[2] ?? ""
        if (current === undefined || !about.some((each) => each.split(" ")[2] === name)) about = []
        about.push(line)
        current = merged.get(name)
        if (current === undefined) merged.set(name, (current = { about, values: [] }))
      } else current?.values.push(labelled(line, process))
    }
  }
  return [...merged.values()]
    .flatMap(({ about, values }) => [...about, ...values])
    .map((line) => `${line}\n`)
    .join("")
}
