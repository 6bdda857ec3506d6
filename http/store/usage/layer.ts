import { dayMs } from "../../../core/vocabulary/day.ts"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import * as SqlClient from "effect/sql/SqlClient"
import { makeAvailability } from "../../observability/availability.ts"
import { type BoundedSqlError, withDatabaseDeadline } from "../../platform/database-deadline.ts"
import { troubleReason } from "../../platform/trouble-reason.ts"
import { CallRecords, Usage } from "../../ports/usage.ts"
import { TableBundle } from "../../ports/table-bundle.ts"
import { databaseNow } from "../database/client.ts"
import { makeCallRecorder, usageKept, type UsageKept, usagePolicy } from "./record-calls.ts"
import { makeUsage } from "./usage-sql.ts"

/** What partners see of their use, from the database, under the tables in force. */
export const layerUsage: Layer.Layer<Usage, never, SqlClient.SqlClient | TableBundle> =
  Layer.unwrap(
    Effect.map(TableBundle, ({ current }) =>
      Layer.effect(
        Usage,
        makeUsage(() => usageKept(current().tables)),
      ),
    ),
  )

/** Records calls in the database, and forgets old ones, under the tables in force. */
export const layerCallRecords: Layer.Layer<never, never, SqlClient.SqlClient | TableBundle> =
  Layer.unwrap(
    Effect.map(TableBundle, ({ current }) => {
      const kept = () => usageKept(current().tables)
      return Layer.effect(
        CallRecords,
        Effect.gen(function* () {
          yield* forgetRegularly(kept)
          return (yield* makeCallRecorder(usagePolicy(kept))).record
        }),
      )
    }),
  )

/** How often what is too old is looked for. */
const intervalMs = 3_600_000

/** How long all of it may take. */
const forgetTimeout = "15 seconds"

/** How long a batch may be tried again and still be known as written. */
const batchDays = 1

/** Deletes what is kept no longer: old calls and counts, and calls in places that are no more. */
export const forgetUsage = (
  sql: SqlClient.SqlClient,
  { callDays, countDays, signedCalls, unsignedCalls }: UsageKept,
): Effect.Effect<void, BoundedSqlError> => {
  const before = (days: number) => sql`${sql.literal(databaseNow)} - ${days} * interval '24 hours'`
  return Effect.all(
    [
      sql`delete from usage_batch where at <= ${before(batchDays)}`,
      sql`delete from usage_call where at <= ${before(callDays)}
        or place >= case when is_signed then ${signedCalls}::int else ${unsignedCalls}::int end`,
      sql`delete from usage_day
        where day <= floor(extract(epoch from ${before(countDays)}) * 1000 / ${dayMs})::int`,
    ],
    { discard: true },
  ).pipe(withDatabaseDeadline(forgetTimeout))
}

/** Forgets at once and every hour from then on until the scope closes. */
const forgetRegularly = Effect.fnUntraced(function* (kept: () => UsageKept) {
  const sql = yield* SqlClient.SqlClient
  const availability = makeAvailability({
    unavailable: "old usage cannot be deleted",
    availableAgain: "old usage is deleted again",
    facts: {},
    steadyMs: 0,
  })
  const round = Effect.matchCauseEffect(
    Effect.suspend(() => forgetUsage(sql, kept())),
    {
      onSuccess: () => availability.answered,
      onFailure: (cause) => availability.failed(troubleReason(Cause.squash(cause))),
    },
  )
  yield* Effect.forkScoped(Effect.repeat(round, Schedule.fixed(intervalMs)))
})
