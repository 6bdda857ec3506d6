import { inBriefTransactionOr, inTransactionOr, orFailure } from "../database/database-errors.ts"
import { SaleStoreUnavailable } from "../../ports/sales.ts"

/** Turns failures of the database into SaleStoreUnavailable and leaves refusals as they are. */
export const orSalesUnavailable = orFailure((cause) => new SaleStoreUnavailable({ cause }))

/** Runs an effect on sales in one transaction, which a failure rolls back. */
export const inSaleTransaction = inTransactionOr(orSalesUnavailable)

/** The same for a transaction of one account, for whose locks no other account may wait long. */
export const inBriefSaleTransaction = inBriefTransactionOr(orSalesUnavailable)
