import type { PriceLawWord } from "../plausibility/price-exceptions.ts"

/**
 * The laws of prices, in the order in which they are told. The last one is about two offers of one trip,
 * the others about the cheapest offers of two trips.
 */
export const priceLaws: ReadonlyArray<PriceLawWord> = [
  "traveller",
  "day",
  "age",
  "cancellation",
  "extreme_sports",
  "trip_price",
  "cover",
]

/** What each law says. */
export const lawSentences: Readonly<Record<PriceLawWord, string>> = {
  traveller: "one traveller more never lowers the cheapest price",
  day: "one day more never lowers the cheapest price",
  age: "a year more of a traveller from 18 on never lowers the cheapest price",
  cancellation: "cancellation cover never lowers the cheapest price",
  extreme_sports: "cover for extreme sports never lowers the cheapest price",
  trip_price: "a euro more of insured price never lowers the cheapest price",
  cover: "an offer that holds as much of everything as another, and more of something, never costs less",
}

/** From this age on, in years, one year more never lowers a price. */
export const adultAge = 18
