/**
 * A rate as a person types it, in basis points; undefined for what is no percentage with at most two
 * decimals.
 *
 * ```ts
 * import { readRate } from "../http/pages/console/commission/rate.ts"
 *
 * readRate("15") // => 1500
 * readRate("12,5 %") // => 1250
 * readRate("1e1") // => undefined
 * ```
 */
export const readRate = (text: string): number | undefined => {
  const [, whole, fraction = ""] = /^(\d{1,3})(?:[.,](\d{1,2}))?\s*%?$/u.exec(text.trim()) ?? []
  return whole === undefined ? undefined : Number(whole) * 100 + Number(fraction.padEnd(2, "0"))
}

/**
 * A rate as a field holds it: percent, with a point.
 *
 * ```ts
 * import { rateText } from "../http/pages/console/commission/rate.ts"
 *
 * rateText(1250) // => "12.5"
 * ```
 */
export const rateText = (bps: number): string => String(bps / 100)
