import { inTransactionOr, orFailureInTime } from "../database/or-failure.ts"
import { orSealRefused } from "../secrets/recorded-key.ts"
import { EventStoreUnavailable } from "../../ports/event-errors.ts"

/** How long work on events may take: the longest is a page of an account's. */
const eventsTimeout = "10 seconds"

/** Turns failures of the database into EventStoreUnavailable and leaves refusals as they are. */
export const orEventsUnavailable = orFailureInTime(
  eventsTimeout,
  (cause) => new EventStoreUnavailable({ cause: orSealRefused(cause) }),
)

/** Runs an effect on events in one transaction, which a failure rolls back. */
export const inEventTransaction = inTransactionOr(orEventsUnavailable)
