import { limitsOf } from "../../../rules/reference/limits.ts"
import type { Tables } from "../../../rules/tables/index.ts"
import { makeIcons } from "../../pages/icons.ts"
import { offerLinks } from "../../pages/documents.ts"
import { quoteBody } from "../../../rules/trip/quote-body.ts"
import { tripRequest } from "../../../rules/trip/trip.ts"
import { nestRequests } from "../rows/flat-requests.ts"
import { requestColumns } from "../rows/row-request.ts"
import { makeOfflineQuotes } from "../offline-quotes.ts"
import {
  type AnsweringQuotes,
  type PreparedAnswers,
  putTogether,
  stringified,
} from "./prepared-answers.ts"

/** Prepares quotes over a set of tables. */
export const quoteAnswers = (
  { baseUrl, engineVersion, explain, icons, mode, today }: AnsweringQuotes,
  tables: Tables,
): PreparedAnswers => {
  const links = offerLinks(baseUrl, makeIcons(icons))
  const quotes = makeOfflineQuotes(tables, { engineVersion, links, mode, today })
  const { explainQuote, quote, quoteJson, warningsOf } = quotes
  const body = quoteBody(tripRequest(limitsOf(tables)))
  const reading = { warningsOf, nest: nestRequests(requestColumns(body)) }
  return explain ? stringified(explainQuote, reading) : putTogether(quote, quoteJson, reading)
}
