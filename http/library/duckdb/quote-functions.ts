import { DATE, DOUBLE, INTEGER, LIST, VARCHAR } from "@duckdb/node-api"
import type * as Result from "effect/Result"
import type { Warned } from "../../../core/fields/request-warning.ts"
import type { OfflineQuote, QuoteRefusal } from "../../../rules/offline/pricing-functions.ts"
import type { QuoteInput } from "../../../rules/offline/requests.ts"
import { jsonFunction } from "./json-function.ts"
import { type SqlFields, structOf, structWith, unreadText } from "./sql-fields.ts"
import type { SqlArgument, SqlFunction } from "./sql-function.ts"

/** Prices a trip, as `quote` of the package does. */
export type MakeQuoteOf = (
  request: QuoteInput,
) => Result.Result<OfflineQuote & Warned, QuoteRefusal>

/** What the cheapest offer of a quote is in SQL. */
const fields: SqlFields = {
  offer_id: INTEGER,
  name: VARCHAR,
  plan: VARCHAR,
  insurer: VARCHAR,
  price: DOUBLE,
  currency: VARCHAR,
  offer_count: INTEGER,
  unread: VARCHAR,
  refusal: VARCHAR,
}

const refusalText = ({ code, detail }: QuoteRefusal): string => `${code}: ${detail}`

const structOfQuote = (found: OfflineQuote & Warned) => {
  const [cheapest] = found.offers
  return structWith(fields, {
    offer_id: cheapest?.id ?? null,
    name: cheapest?.name ?? null,
    plan: cheapest?.plan ?? null,
    insurer: cheapest?.insurer.name ?? null,
    price: cheapest?.price.amount ?? null,
    currency: cheapest?.price.currency ?? null,
    offer_count: found.offers.length,
    unread: unreadText(found),
  })
}

const text = (argument: SqlArgument): string => (typeof argument === "string" ? argument : "")

const list = (argument: SqlArgument): ReadonlyArray<string | number | null> =>
  Array.isArray(argument) ? argument : []

/** The functions of SQL that price trips: the cheapest offer of a trip for tourism, and a quote of JSON. */
export const quoteFunctions = (makeQuote: MakeQuoteOf): ReadonlyArray<SqlFunction> => [
  {
    name: "quote_cheapest",
    parameterTypes: [VARCHAR, LIST(VARCHAR), DATE, DATE, LIST(INTEGER)],
    returnType: structOf(fields),
    answer: ([residence = null, destinations = null, start = null, end = null, ages = null]) => {
      const found = makeQuote({
        trip: {
          intent: "forTourism",
          countryResidence: text(residence),
          arrivalCountries: list(destinations).map((each) => text(each)),
          startDate: text(start),
          endDate: text(end),
          // An age that is NULL is none, and is refused as such.
          travellers: list(ages).map((age) => ({ age: Number(age ?? Number.NaN) })),
        },
      })
      return found._tag === "Success"
        ? structOfQuote(found.success)
        : structWith(fields, { refusal: refusalText(found.failure) })
    },
  },
  jsonFunction("quote_json", (request: QuoteInput) => {
    const found = makeQuote(request)
    return found._tag === "Success"
      ? found.success
      : { error: found.failure.code, detail: found.failure.detail }
  }),
]
