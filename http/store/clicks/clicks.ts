import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { ServiceMeters } from "../../observability/meters.ts"
import { type BoundedSqlError, withDatabaseDeadline } from "../../platform/database-deadline.ts"
import { type Counted, makeCounts, totalOf } from "../batches/counts.ts"
import { writeRegularly } from "../batches/regular-writes.ts"
import { dayNumber } from "../../../core/vocabulary/day.ts"

/** How much is counted and written at once, and how often. */
export interface ClicksPolicy {
  /** Links and days that are counted at most while the database is away. */
  readonly entriesMax: number
  /** Links and days of one statement. */
  readonly batchMax: number
  readonly writeEveryMs: number
}

/** The policy of a service. */
export const clicksPolicy: ClicksPolicy = {
  entriesMax: 100_000,
  batchMax: 1_000,
  writeEveryMs: 1_000,
}

const nameOf = ({ code, day }: ClickedDay): string => `${code}/${day}`

/**
 * Clicks counted in memory and written every second, and once more when the scope closes. What
 * cannot be written stays counted and is tried again; a batch whose answer is lost on the way may so
 * be added twice. Lost are the clicks of the last second when the process is killed, those counted
 * when it stops while the database is away, and those of further links once `entriesMax` are waiting.
 */
export const makeClicks = Effect.fnUntraced(function* (policy: ClicksPolicy) {
  const sql = yield* SqlClient.SqlClient
  const clock = yield* Clock.Clock
  const meters = yield* ServiceMeters
  const counts = makeCounts(policy.entriesMax, nameOf)
  let dropped = 0

  const add = (entry: DayClicks): void => {
    if (!counts.add(entry)) dropped += entry.count
  }

  meters.gauge(
    { name: "clicks_waiting", about: "Clicks that are counted and not written yet." },
    Effect.sync(() => [{ value: counts.total() }]),
  )
  const flush = yield* writeRegularly<ReadonlyArray<DayClicks>>({
    everyMs: policy.writeEveryMs,
    take: () => {
      const batch = counts.take(policy.batchMax)
      return batch.length === 0 ? undefined : batch
    },
    write: (batch) => writeClicks(sql, batch),
    written: (batch) => meters.clicks("written", totalOf(batch)),
    putBack: (batch) => batch.forEach(add),
    waiting: counts.total,
    takeDropped: () => {
      const clicks = dropped
      dropped = 0
      if (clicks > 0) meters.clicks("dropped", clicks)
      return clicks
    },
    words: {
      unit: "clicks",
      unavailable: "clicks cannot be written and wait in memory",
      availableAgain: "clicks are written again",
      dropped: "clicks of too many links: not counted",
      lost: "clicks are lost: the database is away",
    },
  })

  return {
    count: (code: string): void => {
      add({ code, day: dayNumber(clock.currentTimeMillisUnsafe()), count: 1 })
    },
    flush,
  }
})

/** A link on a UTC day (days since 1970). */
interface ClickedDay {
  /** The code of the link: all that an address says about it while the database is away. */
  readonly code: string
  readonly day: number
}

/** Clicks of one link on one day. */
type DayClicks = Counted<ClickedDay>

/** How long the database may take to add a batch. */
const writeTimeout = "2 seconds"

/**
 * One statement for a whole batch. Rows are locked in the order of their links and days, so that
 * batches of several processes cannot deadlock; a link that is gone takes its clicks along, and the
 * rest of the batch is written.
 */
const statement = `
  insert into link_clicks (link_id, day, clicks)
  select l.id, c.day, c.clicks
  from unnest($1::text[], $2::int[], $3::bigint[]) as c (code, day, clicks)
  join tracked_link l on l.code = c.code
  order by l.id, c.day
  on conflict (link_id, day) do update set clicks = link_clicks.clicks + excluded.clicks`

/** Adds a batch, which names each link and day at most once, to what the database holds. */
const writeClicks = (
  sql: SqlClient.SqlClient,
  clicks: ReadonlyArray<DayClicks>,
): Effect.Effect<void, BoundedSqlError> =>
  sql
    .unsafe(statement, [
      clicks.map(({ code }) => code),
      clicks.map(({ day }) => day),
      clicks.map(({ count }) => String(count)),
    ])
    .pipe(withDatabaseDeadline(writeTimeout), Effect.asVoid)
