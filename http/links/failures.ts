import * as Effect from "effect/Effect"
import { isSqlError, type SqlError } from "effect/sql/SqlError"
import type { SealBroken, WrongMasterKey } from "../secrets/envelope.ts"
import { LinkStoreUnavailable, SubscriptionRefused, SubscriptionTimedOut } from "./errors.ts"

/** What a database says that could not do something in time, or that was not to be reached. */
const tooLate: ReadonlySet<string> = new Set([
  "LockTimeoutError",
  "StatementTimeoutError",
  "ConnectionError",
])

/** Turns failures of the database into those of a subscription and leaves others as they are. */
export const orNotMade = <A, E, R>(
  effect: Effect.Effect<A, E | SqlError, R>,
): Effect.Effect<A, Exclude<E, SqlError> | SubscriptionRefused | SubscriptionTimedOut, R> =>
  Effect.mapError(effect, (error) => {
    if (!isSqlError(error)) return error as Exclude<E, SqlError>
    return tooLate.has(error.reason._tag)
      ? new SubscriptionTimedOut({ cause: error })
      : new SubscriptionRefused({ cause: error })
  })

type Unusable = SqlError | WrongMasterKey | SealBroken

const isUnusable = (error: unknown): error is Unusable =>
  isSqlError(error) ||
  (typeof error === "object" &&
    error !== null &&
    "_tag" in error &&
    (error._tag === "WrongMasterKey" || error._tag === "SealBroken"))

/** Turns failures of the database, and what cannot be opened, into LinkStoreUnavailable. */
export const orLinkStoreUnavailable = <A, E, R>(
  effect: Effect.Effect<A, E | Unusable, R>,
): Effect.Effect<A, Exclude<E, Unusable> | LinkStoreUnavailable, R> =>
  Effect.mapError(effect, (error) =>
    isUnusable(error)
      ? new LinkStoreUnavailable({ cause: error })
      : (error as Exclude<E, Unusable>),
  )
