import { groupBy } from "../../core/group-by.ts"
import { memo, once } from "../../core/memory.ts"
import type { CountryCode } from "../../core/vocabulary/codes.ts"
import { plainName } from "../coach/card/catalogue.ts"
import type { NamedCard, SearchReading } from "./trip-search.ts"
import { prepareReadCountry } from "./typed-country.ts"
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
  const cardsOf = once(() => prepareCardsOf(tables))
  const always = {
    cardsOf: (residence: CountryCode, bank: string) => cardsOf()(residence, bank),
    vocabulary: prepareTripVocabulary(tables),
    isCurrency,
    currencyOf: (residence: CountryCode): string => {
      const currency = countries.get(residence)?.currency ?? defaultCurrency
      return isCurrency(currency) ? currency : defaultCurrency
    },
  }
  const readCountryIn = prepareReadCountry(tables)
  const spoken = memo((language: TravellerLanguage) => {
    const locale = travellerSpeech.get(language)?.locale ?? language
    return {
      readAmount: prepareReadAmount(locale, units),
      readCountry: readCountryIn(language),
      readDay: prepareReadDay(locale),
    }
  })
  return (language, today) => ({ ...always, ...spoken(language), today })
}

/** The cards of banks, by what banks are called where the cards of a residence come from. */
const prepareCardsOf = ({
  bankAliases,
  cardHomes,
  coachCards,
}: Tables): SearchReading["cardsOf"] => {
  const keyOf = (country: CountryCode, bank: string): string => `${country} ${plainName(bank)}`
  const cards = groupBy(
    coachCards.rows.filter(({ sold }) => sold !== "withdrawn"),
    ({ bank, country }) => keyOf(country, bank),
  )
  const aliased = new Map(
    bankAliases.rows.map(({ alias, bank, country }) => [keyOf(country, alias), bank] as const),
  )
  return (residence, bank): ReadonlyArray<NamedCard> => {
    const country = cardHomes.get(residence)?.country ?? residence
    const found =
      cards.get(keyOf(country, bank)) ??
      cards.get(keyOf(country, aliased.get(keyOf(country, bank)) ?? bank))
    return (found ?? []).flatMap(({ cardName, network }) =>
      network === null ? [] : { network, name: cardName },
    )
  }
}
