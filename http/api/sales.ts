import * as Schema from "effect/Schema"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as OpenApi from "effect/http-api/OpenApi"
import { saleDates } from "../../rules/sales/sales-query.ts"
import { saleStatuses } from "../../rules/sales/sale-record.ts"
import { saleFields } from "./conversion.ts"
import type { LimitOf } from "../../rules/reference/limits.ts"
import { errorSchemas, signedRefusals } from "./error-schemas.ts"
import { textParameter, wholeParameter } from "./parameters.ts"
import { TellsSales } from "./annotations.ts"

const instant = (description: string) => Schema.String.annotate({ description })

/** A sale as it stands, with its dates in ISO 8601, UTC. */
export const SaleListed = Schema.Struct({
  ...saleFields,
  bookedAt: instant("When it was first reported."),
  changedAt: instant("When its status, amount or commission last changed, or it was corrected."),
  validatesAt: Schema.NullOr(instant("When it validates itself; null once it is not pending.")),
  validatedAt: Schema.NullOr(instant("When it was validated; null while it is not.")),
  correctedAt: Schema.NullOr(
    instant("When our check of the ledger last put it right; null where it never had to."),
  ),
}).annotate({ identifier: "SaleListed" })

/** A page of an account's sales. */
export const SalesResponse = Schema.Struct({
  ok: Schema.Boolean,
  mode: Schema.Literals(["sandbox", "live"]),
  sales: Schema.Array(SaleListed),
  nextCursor: Schema.NullOr(Schema.String).annotate({
    description: "Sent as `cursor`, it asks for the next page; null where none follows now.",
  }),
}).annotate({ identifier: "SalesResponse" })

const oneOf = <Word extends string>(words: ReadonlyArray<Word>, description: string) =>
  Schema.optionalKey(Schema.Literals(words).annotate({ description }))

/** Lists the sales of the account in the mode of the key; consumes no daily quota. */
export const sales = (limitOf: LimitOf) =>
  HttpApiEndpoint.get("sales", "/api/v1/sales", {
    query: {
      status: oneOf(saleStatuses, "The sales of one status; omit for all."),
      by: oneOf(saleDates, "The date that orders and bounds the list; `booked` when left out."),
      from: textParameter(
        "First day, in UTC, or first instant of RFC 3339: `2026-11-01`, `2026-11-01T00:00:00Z` or `2026-11-01T01:00:00+01:00` (its `+` as `%2B`).",
      ),
      until: textParameter("First day or instant that is not listed any more."),
      cursor: textParameter("`nextCursor` of the page before."),
      limit: wholeParameter("Sales a page.", {
        minimum: 1,
        maximum: limitOf("sales_page_max"),
      }),
    },
    success: SalesResponse,
    error: errorSchemas(["BAD_REQUEST", ...signedRefusals]),
  })
    .annotate(TellsSales, true)
    .annotate(OpenApi.Summary, "List sales")
    .annotate(
      OpenApi.Description,
      "The sales that were reported under the account's links in the mode of the key, the oldest first, to reconcile with your own books. By `changed`, a sale that changes while you read comes again on a later page, and changes of the last five seconds wait, so that none is passed over. No scope, no daily quota.",
    )
