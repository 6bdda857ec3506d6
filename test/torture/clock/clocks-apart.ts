import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { quotaWindow, windowLeadMaxMs } from "../../../rules/quota/quota.ts"
import { withinOneMinute } from "../../support/one-minute.ts"
import { databaseNowMs } from "./database-clock.ts"
import type { Moment, Table } from "./moments.ts"
import { meta, quote, spentDay, tellerOf } from "./quota-windows.ts"
import { dayMs, withRemaining, withRetry, type World } from "./world.ts"

/** How long a table's calls take at most: the database's clock goes on, and is to stay in its minute. */
const tableMs = 10_000

const yearMs = 365 * dayMs

const minuteMs = 60_000

const spentMinute = "429 RATE_LIMITED"

/** A clock that is a year ahead of the database's counts in the windows of that. */
export const aheadOfTheDatabase = async (world: World): Promise<Table> => {
  const key = await world.stage.createKey("ahead", "sandbox", { reads: 2 })
  const moments: Array<Moment> = []
  const tell = tellerOf(moments, (nowMs) => world.callAt(nowMs, key, quote))
  await withinOneMinute(tableMs)
  const now = databaseNowMs()
  await tell("at the database's time", now, "200, 1 left")
  await tell("a year ahead", now + yearMs, "200, 0 left")
  await tell("at the database's time, spent", now, `${spentDay}, 0 left`)
  await tell("a year ahead, spent", now + yearMs, `${spentDay}, 0 left`)
  await tell("two years ahead, spent", now + 2 * yearMs, `${spentDay}, 0 left`)
  await tell("at the database's time once more", now, `${spentDay}, 0 left`)
  return { about: "two reads a day, of clocks a year apart", moments }
}

/** A clock that is minutes ahead moves windows there, and whoever is behind is told when they end. */
export const aheadWithinBounds = async (world: World): Promise<Table> => {
  const key = await world.stage.createKey("apart", "sandbox", { burst: 2 })
  const moments: Array<Moment> = []
  const tell = tellerOf(moments, (nowMs) => world.callAt(nowMs, key, meta))
  await withinOneMinute(tableMs)
  const startMs = Math.floor(databaseNowMs() / minuteMs) * minuteMs
  await tell("at the database's time", startMs, "200", withRetry)
  await tell("9 minutes ahead", startMs + 9 * minuteMs, "200", withRetry)
  await tell("8 minutes ahead", startMs + 8 * minuteMs, "200", withRetry)
  await tell(
    "8 minutes ahead, spent",
    startMs + 8 * minuteMs,
    `${spentMinute} for 120 s`,
    withRetry,
  )
  await tell("at the database's time, spent", startMs, `${spentMinute} for 600 s`, withRetry)
  await tell("10 minutes ahead", startMs + 10 * minuteMs, "200", withRetry)
  return { about: "two calls a minute, of clocks minutes apart", moments }
}

const leaveAt = (world: World, keyId: string, standingMs: number) => {
  const { day, minute } = quotaWindow(standingMs)
  return world.stage.run(
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql`
        update quota set minute = ${minute}, day = ${day}, burst_used = burst_limit,
          reads_used = reads_limit, writes_used = writes_limit where key_id = ${keyId}`,
    ),
  )
}

/** Windows in which a clock has left a key, once that clock is right again. */
export const leftAhead = async (world: World): Promise<Table> => {
  const key = await world.stage.createKey("left", "sandbox", { reads: 1, writes: 1, burst: 2 })
  const moments: Array<Moment> = []
  const tell = tellerOf(moments, (nowMs) => world.callAt(nowMs, key, quote))
  await withinOneMinute(tableMs)
  const startMs = Math.floor(databaseNowMs() / minuteMs) * minuteMs
  for (const [at, aheadMs] of [
    ["a year", yearMs],
    ["11 minutes", 11 * minuteMs],
  ] as const) {
    await leaveAt(world, key.keyId, startMs + aheadMs)
    // Its minute is too far ahead; its day is not where midnight is near.
    const last = quotaWindow(startMs + windowLeadMaxMs)
    const stands = quotaWindow(startMs + aheadMs).day <= last.day
    const first = stands ? `${spentDay}, 0 left` : "200, 0 left"
    await tell(`left ${at} ahead, spent there`, startMs, first)
    await tell(`left ${at} ahead, spent`, startMs, `${spentDay}, 0 left`, withRemaining)
  }
  await leaveAt(world, key.keyId, startMs + 9 * minuteMs)
  await tell("left 9 minutes ahead, spent", startMs, `${spentMinute} for 600 s`, withRetry)
  return { about: "windows that a clock has left ahead", moments }
}
