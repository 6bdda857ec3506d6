import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type * as SqlError from "effect/sql/SqlError"
import { isHeldByOthers } from "../database/brief-locks.ts"
import { chargeParts } from "./charge-parts.ts"
import { chargeWhole } from "./charge-whole.ts"
import type { ChargedBatch, GrantedByKey, KeyCharge } from "./key-charge.ts"

type Charging = Effect.Effect<ChargedBatch, SqlError.SqlError>

/** Charges what nobody else holds, and waits for nothing else. */
export const chargeFree = (
  sql: SqlClient.SqlClient,
  charges: ReadonlyArray<KeyCharge>,
  nowMs: number,
): Charging =>
  // Where more is held than rows, the whole table perhaps, nothing is free.
  Effect.catchIf(chargeParts(sql, charges, nowMs, "passing"), isHeldByOthers, () =>
    Effect.succeed({
      granted: new Map(),
      held: new Set(charges.map(({ keyId }) => keyId)),
    }),
  )

/**
 * Charges a batch of keys, each at most once in it. Those that have no room for all that is asked of
 * them are granted a part, by a second statement. Where one of the quotas is held by others for longer
 * than anybody shall wait for another's, the rest is charged without it.
 */
export const chargeBatch = (
  sql: SqlClient.SqlClient,
  charges: ReadonlyArray<KeyCharge>,
  nowMs: number,
): Charging => {
  const freeOf = (others: ReadonlyArray<KeyCharge>) => (error: SqlError.SqlError) =>
    isHeldByOthers(error) ? chargeFree(sql, others, nowMs) : Effect.fail(error)

  const andParts = (granted: GrantedByKey): Charging => {
    const others = charges.filter(({ keyId }) => !granted.has(keyId))
    if (others.length === 0) return Effect.succeed({ granted, held: new Set() })
    const parts = Effect.catch(chargeParts(sql, others, nowMs, "waiting"), freeOf(others))
    return Effect.map(parts, (inPart) => ({
      granted: new Map([...granted, ...inPart.granted]),
      held: inPart.held,
    }))
  }

  return Effect.matchEffect(chargeWhole(sql, charges, nowMs), {
    onFailure: freeOf(charges),
    onSuccess: andParts,
  })
}
