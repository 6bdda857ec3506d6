const millisPerSecond = 1000
const millisPerMinute = 60 * millisPerSecond
const millisPerDay = 1440 * millisPerMinute

/** The fixed UTC windows that a moment falls into, counted since 1970. */
export interface QuotaWindow {
  readonly minute: number
  readonly day: number
  /** Whole seconds until the next minute starts, 1 to 60. */
  readonly minuteEndsInSeconds: number
  /** Whole seconds until the next UTC day starts, 1 to 86 400. */
  readonly dayEndsInSeconds: number
}

const secondsLeft = (nowMs: number, lengthMs: number): number =>
  Math.ceil((lengthMs - (nowMs % lengthMs)) / millisPerSecond)

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
export const quotaWindow = (nowMs: number): QuotaWindow => ({
  minute: Math.floor(nowMs / millisPerMinute),
  day: Math.floor(nowMs / millisPerDay),
  minuteEndsInSeconds: secondsLeft(nowMs, millisPerMinute),
  dayEndsInSeconds: secondsLeft(nowMs, millisPerDay),
})
