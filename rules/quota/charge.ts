import type { Bucket, QuotaState } from "./state.ts"

/**
 * What a call costs: every call takes one from the burst; a price or a bilan also takes one read
 * of the day and counts in the key's life.
 */
export type ChargeKind = "call" | "price" | "bilan"

/** One call to be charged; `revision` is that of the key record it was authenticated with. */
export interface Charge {
  readonly keyId: string
  readonly revision: bigint
  readonly kind: ChargeKind
}

/** What became of a charge. */
export type ChargeOutcome =
  | { readonly _tag: "Granted"; readonly state: QuotaState }
  /** The minute is full; nothing was counted. */
  | { readonly _tag: "BurstSpent"; readonly state: QuotaState }
  /** The day's reads are spent; nothing was counted, in the burst neither. */
  | { readonly _tag: "DaySpent"; readonly state: QuotaState }
  /** The key was changed or revoked since it was read; nothing was counted. */
  | { readonly _tag: "KeyChanged" }

/** How many calls of each kind are asked for, or granted. */
export interface ChargeCounts {
  readonly calls: number
  readonly prices: number
  readonly bilans: number
}

/** Several calls of one key, granted together. */
export interface GrantedTogether {
  /** The figures before any of the calls. */
  readonly before: QuotaState
  readonly granted: ChargeCounts
}

const used = (bucket: Bucket, more: number): Bucket => ({
  limit: bucket.limit,
  used: bucket.used + more,
})

/**
 * How a key stands after some calls; before them, where their counts are negative.
 *
 * ```ts
 * import { stateAfter } from "../rules/quota/charge.ts"
 *
 * const before = {
 *   reads: { limit: 200, used: 1 },
 *   writes: { limit: 50, used: 0 },
 *   burst: { limit: 60, used: 1 },
 *   window: { minute: 0, day: 0, minuteEndsInSeconds: 60, dayEndsInSeconds: 86_400 },
 *   lifetime: { prices: 1, links: 0, bilans: 0 },
 * }
 * const after = stateAfter(before, { calls: 1, prices: 2, bilans: 0 })
 * after.reads.used // => 3
 * after.burst.used // => 4
 * stateAfter(after, { calls: -1, prices: -2, bilans: 0 }) // => before
 * ```
 */
export const stateAfter = (
  { burst, lifetime, reads, window, writes }: QuotaState,
  { bilans, calls, prices }: ChargeCounts,
): QuotaState => ({
  reads: used(reads, prices + bilans),
  writes,
  burst: used(burst, calls + prices + bilans),
  window,
  lifetime: {
    prices: lifetime.prices + prices,
    links: lifetime.links,
    bilans: lifetime.bilans + bilans,
  },
})

/**
 * The count that a charge of a kind adds to.
 *
 * ```ts
 * import { countOf } from "../rules/quota/charge.ts"
 * countOf.price // => "prices"
 * ```
 */
export const countOf = { call: "calls", price: "prices", bilan: "bilans" } as const

/**
 * Deals what was granted to several calls of one key together out to the calls in their order,
 * each with the figures as they stand right after it.
 */
export const dealOut = (
  kinds: ReadonlyArray<ChargeKind>,
  { before, granted }: GrantedTogether,
): ReadonlyArray<ChargeOutcome> => {
  const done = { calls: 0, prices: 0, bilans: 0 }
  const given = kinds.map((kind): ChargeOutcome | undefined => {
    const count = countOf[kind]
    if (done[count] >= granted[count]) return undefined
    done[count] += 1
    return { _tag: "Granted", state: stateAfter(before, done) }
  })
  const final = stateAfter(before, granted)
  const refused: ChargeOutcome =
    final.burst.used >= final.burst.limit
      ? { _tag: "BurstSpent", state: final }
      : { _tag: "DaySpent", state: final }
  return given.map((outcome) => outcome ?? refused)
}
