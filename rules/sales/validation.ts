import { dayMs } from "../../core/vocabulary/day.ts"

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
export const validatesAtMs = (bookedAtMs: number, days: number): number => bookedAtMs + days * dayMs
