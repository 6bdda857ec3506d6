import { inTransactionOr, orFailure } from "../database/or-failure.ts"
import { SaleStoreUnavailable } from "./errors.ts"

/** Turns failures of the database into SaleStoreUnavailable and leaves refusals as they are. */
export const orSalesUnavailable = orFailure((cause) => new SaleStoreUnavailable({ cause }))

/** Runs an effect on sales in one transaction, which a failure rolls back. */
export const inSaleTransaction = inTransactionOr(orSalesUnavailable)

/**
 * Now by the clock of the database, the one authority over the dates of sales, to the millisecond,
 * which is what dates of this process can hold.
 */
export const databaseNow = "date_trunc('milliseconds', now())"
