import { inTransactionOr, orFailure } from "../database/or-failure.ts"
import { orSealRefused } from "../secrets/recorded-key.ts"
import { KeyStoreUnavailable } from "../../ports/account-errors.ts"

/** Turns failures of the database into KeyStoreUnavailable and leaves refusals as they are. */
export const orUnavailable = orFailure(
  (cause) => new KeyStoreUnavailable({ cause: orSealRefused(cause) }),
)

/** Runs an effect on accounts in one transaction, which a failure rolls back. */
export const inTransaction = inTransactionOr(orUnavailable)
