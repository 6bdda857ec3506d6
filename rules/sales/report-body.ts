import * as Schema from "effect/Schema"
import { CurrencyCode } from "../../core/vocabulary/code-schemas.ts"
import { defaultCurrency } from "../trip/trip-vocabulary.ts"
import { Amount } from "../trip/trip.ts"
import { saleStatuses } from "./sale-record.ts"

/** Versions of the conversion contract; the first is meant where none is named. */
export const contractVersions = ["3.1", "3.2"] as const

/** Code points in a ref or an order id. */
export const nameLengthMax = 255

const optional = Schema.optionalKey

const Name = Schema.String.check(Schema.isMinCodePoints(1), Schema.isMaxCodePoints(nameLengthMax))

/** The body of a report of a sale. */
export const ReportBody = Schema.Struct({
  ref: Name.annotate({
    description: "The tracked ref that carried the sale: `<partner_code>-<short_code>`.",
  }),
  externalOrderId: Name.annotate({
    description: "Your own order id, case-sensitive; a replay updates the sale.",
  }),
  amount: Amount.annotate({
    description:
      "What the traveller paid, with at most the decimals of the currency and fifteen digits; read as it is written.",
  }),
  commission: optional(
    Amount.annotate({
      description:
        "What you expect; it can only lower what is computed, and stays the cap until another is declared.",
    }),
  ),
  currency: optional(
    CurrencyCode.annotate({
      description: `An active code of ISO 4217 with a minor unit. Default ${defaultCurrency}.`,
    }),
  ),
  status: Schema.Literals(saleStatuses),
  partnerFeeAmount: optional(
    Amount.annotate({
      description:
        "Contract 3.2: the uplift that was charged; it can only lower, and stays the cap until another is declared.",
    }),
  ),
  contractVersion: optional(
    Schema.Literals(contractVersions).annotate({ description: `Default ${contractVersions[0]}.` }),
  ),
}).annotate({ identifier: "ConversionRequest" })

/** The names of its fields. */
export type ReportField = keyof (typeof ReportBody)["Type"]
