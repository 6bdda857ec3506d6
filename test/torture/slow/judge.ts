import type { LoadSeen } from "../../../bench/http/load.ts"
import type { SlowEnd, Slowness } from "./slow-clients.ts"

/** How much slower the 99th percentile of others may become. */
const slowdownMax = 2

/** What was seen of slow clients and of those beside them. */
export interface SlowRecord {
  readonly ends: ReadonlyArray<SlowEnd>
  readonly before: LoadSeen
  readonly during: LoadSeen
  /** How long each slowness may last at most; null where no time is judged. */
  readonly lastsMaxMs: Readonly<Record<Slowness, number>> | null
  readonly isTimed: boolean
}

const endProblems = (
  { lastedMs, slowness, told }: SlowEnd,
  lastsMaxMs: SlowRecord["lastsMaxMs"],
): ReadonlyArray<string> => {
  if (lastedMs === null) return [`a client with a slow ${slowness} was never cut off`]
  const max = lastsMaxMs?.[slowness] ?? Infinity
  return [
    ...(lastedMs <= max
      ? []
      : [`a client with a slow ${slowness} was let be for ${Math.round(lastedMs)} ms`]),
    ...(slowness === "reading" || told.startsWith("HTTP/1.1 408 ")
      ? []
      : [`a client with a slow ${slowness} was told ${JSON.stringify(told)}`]),
  ]
}

/** What is wrong with the answers of others. */
export const loadProblems = (when: string, { answered, broken, statuses }: LoadSeen) => [
  ...(answered === (statuses["200"] ?? 0)
    ? []
    : [`others were answered ${JSON.stringify(statuses)} ${when} slow clients`]),
  ...(broken === 0 ? [] : [`${broken} connections of others broke ${when} slow clients`]),
  ...(answered > 0 ? [] : [`others were not answered ${when} slow clients`]),
]

/** Everything that broke the promise, by what was seen. */
export const slowProblems = (seen: SlowRecord): ReadonlyArray<string> => {
  const { before, during, ends, isTimed, lastsMaxMs } = seen
  return [
    ...ends.flatMap((end) => endProblems(end, lastsMaxMs)),
    ...loadProblems("before", before),
    ...loadProblems("beside", during),
    ...(isTimed && during.p99Ms > before.p99Ms * slowdownMax
      ? [`p99 of others went from ${before.p99Ms.toFixed(1)} to ${during.p99Ms.toFixed(1)} ms`]
      : []),
  ]
}
