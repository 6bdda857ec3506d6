import { type ChargeKind, type QuotaState, quotaWindow } from "../../rules/quota/quota.ts"

/** Limits that no bench reaches. */
export const plenty = 1_000_000_000

/** Counts calls in memory and gives the quota after each. */
export type CountCall = (keyId: string, kind: ChargeKind, nowMs: number) => QuotaState

interface Counted {
  minute: number
  day: number
  burst: number
  reads: number
  prices: number
  bilans: number
}

/** A counter in place of the one on the database: the same figures, for one process that forgets them. */
export const makeMemoryCounter = (): CountCall => {
  const counts = new Map<string, Counted>()
  return (keyId, kind, nowMs) => {
    const window = quotaWindow(nowMs)
    const { day, minute } = window
    const counted = counts.get(keyId) ?? { minute, day, burst: 0, reads: 0, prices: 0, bilans: 0 }
    if (counted.minute !== minute) counted.burst = 0
    if (counted.day !== day) counted.reads = 0
    Object.assign(counted, { day, minute })
    counted.burst += 1
    if (kind !== "call") counted.reads += 1
    if (kind === "price") counted.prices += 1
    if (kind === "bilan") counted.bilans += 1
    counts.set(keyId, counted)
    return {
      reads: { limit: plenty, used: counted.reads },
      writes: { limit: plenty, used: 0 },
      burst: { limit: plenty, used: counted.burst },
      window,
      lifetime: { prices: counted.prices, links: 0, bilans: counted.bilans },
    }
  }
}
