import * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { utcDay } from "../../platform/utc-day.ts"

/** An agent has made all calls that a sandbox account may make in a day. */
export class ReadsSpent extends Data.TaggedError("ReadsSpent")<{
  readonly perDay: number
  readonly day: string
}> {
  override get message() {
    return `QUOTA_EXCEEDED: all ${this.perDay} calls of ${this.day} are made, as many as a sandbox account has a day; the next ones are at midnight UTC`
  }
}

/** Counts the calls of one process by UTC day, and refuses those above the limit. */
export const makeDailyReads = (perDay: number): Effect.Effect<void, ReadsSpent> => {
  let day = ""
  let made = 0
  return Effect.flatMap(Clock.currentTimeMillis, (nowMs) =>
    Effect.suspend(() => {
      const today = utcDay(nowMs)
      if (today !== day) {
        day = today
        made = 0
      }
      if (made >= perDay) return new ReadsSpent({ perDay, day })
      made += 1
      return Effect.void
    }),
  )
}
