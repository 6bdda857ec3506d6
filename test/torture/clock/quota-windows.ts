import { paths, quoteBody } from "../../support/sample-trips.ts"
import type { Answer } from "../../support/http-call.ts"
import type { StageLimits } from "../stage.ts"
import { linkBody } from "../tenants/estate.ts"
import type { Moment, Table } from "./moments.ts"
import { dayMs, withRemaining, withRetry, type World } from "./world.ts"

/** A read of the day. */
export const quote = { path: paths.quotes, body: quoteBody() }

/** A plain call of the minute. */
export const meta = { path: paths.meta }

/** Rows of a table: a call at a moment, told in one of the ways that an answer is told. */
export const tellerOf =
  (moments: Array<Moment>, call: (nowMs: number) => Promise<Answer>) =>
  async (
    at: string,
    nowMs: number,
    expected: string,
    told: (answer: Answer) => string = withRemaining,
  ): Promise<void> => {
    moments.push({ at, expected, seen: told(await call(nowMs)) })
  }

/** What a call is told when the day is spent. */
export const spentDay = "429 QUOTA_EXCEEDED"

/** Two reads a day, before and after a midnight (UTC), and with a clock that is set back over it. */
export const readsOfTheDay = async (world: World, midnightMs: number): Promise<Table> => {
  const key = await world.stage.createKey("reading", "sandbox", { reads: 2 })
  const moments: Array<Moment> = []
  const tell = tellerOf(moments, (nowMs) => world.callAt(nowMs, key, quote))
  await tell("1.5 s before midnight", midnightMs - 1_500, "200, 1 left")
  await tell("a millisecond before midnight", midnightMs - 1, "200, 0 left")
  await tell("2 s before midnight, spent", midnightMs - 2_000, `${spentDay} for 2 s`, withRetry)
  await tell("a millisecond before, spent", midnightMs - 1, `${spentDay} for 1 s`, withRetry)
  await tell("at midnight", midnightMs, "200, 1 left")
  await tell("set back to a millisecond before", midnightMs - 1, "200, 0 left")
  await tell("a second before, spent", midnightMs - 1_000, `${spentDay} for 86401 s`, withRetry)
  await tell("set back by a week, spent", midnightMs - 7 * dayMs, `${spentDay}, 0 left`)
  await tell("after midnight again, spent", midnightMs + 1_000, `${spentDay}, 0 left`)
  await tell(
    "the last millisecond of the day",
    midnightMs + dayMs - 1,
    `${spentDay} for 1 s`,
    withRetry,
  )
  await tell("at the next midnight", midnightMs + dayMs, "200, 1 left")
  await tell("a year on", midnightMs + 365 * dayMs, "200, 1 left")
  await tell("set back by that year", midnightMs + dayMs, "200, 0 left")
  return { about: "two reads a day", moments }
}

/** One write a day, likewise; each link is the first one of a session of its own. */
export const writesOfTheDay = async (world: World, midnightMs: number): Promise<Table> => {
  const key = await world.stage.createKey("writing", "sandbox", { writes: 1 })
  const moments: Array<Moment> = []
  const tell = tellerOf(moments, async (nowMs) => {
    const { body } = await world.callAt(nowMs, key, quote)
    const { sessionId } = body as { readonly sessionId: string }
    return world.callAt(nowMs, key, { path: paths.links, body: linkBody(sessionId) })
  })
  await tell("a millisecond before midnight", midnightMs - 1, "201, 0 left")
  await tell("a millisecond before, spent", midnightMs - 1, `${spentDay} for 1 s`, withRetry)
  await tell("at midnight", midnightMs, "201, 0 left")
  await tell("set back to a millisecond before, spent", midnightMs - 1, `${spentDay}, 0 left`)
  await tell("after midnight again, spent", midnightMs + 1_000, `${spentDay}, 0 left`)
  await tell("at the next midnight", midnightMs + dayMs, "201, 0 left")
  return { about: "one write a day", moments }
}

/** Two calls a minute, before and after a full minute, and with a clock that is set back over it. */
export const callsOfTheMinute = async (world: World, minuteMs: number): Promise<Table> => {
  const limits: StageLimits = { burst: 2 }
  const key = await world.stage.createKey("calling", "sandbox", limits)
  const spent = "429 RATE_LIMITED"
  const moments: Array<Moment> = []
  const tell = tellerOf(moments, (nowMs) => world.callAt(nowMs, key, meta))
  await tell("2 s before the minute ends", minuteMs - 2_000, "200", withRetry)
  await tell("2 s before, the second call", minuteMs - 2_000, "200", withRetry)
  await tell("2 s before, spent", minuteMs - 2_000, `${spent} for 2 s`, withRetry)
  await tell("a millisecond before, spent", minuteMs - 1, `${spent} for 1 s`, withRetry)
  await tell("a minute before, spent", minuteMs - 60_000, `${spent} for 60 s`, withRetry)
  await tell("at the full minute", minuteMs, "200", withRetry)
  await tell("set back to a millisecond before", minuteMs - 1, "200", withRetry)
  await tell("set back by a second, spent", minuteMs - 1_000, `${spent} for 61 s`, withRetry)
  await tell("set back by 10 minutes, spent", minuteMs - 600_000, `${spent} for 660 s`, withRetry)
  await tell("set back by an hour, spent", minuteMs - 3_600_000, `${spent} for 660 s`, withRetry)
  await tell("in the new minute again, spent", minuteMs + 30_000, `${spent} for 30 s`, withRetry)
  await tell("at the next full minute", minuteMs + 60_000, "200", withRetry)
  return { about: "two calls a minute", moments }
}
