/**
 * Makes what writes times, given in milliseconds since 1970, as ISO 8601 with milliseconds, as
 * `Date.prototype.toISOString` does. The second that times share is written once: a server asks for
 * thousands within each.
 *
 * ```ts
 * import { makeIsoTime } from "../http/platform/iso-time.ts"
 *
 * const isoTime = makeIsoTime()
 * isoTime(1_767_225_600_007) // => "2026-01-01T00:00:00.007Z"
 * isoTime(-1) // => "1969-12-31T23:59:59.999Z"
 * ```
 */
export const makeIsoTime = (): ((timeMs: number) => string) => {
  let second = Number.NaN
  let upToMillis = ""
  return (timeMs) => {
    const wholeSecond = Math.floor(timeMs / 1_000)
    if (wholeSecond !== second) {
      upToMillis = new Date(wholeSecond * 1_000).toISOString().slice(0, -"000Z".length)
      second = wholeSecond
    }
    return `${upToMillis}${String(timeMs - wholeSecond * 1_000).padStart(3, "0")}Z`
  }
}
