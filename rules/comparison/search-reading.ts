import { memo } from "../../core/memory.ts"
import type { SearchReading } from "./trip-search.ts"
import { prepareReadAmount, prepareReadDay } from "../messages/typed-numbers.ts"
import type { TravellerLanguage } from "../messages/travellers/languages.ts"
import type { Tables } from "../tables/index.ts"
import { defaultCurrency, prepareTripVocabulary } from "../trip/trip-vocabulary.ts"

/** Prepares reading what travellers of a language type, on a day, over the tables. */
export const prepareSearchReading = (
  tables: Tables,
): ((language: TravellerLanguage, today: string) => SearchReading) => {
  const { countries, currencies, travellerSpeech } = tables
  const units = currencies.rows.map(({ code, minorUnits }) => ({ code, minorUnits }))
  const isCurrency = (code: string): boolean => currencies.get(code) !== undefined
  const always = {
    vocabulary: prepareTripVocabulary(tables),
    isCountry: (code: string): boolean => countries.get(code) !== undefined,
    isCurrency,
    currencyOf: (residence: string): string => {
      const currency = countries.get(residence)?.currency ?? defaultCurrency
      return isCurrency(currency) ? currency : defaultCurrency
    },
  }
  const spoken = memo((language: TravellerLanguage) => {
    const locale = travellerSpeech.get(language)?.locale ?? language
    return { readAmount: prepareReadAmount(locale, units), readDay: prepareReadDay(locale) }
  })
  return (language, today) => ({ ...always, ...spoken(language), today })
}
