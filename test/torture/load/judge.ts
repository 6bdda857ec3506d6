import type { DiskWaits } from "../../../bench/disk-waits.ts"
import type { LoadSeen } from "../../../bench/http/load.ts"

/** What was seen of a server under load, in the order in which it came. */
export interface LoadRecord {
  readonly steady: LoadSeen
  /** The server's memory, looked at again and again. */
  readonly steadyMegabytes: ReadonlyArray<number>
  /** What the disk did by itself under steady load. */
  readonly steadyDisk: DiskWaits
  /** Calls that it answers in a second when it has no more than it can take. */
  readonly capacity: number
  readonly overload: LoadSeen
  readonly overloadMegabytes: ReadonlyArray<number>
  /** Looks at it under steady load right after it had too much to do, `lookMs` each. */
  readonly afterwards: ReadonlyArray<LoadSeen>
  readonly lookMs: number
  /** What the disk did by itself during those looks. */
  readonly afterwardsDisk: DiskWaits
  readonly isTimed: boolean
}

/** How late the 99th percentile of a usual load may come. */
export const usualP99Ms = 50

/** When a server must be itself again after it had too much to do. */
const recoveryMaxMs = 5_000

/** How much memory may still grow in the last third of a time, as a share of what it had before. */
const growthMax = 1.15

/** What a server may answer when it has too much to do. */
const overloadStatuses: ReadonlySet<string> = new Set(["200", "429", "503"])

const growthProblems = (when: string, megabytes: ReadonlyArray<number>): ReadonlyArray<string> => {
  const from = Math.ceil((megabytes.length * 2) / 3)
  const before = Math.max(...megabytes.slice(0, from))
  const last = Math.max(...megabytes.slice(from))
  return last <= before * growthMax
    ? []
    : [`memory went on growing ${when}: from ${before} to ${last} MB`]
}

const isAllAnswered = ({ answered, broken, statuses }: LoadSeen): boolean =>
  answered > 0 && broken === 0 && statuses["200"] === answered

/** Everything that was wrong under steady load. */
export const steadyProblems = (seen: LoadRecord): ReadonlyArray<string> => {
  const { isTimed, steady, steadyMegabytes } = seen
  return [
    ...(isAllAnswered(steady)
      ? []
      : [`answers: ${JSON.stringify(steady.statuses)}, ${steady.broken} connections broken`]),
    ...(isTimed && steady.p99Ms > usualP99Ms ? [`p99 was ${steady.p99Ms.toFixed(1)} ms`] : []),
    ...(isTimed ? growthProblems("under steady load", steadyMegabytes) : []),
  ]
}

/** What a look came to: its answers by status, and how late the 99th percentile of them came. */
const lookText = ({ p99Ms, statuses }: LoadSeen): string =>
  `${JSON.stringify(statuses)} p99 ${p99Ms.toFixed(1)} ms`

/** When the server was itself again: the end of the first look from which on all was as usual. */
export const recoveredAfterMs = ({ afterwards, isTimed, lookMs }: LoadRecord): number | null => {
  const isUsual = (look: LoadSeen): boolean =>
    isAllAnswered(look) && (!isTimed || look.p99Ms <= usualP99Ms)
  const lastUnusual = afterwards.findLastIndex((look) => !isUsual(look))
  return lastUnusual === afterwards.length - 1 ? null : (lastUnusual + 2) * lookMs
}

/** Everything that was wrong while the server had too much to do, and after it. */
export const overloadProblems = (seen: LoadRecord): ReadonlyArray<string> => {
  const { isTimed, overload, overloadMegabytes } = seen
  const wrong = Object.entries(overload.statuses).filter(
    ([status]) => !overloadStatuses.has(status),
  )
  const recovered = recoveredAfterMs(seen)
  return [
    ...wrong.map(([status, count]) => `${count} calls were answered ${status}`),
    ...(overload.broken === 0 ? [] : [`${overload.broken} connections broke`]),
    ...((overload.statuses["200"] ?? 0) > 0 ? [] : ["nobody was answered"]),
    ...((overload.statuses["503"] ?? 0) > 0 ? [] : ["nobody was turned away: it was not too much"]),
    ...(recovered !== null && recovered <= recoveryMaxMs
      ? []
      : [`not usual again: ${seen.afterwards.map(lookText).join(", ")}`]),
    ...(isTimed ? growthProblems("with too much to do", overloadMegabytes) : []),
  ]
}
