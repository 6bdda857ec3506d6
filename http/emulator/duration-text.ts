const unitMs = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const

type Unit = keyof typeof unitMs

const whole = /^(?:\d{1,9}(?:ms|s|m|h|d|w))+$/u
const parts = /(\d+)(ms|s|m|h|d|w)/gu

/** The longest time that a clock is moved by at once: ten years. */
const longestMs = 3_660 * unitMs.d

/** How a length of time is written. */
export const durationForm = "a length of time such as 14d, 36h, 90s or 1d12h, of at most ten years"

/**
 * Reads a length of time into milliseconds: whole numbers with their units, the largest first or not.
 * Undefined for anything else, for nothing at all, and for more than ten years.
 *
 * ```ts
 * import { readDuration } from "../http/emulator/duration-text.ts"
 *
 * readDuration("14d") // => 1209600000
 * readDuration("1h30m") // => 5400000
 * readDuration("-1d") // => undefined
 * readDuration("0s") // => undefined
 * ```
 */
export const readDuration = (text: string): number | undefined => {
  if (!whole.test(text)) return undefined
  const ms = [...text.matchAll(parts)].reduce(
    (sum, [, count, unit]) => sum + Number(count) * unitMs[unit as Unit],
    0,
  )
  return ms > 0 && ms <= longestMs ? ms : undefined
}
