import type { EndpointDay } from "../../../ports/usage.ts"
import type { DayChart } from "../chart.ts"

/** How many days the charts show. */
export const chartDays = 30

const dayMs = 86_400_000

const dayText = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10)

/**
 * The last days up to a moment, the oldest first.
 *
 * ```ts
 * import { lastDays } from "../http/pages/console/usage/days.ts"
 *
 * lastDays(Date.parse("2027-03-01T00:00:00Z"), 3) // => ["2027-02-27", "2027-02-28", "2027-03-01"]
 * ```
 */
export const lastDays = (nowMs: number, count: number): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, index) => dayText(nowMs - (count - 1 - index) * dayMs))

/** A series of a chart: the endpoints that it counts. */
export interface EndpointSeries {
  readonly name: string
  readonly endpoints: ReadonlyArray<string>
}

/**
 * Answered calls of each day by series: what was refused cost nothing, and would seem to go beyond a
 * quota. An endpoint that no series names is left out.
 */
export const chartOfDays = (
  days: ReadonlyArray<string>,
  usage: ReadonlyArray<EndpointDay>,
  series: ReadonlyArray<EndpointSeries>,
  limit: number | undefined,
): DayChart => {
  const answered = new Map(
    usage.map(({ calls, day, endpoint, refused }) => [
      `${day} ${endpoint}`,
      refused.reduce((left, each) => left - each.calls, calls),
    ]),
  )
  return {
    series: series.map(({ name }) => name),
    days: days.map((day) => ({
      day,
      parts: series.map(({ endpoints }) =>
        endpoints.reduce((sum, endpoint) => sum + (answered.get(`${day} ${endpoint}`) ?? 0), 0),
      ),
    })),
    limit,
  }
}

/** What all days of an account come to. */
export interface UsageTotals {
  readonly calls: number
  readonly refused: number
  /** By endpoint, the most called first. */
  readonly byEndpoint: ReadonlyArray<{
    readonly endpoint: string
    readonly calls: number
    readonly refused: number
  }>
  /** By error code, the most frequent first, with the endpoints that gave it. */
  readonly byCode: ReadonlyArray<{
    readonly code: string
    readonly calls: number
    readonly endpoints: ReadonlyArray<string>
  }>
}

/**
 * Sums days up.
 *
 * ```ts
 * import { usageTotals } from "../http/pages/console/usage/days.ts"
 *
 * const refused = [{ code: "BAD_DATES", calls: 2 }]
 * const day = { day: "2027-03-01", endpoint: "quotes", calls: 9, refused }
 * const totals = usageTotals([day, { ...day, day: "2027-03-02" }])
 * totals.refused // => 4
 * totals.byCode // => [{ code: "BAD_DATES", calls: 4, endpoints: ["quotes"] }]
 * ```
 */
export const usageTotals = (usage: ReadonlyArray<EndpointDay>): UsageTotals => {
  const endpoints = new Map<string, { endpoint: string; calls: number; refused: number }>()
  const codes = new Map<string, { code: string; calls: number; endpoints: Set<string> }>()
  for (const { calls, endpoint, refused } of usage) {
    const held = endpoints.get(endpoint) ?? { endpoint, calls: 0, refused: 0 }
    held.calls += calls
    for (const each of refused) {
      held.refused += each.calls
      const code = codes.get(each.code) ?? { code: each.code, calls: 0, endpoints: new Set() }
      code.calls += each.calls
      code.endpoints.add(endpoint)
      codes.set(each.code, code)
    }
    endpoints.set(endpoint, held)
  }
  const byEndpoint = [...endpoints.values()].sort((left, right) => right.calls - left.calls)
  return {
    calls: byEndpoint.reduce((sum, { calls }) => sum + calls, 0),
    refused: byEndpoint.reduce((sum, { refused }) => sum + refused, 0),
    byEndpoint,
    byCode: [...codes.values()]
      .sort((left, right) => right.calls - left.calls)
      .map((each) => ({ ...each, endpoints: [...each.endpoints].sort() })),
  }
}
