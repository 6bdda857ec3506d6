import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { LRUCache } from "lru-cache"
import { dayMs } from "../../../core/vocabulary/day.ts"

interface Counted {
  readonly window: number
  readonly calls: number
}

/** So many networks are counted at once; those that were quiet longest are forgotten. */
const networksMax = 50_000

const minuteMs = 60_000

/**
 * Counts the calls of networks, or whatever else is named, in the minute or another window of the clock,
 * in this process. It tells after how many seconds a network may come again, or undefined where it may
 * go on.
 */
export const makeNetworkPace = (windowMs = minuteMs) => {
  const counts = new LRUCache<string, Counted>({ max: networksMax })
  return (network: string, callsMax: number): Effect.Effect<number | undefined> =>
    Effect.map(Clock.currentTimeMillis, (nowMs) => {
      const window = Math.floor(nowMs / windowMs)
      const known = counts.get(network)
      const calls = known?.window === window ? known.calls : 0
      if (calls >= callsMax) return Math.max(1, Math.ceil(((window + 1) * windowMs - nowMs) / 1000))
      counts.set(network, { window, calls: calls + 1 })
      return undefined
    })
}

/** Counts the calls of networks. */
export type NetworkPace = ReturnType<typeof makeNetworkPace>

/** How often networks have searched and chosen, and how many emails of the day they and mailboxes have had. */
export interface ComparePaces {
  readonly searches: NetworkPace
  readonly choices: NetworkPace
  readonly mailNetworks: NetworkPace
  readonly mailboxes: NetworkPace
}

/** Begins to count searches, choices and emails. */
export const makeComparePaces = (): ComparePaces => ({
  searches: makeNetworkPace(),
  choices: makeNetworkPace(),
  mailNetworks: makeNetworkPace(dayMs),
  mailboxes: makeNetworkPace(dayMs),
})
