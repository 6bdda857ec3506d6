import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import * as PrometheusMetrics from "effect/observability/PrometheusMetrics"
import { memo } from "../../core/memory.ts"
import { keyModeOf } from "./key-mode.ts"
import type { Gauge, Meters, Reading } from "./meters.ts"

/** Figures in memory, and their text for scrapers. */
export interface Exposition {
  readonly meters: Meters
  /** All figures in Prometheus' text format, gauges as they are at this moment. */
  readonly text: Effect.Effect<string>
}

/** Seconds that durations are told apart by. */
const secondBounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

const callBounds = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512]

/** The longest that one gauge may take to be read; its last value goes on where it takes longer. */
const gaugeTimeout = "1 second"

type Labels = Readonly<Record<string, string>>

/** A metric by the values of its labels, each made once. */
const byLabels = <M>(names: ReadonlyArray<string>, make: (labels: Labels) => M) => {
  const made = memo((key: string) => {
    const values = key.split("\n")
    return make(Object.fromEntries(names.map((name, index) => [name, values[index] ?? ""])))
  })
  return (...values: ReadonlyArray<string>): M => made(values.join("\n"))
}

const counters = (name: string, description: string, labels: ReadonlyArray<string>) =>
  byLabels(labels, (attributes) =>
    Metric.counter(`viatica_${name}`, { description, incremental: true, attributes }),
  )

const histograms = (
  name: string,
  description: string,
  boundaries: ReadonlyArray<number>,
  labels: ReadonlyArray<string>,
) =>
  byLabels(labels, (attributes) =>
    Metric.histogram(`viatica_${name}`, { description, boundaries, attributes }),
  )

const makeMetrics = () => ({
  calls: counters("http_calls_total", "Calls answered.", ["route", "status", "mode"]),
  callSeconds: histograms("http_call_seconds", "How long calls took.", secondBounds, ["route"]),
  charges: counters("quota_charges_total", "What became of calls at their quota.", ["outcome"]),
  batchCalls: histograms(
    "quota_batch_calls",
    "Calls that one statement settled the quota of.",
    callBounds,
    [],
  ),
  batchSeconds: histograms(
    "quota_batch_seconds",
    "How long the database took to settle them.",
    secondBounds,
    ["settled"],
  ),
  insurers: counters("insurer_answers_total", "Answers of insurers.", ["insurer", "outcome"]),
  insurerSeconds: histograms(
    "insurer_answer_seconds",
    "How long insurers took to answer.",
    secondBounds,
    ["insurer"],
  ),
  clicks: counters("clicks_total", "Clicks by what became of them.", ["fate"]),
  usage: counters("usage_calls_total", "Calls counted for accounts by what became of them.", [
    "fate",
  ]),
  sales: counters("sales_validated_total", "Sales that have validated themselves.", []),
  rounds: counters("sales_validation_rounds_total", "Rounds of validation.", ["outcome"]),
})

/** Gauges that are read at every look; values that are told no more go. */
const makeGauges = (context: Context.Context<never>) => {
  const reads: Array<Effect.Effect<void>> = []
  const add = ({ about, name }: Gauge, read: Effect.Effect<ReadonlyArray<Reading>>): void => {
    let told: ReadonlyArray<Metric.Gauge<number>> = []
    const tell = (readings: ReadonlyArray<Reading>): void => {
      for (const gauge of told) Metric.removeUnsafe(gauge, context)
      told = readings.map(({ labels = {}, value }) => {
        const gauge = Metric.gauge(`viatica_${name}`, { description: about, attributes: labels })
        gauge.updateUnsafe(value, context)
        return gauge
      })
    }
    reads.push(Effect.ignoreCause(Effect.map(Effect.timeout(read, gaugeTimeout), tell)))
  }
  const readAll = Effect.suspend(() =>
    Effect.forEach(reads, (read) => read, { concurrency: "unbounded", discard: true }),
  )
  return { add, readAll }
}

/** Meters that count in a registry of their own. */
export const makeExposition = (): Exposition => {
  const context = Context.make(Metric.MetricRegistry, new Map()) as Context.Context<never>
  const gauges = makeGauges(context)
  const metrics = makeMetrics()
  const one = <Input>(metric: Metric.Metric<Input, unknown>, input: Input): void =>
    metric.updateUnsafe(input, context)
  const meters: Meters = {
    isOn: true,
    call: ({ durationMs, keyId, route, status }) => {
      one(metrics.calls(route, String(status), keyModeOf(keyId)), 1)
      one(metrics.callSeconds(route), durationMs / 1000)
    },
    charge: (outcome, calls) => one(metrics.charges(outcome), calls),
    batch: ({ calls, durationMs, isSettled }) => {
      one(metrics.batchCalls(), calls)
      one(metrics.batchSeconds(String(isSettled)), durationMs / 1000)
    },
    insurer: ({ durationMs, insurer, outcome }) => {
      one(metrics.insurers(insurer, outcome), 1)
      one(metrics.insurerSeconds(insurer), durationMs / 1000)
    },
    clicks: (fate, clicks) => one(metrics.clicks(fate), clicks),
    usage: (fate, calls) => one(metrics.usage(fate), calls),
    validated: (sales) => {
      one(metrics.rounds(sales === undefined ? "failed" : "done"), 1)
      one(metrics.sales(), sales ?? 0)
    },
    gauge: gauges.add,
  }
  const text = Effect.andThen(
    gauges.readAll,
    Effect.sync(() => PrometheusMetrics.formatUnsafe(context)),
  )
  return { meters, text }
}
