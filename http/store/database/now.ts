/**
 * The time of the database, in the text of a statement, to the millisecond. It is the one clock
 * that all processes share: it decides whatever concerns keys and money.
 */
export const databaseNow = "date_trunc('milliseconds', now())"
