import { inTransactionOr, orFailure } from "../database/or-failure.ts"
import { orSealRefused } from "../secrets/recorded-key.ts"
import { EventStoreUnavailable } from "../../ports/event-errors.ts"

/** Turns failures of the database into EventStoreUnavailable and leaves refusals as they are. */
export const orEventsUnavailable = orFailure(
  (cause) => new EventStoreUnavailable({ cause: orSealRefused(cause) }),
)

/** Runs an effect on events in one transaction, which a failure rolls back. */
export const inEventTransaction = inTransactionOr(orEventsUnavailable)
