import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as SqlClient from "effect/sql/SqlClient"
import { CallRecords } from "../../ports/call-records.ts"
import { TableBundle } from "../../ports/table-bundle.ts"
import { Usage } from "../../ports/usage.ts"
import { makeCallRecorder } from "./call-recorder.ts"
import { forgetRegularly } from "./forget-usage.ts"
import { usageKept, usagePolicy } from "./usage-policy.ts"
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
