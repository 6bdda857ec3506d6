import { monitorEventLoopDelay } from "node:perf_hooks"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { Meters } from "./meters.ts"

const nanosecondsPerSecond = 1e9

/** How often the delay of the event loop is sampled. */
const resolutionMs = 20

const eventLoop = Effect.acquireRelease(
  Effect.sync(() => {
    const delay = monitorEventLoopDelay({ resolution: resolutionMs })
    delay.enable()
    return delay
  }),
  (delay) => Effect.sync(() => delay.disable()),
)

/** Seconds of a delay in nanoseconds; none was seen where there is no number. */
const seconds = (nanoseconds: number): number =>
  Number.isFinite(nanoseconds) ? nanoseconds / nanosecondsPerSecond : 0

/** Memory, processor time and the delay of the event loop since they were last asked for. */
export const meterProcess = (meters: Meters): Effect.Effect<void, never, Scope.Scope> =>
  Effect.map(eventLoop, (delay) => {
    meters.gauge(
      { name: "process_memory_bytes", about: "Memory of the process by kind." },
      Effect.sync(() => {
        const { arrayBuffers, external, heapTotal, heapUsed, rss } = process.memoryUsage()
        return Object.entries({ arrayBuffers, external, heapTotal, heapUsed, rss }).map(
          ([kind, value]) => ({ labels: { kind }, value }),
        )
      }),
    )
    meters.gauge(
      { name: "process_cpu_seconds", about: "Processor time that the process has used, by kind." },
      Effect.sync(() => {
        const { system, user } = process.cpuUsage()
        return Object.entries({ system, user }).map(([kind, microseconds]) => ({
          labels: { kind },
          value: microseconds / 1e6,
        }))
      }),
    )
    meters.gauge(
      { name: "process_uptime_seconds", about: "How long the process has run." },
      Effect.sync(() => [{ value: process.uptime() }]),
    )
    meters.gauge(
      {
        name: "event_loop_delay_seconds",
        about: "How late the event loop was since this was last asked for.",
      },
      Effect.sync(() => {
        const figures = {
          p50: seconds(delay.percentile(50)),
          p99: seconds(delay.percentile(99)),
          max: delay.count === 0 ? 0 : seconds(delay.max),
        }
        delay.reset()
        return Object.entries(figures).map(([at, value]) => ({ labels: { at }, value }))
      }),
    )
  })
