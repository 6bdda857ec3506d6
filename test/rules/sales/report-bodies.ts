import * as Result from "effect/Result"
import { minorUnitsOf } from "../../../rules/currency/minor-units.ts"
import { describeReportRefusal, readConversionReport } from "../../../rules/sales/read-report.ts"
import { shippedTables } from "../../support/tables.ts"

/** The decimals of each currency of the shipped tables. */
export const minorUnits = minorUnitsOf(shippedTables)

/** A body with nothing but what is required. */
export const correct = {
  ref: "acme-SPRING27",
  externalOrderId: "order 1",
  amount: 110,
  status: "pending",
}

/** The same with more, or with other values. */
export const correctWith = (more: object): unknown => ({ ...correct, ...more })

/** What a body is read to. */
export const read = (body: unknown) => readConversionReport({ json: body }, minorUnits)

/** Why a body is refused, in words; `read` where it is not. */
export const refusal = (body: unknown): string => {
  const outcome = read(body)
  return Result.isFailure(outcome)
    ? `${outcome.failure.code} ${describeReportRefusal(outcome.failure)}`
    : "read"
}
