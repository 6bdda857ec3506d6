import * as Schema from "effect/Schema"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as OpenApi from "effect/http-api/OpenApi"
import { CurrencyCode } from "../../core/vocabulary/currency-code.ts"
import { reportRefusalCodes } from "../../rules/sales/refusal.ts"
import { saleStatuses } from "../../rules/sales/sale.ts"
import { errorSchemas, signedRefusals } from "./errors.ts"

const optional = Schema.optionalKey
const amount = Schema.Finite.check(Schema.isGreaterThanOrEqualTo(0))

/** The body of a report of a sale. */
export const ConversionRequest = Schema.Struct({
  ref: Schema.String.annotate({
    description: "The tracked ref that carried the sale: `<partner_code>-<short_code>`.",
  }),
  externalOrderId: Schema.String.check(Schema.isMinLength(1)).annotate({
    description:
      "Your own order id, 1 to 255 characters, case-sensitive; a replay updates the sale.",
  }),
  amount: amount.annotate({
    description:
      "What the traveller paid, with at most the decimals of the currency and fifteen digits; read as it is written.",
  }),
  commission: optional(
    amount.annotate({
      description:
        "What you expect; it can only lower what is computed, and stays the cap until another is declared.",
    }),
  ),
  currency: optional(
    CurrencyCode.annotate({
      description: "An active code of ISO 4217 with a minor unit. Default EUR.",
    }),
  ),
  status: Schema.Literals(saleStatuses),
  partnerFeeAmount: optional(
    amount.annotate({
      description:
        "Contract 3.2: the uplift that was charged; it can only lower, and stays the cap until another is declared.",
    }),
  ),
  contractVersion: optional(
    Schema.Literals(["3.1", "3.2"]).annotate({ description: "Default 3.1." }),
  ),
}).annotate({ identifier: "ConversionRequest" })

/** The sale as it stands after a report. */
export const ConversionResponse = Schema.Struct({
  ok: Schema.Boolean,
  mode: Schema.Literals(["sandbox", "live"]),
  externalOrderId: Schema.String,
  ref: Schema.String,
  status: Schema.Literals(saleStatuses),
  amount,
  commission: amount,
  currency: CurrencyCode,
  created: Schema.Boolean.annotate({ description: "The sale was not known before." }),
  updated: Schema.Boolean.annotate({
    description: "The report changed a known sale; false where another, signed later, stands.",
  }),
}).annotate({ identifier: "ConversionResponse" })

/** Reports a sale against a tracked link; consumes no daily quota. */
export const conversion = HttpApiEndpoint.post("conversion", "/api/postback/conversion", {
  payload: ConversionRequest,
  success: ConversionResponse,
  error: errorSchemas(["INVALID_JSON", ...reportRefusalCodes, "LINK_NOT_FOUND", ...signedRefusals]),
})
  .annotate(OpenApi.Summary, "Report a sale")
  .annotate(
    OpenApi.Description,
    "Records a sale of a tracked link and its commission, once for each order id of the account; of several reports the one that was signed last stands. No scope, no daily quota.",
  )
