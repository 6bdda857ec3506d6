import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { isSqlError, type SqlError } from "effect/sql/SqlError"
import { errorCode } from "../../platform/system-error.ts"
import { migrations } from "../database/migrations/index.ts"
import type { MasterKey } from "../secrets/master-key.ts"
import { clockHindrance, type Hindrance } from "../../ports/hindrance.ts"

interface Row {
  readonly fingerprint: string | null
  readonly schemaVersion: number
  readonly nowMs: number
}

/** The migration that this code ends with; newer code may have gone on from there. */
const schemaVersion = Math.max(...Object.keys(migrations).map((name) => Number(name.slice(0, 4))))

/** What Postgres says of a table that is not there. */
const noTableCode = "42P01"

const isNoTable = (error: SqlError): boolean =>
  isSqlError(error) && errorCode(error.reason.cause) === noTableCode

const notMigrated: Hindrance = { database: "not migrated" }

const judge = (
  row: Row | undefined,
  own: { readonly fingerprint: string; readonly nowMs: number; readonly uncertainMs: number },
): Hindrance | undefined => {
  if (row === undefined || row.schemaVersion < schemaVersion) return notMigrated
  if (row.fingerprint !== own.fingerprint) return { masterKey: "wrong" }
  return clockHindrance({ aheadMs: own.nowMs - row.nowMs, uncertainMs: own.uncertainMs })
}

/** What stands in the way as far as reading tells: the schema, the master key, the clocks. */
export const readHindrance = (
  sql: SqlClient.SqlClient,
  { fingerprint }: Pick<MasterKey["Service"], "fingerprint">,
): Effect.Effect<Hindrance | undefined, SqlError> =>
  Effect.gen(function* () {
    const beforeMs = yield* Clock.currentTimeMillis
    const [row] = yield* sql<Row>`
      select (select fingerprint from master_key) as fingerprint,
        (select max(migration_id) from schema_migrations) as "schemaVersion",
        (extract(epoch from now()) * 1000)::float8 as "nowMs"`
    const afterMs = yield* Clock.currentTimeMillis
    const uncertainMs = Math.abs(afterMs - beforeMs) / 2
    return judge(row, { fingerprint, nowMs: (beforeMs + afterMs) / 2, uncertainMs })
  }).pipe(Effect.catchIf(isNoTable, () => Effect.succeed(notMigrated)))
