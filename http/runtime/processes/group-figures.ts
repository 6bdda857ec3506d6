import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import { metricsAddress } from "../../config/observability.ts"
import type { Meters } from "../../observability/meters.ts"
import { meterProcess } from "../../observability/process-gauges.ts"
import { makeExposition } from "../../observability/prometheus.ts"
import type { CannotListen } from "../../platform/cannot-listen.ts"
import type * as Config from "effect/Config"
import { serveMetrics } from "../metrics/metrics-server.ts"
import { mergeFigures } from "./merged-figures.ts"
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
