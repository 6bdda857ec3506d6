/**
 * The time of the database, in the text of a statement, to the millisecond. It is the one clock that
 * all processes share: it dates and judges whatever is about keys and money.
 */
export const databaseNow = "date_trunc('milliseconds', now())"
