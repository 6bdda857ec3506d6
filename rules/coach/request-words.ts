import { once } from "../../core/memory.ts"
import type { Vocabularies } from "../../core/fields/request-warning.ts"
import type { CoachPieces } from "./coach-pieces.ts"
import { countryCode } from "./request.ts"

const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {}

/** Where a request's card is looked for: the country whose banks serve its residence. */
const homeOf = ({ tables }: Pick<CoachPieces, "tables">, request: unknown): string => {
  const residence = countryCode(recordOf(request)["residence"]) ?? ""
  return tables.cardHomes.get(residence)?.country ?? residence
}

/**
 * Prepares the words that bilans know, by the names that the schema of a request gives them. A bank is
 * known wherever it is listed, and any bank is where none are: nobody can tell there.
 */
export const prepareRequestWords = (
  pieces: Pick<CoachPieces, "catalogue" | "resolver" | "tables">,
): Vocabularies => {
  const { catalogue, resolver, tables } = pieces
  const bankCountries = once(() => [...new Set(catalogue.banks.map(({ country }) => country))])

  const isRange = (word: string, request: unknown): boolean => {
    const { network } = recordOf(recordOf(request)["card"])
    const known = typeof network === "string" ? resolver.networkWord(network) : null
    const country = homeOf(pieces, request)
    return resolver.rangeWords.read(country, known?.network ?? null, word) !== null
  }

  const isBank = (word: string, request: unknown): boolean =>
    !catalogue.listsBanks(homeOf(pieces, request)) ||
    bankCountries().some((country) => catalogue.bankNamed(country, word) !== undefined)

  return {
    knowsWord: (vocabulary, word, request) => {
      switch (vocabulary) {
        case "countries":
          return tables.countries.get(word.toUpperCase()) !== undefined
        case "cardNetworks":
          return resolver.networkWord(word) !== null
        case "cardRanges":
          return isRange(word, request)
        case "banks":
          return isBank(word, request)
        case "markets":
          return tables.coachMarkets.get(word) !== undefined
        default:
          return true
      }
    },
    wordsOf: (vocabulary) => {
      switch (vocabulary) {
        case "countries":
          return tables.countries.rows.map(({ code }) => code)
        case "cardNetworks":
          return tables.networkWords.rows.map(({ word }) => word)
        case "cardRanges":
          return tables.tierWords.rows.map(({ word }) => word)
        case "banks":
          return new Set([
            ...catalogue.banks.map(({ name }) => name),
            ...tables.bankAliases.rows.map(({ alias }) => alias),
          ])
        case "markets":
          return tables.coachMarkets.rows.map(({ market }) => market)
        default:
          return []
      }
    },
  }
}
