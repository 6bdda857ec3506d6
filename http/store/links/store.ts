import { isSqlError } from "effect/sql/SqlError"
import {
  LinkStoreUnavailable,
  SubscriptionRefused,
  SubscriptionTimedOut,
} from "../../ports/link-errors.ts"
import { inTransactionOr, orFailure } from "../database/database-errors.ts"
import { orSealRefused } from "../secrets/layer.ts"

/** The errors of a database that was too slow or could not be reached. */
const tooLate: ReadonlySet<string> = new Set([
  "LockTimeoutError",
  "StatementTimeoutError",
  "ConnectionError",
])

/** Turns failures of the database into those of a subscription and leaves others as they are. */
export const orNotMade = orFailure((cause) =>
  isSqlError(cause) && !tooLate.has(cause.reason._tag)
    ? new SubscriptionRefused({ cause: orSealRefused(cause) })
    : new SubscriptionTimedOut({ cause }),
)

/** Turns failures of the database into LinkStoreUnavailable and leaves refusals as they are. */
export const orLinkStoreUnavailable = orFailure((cause) => new LinkStoreUnavailable({ cause }))

/** Runs an effect on links in one transaction, which a failure rolls back. */
export const inLinkTransaction = inTransactionOr(orLinkStoreUnavailable)
