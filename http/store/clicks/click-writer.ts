import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { type BoundedSqlError, inTime } from "../../platform/in-time.ts"
import type { Counted } from "../batches/counts.ts"

/** A link on a UTC day (days since 1970). */
export interface ClickedDay {
  /** The code of the link: all that an address tells of it while the database is away. */
  readonly code: string
  readonly day: number
}

/** Clicks of one link on one day. */
export type DayClicks = Counted<ClickedDay>

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
export const writeClicks = (
  sql: SqlClient.SqlClient,
  clicks: ReadonlyArray<DayClicks>,
): Effect.Effect<void, BoundedSqlError> =>
  sql
    .unsafe(statement, [
      clicks.map(({ code }) => code),
      clicks.map(({ day }) => day),
      clicks.map(({ count }) => String(count)),
    ])
    .pipe(inTime(writeTimeout), Effect.asVoid)
