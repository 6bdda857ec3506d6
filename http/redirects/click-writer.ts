import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { notWaiting } from "../outgoing/not-waiting.ts"
import type { DayClicks } from "./click-tally.ts"
import type { BoundedSqlError } from "./store-trouble.ts"

/** How long the database may take to add a batch. */
const writeTimeout = "2 seconds"

/**
 * One statement for a whole batch. Rows are locked in the order of their links and days, so that
 * batches of several processes cannot deadlock; a link that is gone takes its clicks along, and the
 * rest of the batch is written.
 */
const statement = `
  insert into link_clicks (link_id, day, clicks)
  select c.link_id, c.day, c.clicks
  from unnest($1::bigint[], $2::int[], $3::bigint[]) as c (link_id, day, clicks)
  join tracked_link l on l.id = c.link_id
  order by c.link_id, c.day
  on conflict (link_id, day) do update set clicks = link_clicks.clicks + excluded.clicks`

/** Adds a batch, each link and day at most once in it, to what the database holds. */
export const writeClicks = (
  sql: SqlClient.SqlClient,
  batch: ReadonlyArray<DayClicks>,
): Effect.Effect<void, BoundedSqlError> =>
  sql
    .unsafe(statement, [
      batch.map(({ linkId }) => String(linkId)),
      batch.map(({ day }) => day),
      batch.map(({ clicks }) => String(clicks)),
    ])
    .pipe(notWaiting, Effect.timeout(writeTimeout), Effect.asVoid)
