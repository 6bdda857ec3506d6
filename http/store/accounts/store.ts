import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { createHmac, createSecretKey } from "node:crypto"
import { once } from "../../../core/memory.ts"
import { equalMacs } from "../../platform/hmac.ts"
import { RandomBytes } from "../../platform/random-bytes.ts"
import { BadLimit, KeyStoreUnavailable, PartnerNotFound } from "../../ports/account-errors.ts"
import { Sessions } from "../../ports/session-links.ts"
import { inTransactionOr, orFailure } from "../database/database-errors.ts"
import { MasterKey } from "../secrets/envelope.ts"
import { orSealRefused } from "../secrets/layer.ts"
import {
  formatSessionToken,
  parseSessionToken,
  sessionMacInput,
  sessionNonceBytes,
  type SessionOwner,
} from "../../../rules/session/token.ts"

/** Turns failures of the database into KeyStoreUnavailable and leaves refusals as they are. */
export const orUnavailable = orFailure(
  (cause) => new KeyStoreUnavailable({ cause: orSealRefused(cause) }),
)

/** Runs an effect on accounts in one transaction, which a failure rolls back. */
export const inTransaction = inTransactionOr(orUnavailable)

/** The id of the account of a code; `lock` holds its row until the transaction ends. */
export const partnerIdOf = (
  sql: SqlClient.SqlClient,
  code: string,
  lock: "for no key update" | "" = "",
): Effect.Effect<string, PartnerNotFound | SqlError> =>
  Effect.flatMap(
    sql<{ readonly id: string }>`
      select id from partner where code = ${code} ${sql.literal(lock)}`,
    ([row]) =>
      row === undefined ? Effect.fail(new PartnerNotFound({ code })) : Effect.succeed(row.id),
  )

/** Highest daily limit that can be set, in calls. */
const dailyLimitMaximum = 1_000_000_000

const checkLimit = (limit: "reads" | "writes", value: number | undefined) =>
  value === undefined || (Number.isInteger(value) && value >= 0 && value <= dailyLimitMaximum)
    ? Effect.void
    : Effect.fail(new BadLimit({ limit, value, maximum: dailyLimitMaximum }))

/** Refuses daily limits that are no whole numbers in range; absent ones pass. */
export const checkLimits = (limits: {
  readonly reads?: number
  readonly writes?: number
}): Effect.Effect<void, BadLimit> =>
  Effect.andThen(checkLimit("reads", limits.reads), checkLimit("writes", limits.writes))

const makeSessions = Effect.gen(function* () {
  // A key object is prepared once; raw bytes would be prepared for each token, at several times the
  // cost of the digest.
  const master = yield* MasterKey
  const key = once(() => createSecretKey(master.derive("session")))
  const random = yield* RandomBytes

  const macOf = (nonce: string, owner: SessionOwner): string =>
    createHmac("sha256", key()).update(sessionMacInput(nonce, owner)).digest("base64url")

  const issue = (owner: SessionOwner): string => {
    const nonce = Buffer.from(random.take(sessionNonceBytes)).toString("base64url")
    return formatSessionToken({ nonce, mac: macOf(nonce, owner) })
  }

  const isIssued = (owner: SessionOwner, value: unknown): value is string => {
    const token = parseSessionToken(value)
    return token !== undefined && equalMacs(token.mac, macOf(token.nonce, owner))
  }

  const resume = (owner: SessionOwner, echoed: unknown): string =>
    isIssued(owner, echoed) ? echoed : issue(owner)

  return { issue, isIssued, resume }
})

/** Sessions under a key derived from the master key: every process of an installation agrees. */
export const layerSessions: Layer.Layer<Sessions, never, MasterKey | RandomBytes> = Layer.effect(
  Sessions,
  makeSessions,
)
