const millisPerDay = 86_400_000

/**
 * The instant from which on a sale that is still pending validates itself: so many times 24 hours
 * after it was first reported.
 *
 * ```ts
 * import { validatesAtMs } from "../rules/sales/validation.ts"
 *
 * validatesAtMs(0, 14) // => 1_209_600_000
 * ```
 */
export const validatesAtMs = (bookedAtMs: number, days: number): number =>
  bookedAtMs + days * millisPerDay

/**
 * Whether a pending sale validates itself by now; at that very instant it does.
 *
 * ```ts
 * import { isDue } from "../rules/sales/validation.ts"
 *
 * isDue({ bookedAtMs: 0, days: 14, nowMs: 1_209_599_999 }) // => false
 * isDue({ bookedAtMs: 0, days: 14, nowMs: 1_209_600_000 }) // => true
 * ```
 */
export const isDue = (sale: {
  readonly bookedAtMs: number
  readonly days: number
  readonly nowMs: number
}): boolean => sale.nowMs >= validatesAtMs(sale.bookedAtMs, sale.days)
