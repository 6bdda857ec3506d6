import { inTransactionOr, orFailure } from "../database/or-failure.ts"
import { PeopleUnavailable } from "../../ports/people-errors.ts"

/** Turns failures of the database into PeopleUnavailable and leaves refusals as they are. */
export const orPeopleUnavailable = orFailure((cause) => new PeopleUnavailable({ cause }))

/** Runs an effect on people in one transaction, which a failure rolls back. */
export const inPeopleTransaction = inTransactionOr(orPeopleUnavailable)
