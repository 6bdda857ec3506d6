import type { Tables } from "../../../rules/tables/index.ts"
import { makeIcons } from "../../pages/icons.ts"
import { offerLinks } from "../../pages/documents.ts"
import { makeOfflineQuotes } from "../offline-quotes.ts"
import { type PreparedAnswers, putTogether, stringified } from "./prepared-answers.ts"
import type { AnsweringQuotes } from "./prepared-answers.ts"

/** Prepares quotes over a set of tables. */
export const quoteAnswers = (
  { baseUrl, engineVersion, explain, icons, mode, today }: AnsweringQuotes,
  tables: Tables,
): PreparedAnswers => {
  const links = offerLinks(baseUrl, makeIcons(icons))
  const quotes = makeOfflineQuotes(tables, { engineVersion, links, mode, today })
  const { explainQuote, quote, quoteJson, warningsOf } = quotes
  return explain ? stringified(explainQuote, warningsOf) : putTogether(quote, quoteJson, warningsOf)
}
