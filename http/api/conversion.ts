import * as Schema from "effect/Schema"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as OpenApi from "effect/http-api/OpenApi"
import { CurrencyCode } from "../../core/vocabulary/code-schemas.ts"
import { reportRefusalCodes } from "../../rules/sales/read-report.ts"
import { saleStatuses } from "../../rules/sales/sale-record.ts"
import { Amount } from "../../rules/trip/trip.ts"
import { errorSchemas, signedRefusals } from "./error-schemas.ts"
import { ReportBody } from "../../rules/sales/report-body.ts"

/** What is said of a sale wherever one is told. */
export const saleFields = {
  externalOrderId: Schema.String,
  ref: Schema.String,
  status: Schema.Literals(saleStatuses),
  amount: Amount,
  commission: Amount,
  currency: CurrencyCode,
}

/** The sale as it stands after a report. */
export const ConversionResponse = Schema.Struct({
  ok: Schema.Boolean,
  mode: Schema.Literals(["sandbox", "live"]),
  ...saleFields,
  created: Schema.Boolean.annotate({ description: "The sale was not known before." }),
  updated: Schema.Boolean.annotate({
    description: "The report changed a known sale; false where another, signed later, stands.",
  }),
}).annotate({ identifier: "ConversionResponse" })

/** Reports a sale against a tracked link; consumes no daily quota. */
export const conversion = HttpApiEndpoint.post("conversion", "/api/postback/conversion", {
  payload: ReportBody,
  success: ConversionResponse,
  error: errorSchemas(["INVALID_JSON", ...reportRefusalCodes, "LINK_NOT_FOUND", ...signedRefusals]),
})
  .annotate(OpenApi.Summary, "Report a sale")
  .annotate(
    OpenApi.Description,
    "Records a sale of a tracked link and its commission, once for each order id of the account; of several reports the one that was signed last stands. No scope, no daily quota.",
  )
