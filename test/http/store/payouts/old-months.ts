/**
 * Statements that move all that was sold into a month that is over. A server closes months by itself soon after its
 * start: what it has closed by then, before there was anything in it, is opened again.
 */
export const soldMonthsAgo = (months: number): ReadonlyArray<string> => {
  // Early in the month, so that nothing is too young at its end.
  const then = `date_trunc('month', now() - interval '${months} months') + interval '1 day'`
  return [
    "delete from statement_closing where partner_id not in (select partner_id from statement)",
    `update sale set booked_at = ${then}`,
    `update ledger_journal set at = ${then}`,
  ]
}
