import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { type BoundedSqlError, inTime } from "../../platform/in-time.ts"
import type { DayClicks } from "./click-tally.ts"

/** How long the database may take to add a batch. */
const writeTimeout = "2 seconds"

/** Clicks that are written together. */
export interface ClickBatch {
  /** Who counted them: a UUID of its own for each process. */
  readonly writer: string
  /** Its number among those of the writer, each higher than the one before. */
  readonly number: number
  /** Each link and day at most once. */
  readonly clicks: ReadonlyArray<DayClicks>
}

/**
 * One statement for a whole batch, which adds it the first time only: a batch of which nobody knows
 * whether it arrived is sent again, and both may arrive in the end, in any order. Rows are locked in
 * the order of their links and days, so that batches of several processes cannot deadlock; a link
 * that is gone takes its clicks along, and the rest of the batch is written. Writers that have been
 * silent for a month are forgotten.
 */
const statement = `
  with forgotten as (
    delete from click_writer where id in (
      select id from click_writer where wrote_at < now() - interval '30 days' and id <> $1::uuid
      for update skip locked
    )
  ), first_time as (
    insert into click_writer (id, batch, wrote_at) values ($1::uuid, $2::bigint, now())
    on conflict (id) do update set batch = excluded.batch, wrote_at = excluded.wrote_at
      where click_writer.batch < excluded.batch
    returning batch
  )
  insert into link_clicks (link_id, day, clicks)
  select l.id, c.day, c.clicks
  from first_time
  cross join unnest($3::text[], $4::int[], $5::bigint[]) as c (code, day, clicks)
  join tracked_link l on l.code = c.code
  order by l.id, c.day
  on conflict (link_id, day) do update set clicks = link_clicks.clicks + excluded.clicks`

/** Adds a batch to what the database holds, unless that or a later one of the writer was added. */
export const writeClicks = (
  sql: SqlClient.SqlClient,
  { clicks, number, writer }: ClickBatch,
): Effect.Effect<void, BoundedSqlError> =>
  sql
    .unsafe(statement, [
      writer,
      number,
      clicks.map(({ code }) => code),
      clicks.map(({ day }) => day),
      clicks.map((entry) => String(entry.clicks)),
    ])
    .pipe(inTime(writeTimeout), Effect.asVoid)
