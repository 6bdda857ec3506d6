/** From how many calls left of the minute on the list is asked every second. */
const plenty = 200

/** Of how many calls left of the minute none is taken: they are for the partner's own calls. */
const spared = 20

/**
 * How long to wait before calls are asked for again, by what is left of the key's calls of the minute, so
 * that following them takes none that the partner needs: every four seconds, which is 15 calls a minute,
 * every second where there is plenty, and not before the next minute where little is left.
 *
 * ```ts
 * import { paceMs } from "../http/cli/tail/pace.ts"
 *
 * paceMs(59, 30_000) // => 4000
 * paceMs(599, 30_000) // => 1000
 * paceMs(12, 30_000) // => 30000
 * ```
 */
export const paceMs = (callsLeft: number, nowMs: number): number => {
  if (callsLeft >= plenty) return 1_000
  return callsLeft >= spared ? 4_000 : 60_000 - (nowMs % 60_000)
}
