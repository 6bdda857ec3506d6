import type * as SqlClient from "effect/sql/SqlClient"
import { inTransactionOr, orFailure } from "../database/or-failure.ts"
import { PeopleUnavailable } from "../../ports/people-errors.ts"

/** Turns failures of the database into PeopleUnavailable and leaves refusals as they are. */
export const orPeopleUnavailable = orFailure((cause) => new PeopleUnavailable({ cause }))

/** Runs an effect on people in one transaction, which a failure rolls back. */
export const inPeopleTransaction = inTransactionOr(orPeopleUnavailable)

/** Any fixed numbers: what is counted by a network or a mailbox is counted in its turn. */
const turnKeys = { network: 7_460_010, mailbox: 7_460_011 } as const

/**
 * Waits, in a transaction, until no other one counts for the same network or mailbox, in this process or
 * another: what is counted afterwards holds until the transaction ends.
 */
export const inTurnOf = (sql: SqlClient.SqlClient, by: keyof typeof turnKeys, name: string) =>
  sql`select pg_advisory_xact_lock(${turnKeys[by]}::int, hashtext(${name}))`

/**
 * Whether a column holds a network. A process of the version before writes whole addresses beside it,
 * which have no slash: those are cut as they are read, until the round that cuts them for good.
 */
export const isFrom = (
  sql: SqlClient.SqlClient,
  column: "network" | "signed_up_from",
  network: string,
) => {
  const kept = sql.literal(column)
  return sql`(${kept} = ${network} or (strpos(${kept}, '/') = 0 and kept_network(${kept}) = ${network}))`
}
