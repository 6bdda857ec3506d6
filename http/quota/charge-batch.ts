import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type * as SqlError from "effect/sql/SqlError"
import { errorCode } from "../database/errors.ts"
import { chargeParts } from "./charge-parts.ts"
import { chargeWhole } from "./charge-whole.ts"
import type { GrantedByKey, KeyCharge } from "./key-charge.ts"

/** What Postgres says to the one of two statements that it ends because each waits for the other. */
const deadlockCode = "40P01"

/** How often a statement that was ended so is tried again. */
const deadlockRetries = 2

const isDeadlock = ({ reason }: SqlError.SqlError): boolean =>
  errorCode(reason.cause) === deadlockCode

/**
 * Charges a batch of keys, each at most once in it; a key without an entry was changed or revoked.
 * Those that have no room for all that is asked of them are granted a part, by a second statement.
 */
export const chargeBatch = (
  sql: SqlClient.SqlClient,
  charges: ReadonlyArray<KeyCharge>,
  nowMs: number,
): Effect.Effect<GrantedByKey, SqlError.SqlError> => {
  const charging = chargeWhole(sql, charges, nowMs)
  // The planner may come to the rows in another order than that of the keys, though it rarely does.
  const whole = Effect.catchIf(charging, isDeadlock, () =>
    Effect.retry(charging, { while: isDeadlock, times: deadlockRetries - 1 }),
  )
  return Effect.flatMap(whole, (granted) => {
    const others = charges.filter(({ keyId }) => !granted.has(keyId))
    return others.length === 0
      ? Effect.succeed(granted)
      : Effect.map(chargeParts(sql, others, nowMs), (inPart) => new Map([...granted, ...inPart]))
  })
}
