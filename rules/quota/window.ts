import { dayMs, dayNumber } from "../../core/vocabulary/day.ts"

const secondMs = 1000

/** Milliseconds of the window that a burst is counted in; the other one is a day. */
export const minuteMs = 60 * secondMs

/**
 * How far ahead a window may lie, in milliseconds. A call is let in by servers whose clocks are at
 * most 300 s off its own: two that serve the same caller are at most twice that apart.
 *
 * ```ts
 * import { windowLeadMaxMs } from "../rules/quota/window.ts"
 * windowLeadMaxMs / 60_000 // => 10
 * ```
 */
export const windowLeadMaxMs = 600 * secondMs

/** Fixed UTC windows, a minute and a day, counted since 1970. */
export interface QuotaWindow {
  readonly minute: number
  readonly day: number
  /** Whole seconds until the next minute starts, 1 to 60; up to 660 where the minute lies ahead. */
  readonly minuteEndsInSeconds: number
  /** Whole seconds until the next UTC day starts, 1 to 86 400; up to 87 000 where the day lies ahead. */
  readonly dayEndsInSeconds: number
}

/** Seconds until a window of a length ends, and no more than one may have left that lies ahead. */
const secondsLeft = (nowMs: number, index: number, lengthMs: number): number => {
  const leftMs = Math.min((index + 1) * lengthMs - nowMs, lengthMs + windowLeadMaxMs)
  return Math.max(1, Math.ceil(leftMs / secondMs))
}

/**
 * The windows that a key's figures belong to, as they are seen at a moment (milliseconds since 1970):
 * they lie ahead of it where another clock was ahead.
 *
 * ```ts
 * import { standingWindow } from "../rules/quota/window.ts"
 *
 * standingWindow(86_399_001, { minute: 1440, day: 1 }).minuteEndsInSeconds // => 61
 * standingWindow(86_399_001, { minute: 1440, day: 1 }).dayEndsInSeconds // => 86401
 * standingWindow(86_399_001, { minute: 9_999, day: 365 }).minuteEndsInSeconds // => 660
 * ```
 */
export const standingWindow = (
  nowMs: number,
  { day, minute }: Pick<QuotaWindow, "day" | "minute">,
): QuotaWindow => ({
  minute,
  day,
  minuteEndsInSeconds: secondsLeft(nowMs, minute, minuteMs),
  dayEndsInSeconds: secondsLeft(nowMs, day, dayMs),
})

/**
 * The minute and the day that a moment (milliseconds since 1970) falls into.
 *
 * ```ts
 * import { quotaWindow } from "../rules/quota/window.ts"
 *
 * quotaWindow(86_399_001) // => { minute: 1439, day: 0, minuteEndsInSeconds: 1, dayEndsInSeconds: 1 }
 * quotaWindow(86_400_000).dayEndsInSeconds // => 86400
 * ```
 */
export const quotaWindow = (nowMs: number): QuotaWindow =>
  standingWindow(nowMs, {
    minute: Math.floor(nowMs / minuteMs),
    day: dayNumber(nowMs),
  })
