import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { LRUCache } from "lru-cache"

interface Counted {
  readonly minute: number
  readonly calls: number
}

/** So many networks are counted at once; those that were quiet longest are forgotten. */
const networksMax = 50_000

const minuteMs = 60_000

/**
 * Counts the calls of networks in the minute of the clock, in this process. It tells after how many
 * seconds a network may come again, or undefined where it may go on.
 */
export const makeNetworkPace = () => {
  const counts = new LRUCache<string, Counted>({ max: networksMax })
  return (network: string, callsPerMinute: number): Effect.Effect<number | undefined> =>
    Effect.map(Clock.currentTimeMillis, (nowMs) => {
      const minute = Math.floor(nowMs / minuteMs)
      const known = counts.get(network)
      const calls = known?.minute === minute ? known.calls : 0
      if (calls >= callsPerMinute)
        return Math.max(1, Math.ceil(((minute + 1) * minuteMs - nowMs) / 1000))
      counts.set(network, { minute, calls: calls + 1 })
      return undefined
    })
}

/** Counts the calls of networks. */
export type NetworkPace = ReturnType<typeof makeNetworkPace>

/** How often networks have searched and chosen. */
export interface ComparePaces {
  readonly searches: NetworkPace
  readonly choices: NetworkPace
}

/** Begins to count searches and choices. */
export const makeComparePaces = (): ComparePaces => ({
  searches: makeNetworkPace(),
  choices: makeNetworkPace(),
})
