import type { Vocabularies } from "../../core/fields/request-warning.ts"
import type { CurrencyTables } from "../currency/currency-tables.ts"
import type { ReferenceTables } from "../reference/reference-tables.ts"
import type { countries } from "../reference/countries.ts"
import type { TablesOf } from "../../core/table/load.ts"
import { fieldsOf } from "./fields.ts"
import type { QuoteField } from "./quote-body.ts"
import type { TripRequest } from "./trip.ts"

type WordTables = Pick<ReferenceTables, "intents" | "languages" | "usStates"> &
  Pick<CurrencyTables, "currencies"> &
  TablesOf<{ readonly countries: typeof countries }>

const residenceOf = (request: unknown): unknown => {
  const top = fieldsOf<QuoteField>(request, "")
  const trip = top?.get("trip") ?? top?.get("tripInfo")
  return fieldsOf<keyof TripRequest>(trip, "")?.get("countryResidence")
}

/**
 * Prepares the words that trips know, by the names that the schema of a request gives them. A state
 * is no word of a trip outside of the United States: there it is dropped whatever it is.
 */
export const prepareTripWords = (tables: WordTables): Vocabularies => {
  const words: Readonly<Record<string, ReadonlySet<string>>> = {
    intents: new Set(tables.intents.rows.map(({ intent }) => intent)),
    languages: new Set(tables.languages.rows.map(({ language }) => language)),
    usStates: new Set(tables.usStates.rows.map(({ state }) => state)),
    currencies: new Set(tables.currencies.rows.map(({ code }) => code)),
    countries: new Set(tables.countries.rows.map(({ code }) => code)),
  }
  return {
    knowsWord: (vocabulary, word, request) =>
      (vocabulary === "usStates" && residenceOf(request) !== "US") ||
      (words[vocabulary]?.has(word) ?? true),
    wordsOf: (vocabulary) => words[vocabulary] ?? [],
  }
}
