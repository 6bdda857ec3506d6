import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { PartnerCode } from "../../rules/accounts/partner.ts"
import { minorUnitsOf } from "../../rules/currency/minor-units.ts"
import { handlingFeeBps, prepareFeeTerms } from "../../rules/fees/handling-fee.ts"
import {
  type ConversionReport,
  describeReportRefusal,
  readConversionReport,
} from "../../rules/sales/read-report.ts"
import type { Tables } from "../../rules/tables/index.ts"
import type { KeyRecord } from "../ports/keys.ts"
import { tellOutage } from "../observability/outage-log.ts"
import type { LinkNotFound } from "../ports/link-errors.ts"
import {
  type BookedReport,
  type ReportContradicts,
  type Reporter,
  type Sales,
  type SaleStoreUnavailable,
  shownSale,
} from "../ports/sales.ts"
import { afterCharge, type Operations, readExactJson } from "../api/operation.ts"
import { type Refusal, refusal } from "../api/api-refusal.ts"

/** What conversions are booked with. */
export interface ConversionParts {
  readonly tables: Tables
  readonly sales: Sales["Service"]
}

/** One text for every ref that is not the caller's, so that nobody learns of another's links. */
const linkNotFound = (partnerCode: PartnerCode): Refusal =>
  refusal("LINK_NOT_FOUND", `ref: a tracked ref of this account, whole: ${partnerCode}-CODE`)

const salesUnavailable = refusal(
  "SERVICE_UNAVAILABLE",
  "Sales cannot be booked right now; try again shortly.",
  { headers: { "retry-after": "5" } },
)

const bookingRefusal = (
  { partner }: KeyRecord,
  error: LinkNotFound | ReportContradicts | SaleStoreUnavailable,
): Effect.Effect<Refusal> => {
  switch (error._tag) {
    case "LinkNotFound":
      return Effect.succeed(linkNotFound(partner.code))
    case "ReportContradicts":
      return Effect.succeed(refusal("BAD_CONVERSION", error.message))
    case "SaleStoreUnavailable":
      return Effect.as(tellOutage("sales cannot be booked", error.cause), salesUnavailable)
  }
}

const conversionResponse = ({ mode }: KeyRecord, { created, sale, updated }: BookedReport) => ({
  ok: true,
  mode,
  ...shownSale(sale),
  created,
  updated,
})

/** `POST /api/postback/conversion`: reads a report of a sale and books it. */
export const makeConversion = ({ sales, tables }: ConversionParts): Operations["conversion"] => {
  const decimals = minorUnitsOf(tables)
  const feeTerms = prepareFeeTerms(tables)

  const reporterOf = (key: KeyRecord): Reporter => {
    const { baseRateBps, code, id, upliftBps } = key.partner
    return {
      partnerId: id,
      partnerCode: code,
      mode: key.mode,
      rates: { feeBps: handlingFeeBps(feeTerms(key.partner)), baseRateBps, upliftBps },
    }
  }

  return {
    admit: ({ body, key, signedAtSeconds }) =>
      Result.map(
        Result.flatMap(readExactJson(body), (sent) =>
          Result.mapError(readConversionReport(sent, decimals), (refused) =>
            refusal(refused.code, describeReportRefusal(refused)),
          ),
        ),
        (report: ConversionReport) =>
          afterCharge(() =>
            sales.report(reporterOf(key), { ...report, signedAtSeconds }).pipe(
              Effect.map((booked) => conversionResponse(key, booked)),
              Effect.catch((error) => Effect.flatMap(bookingRefusal(key, error), Effect.fail)),
            ),
          ),
      ),
  }
}
