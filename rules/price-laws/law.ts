/**
 * The laws of prices, in the order in which they are told. The first six are about the cheapest offer
 * of a trip, the last one about two offers of one trip.
 */
export const priceLaws = [
  "traveller",
  "day",
  "age",
  "cancellation",
  "extremeSports",
  "insuredPrice",
  "dominance",
] as const

/** A law of prices. */
export type PriceLaw = (typeof priceLaws)[number]

/** What each law says. */
export const lawSentences: Readonly<Record<PriceLaw, string>> = {
  traveller: "one traveller more never lowers the cheapest price",
  day: "one day more never lowers the cheapest price",
  age: "a traveller of 18 or more who is a year older never lowers the cheapest price",
  cancellation: "cancellation cover never lowers the cheapest price",
  extremeSports: "cover for extreme sports never lowers the cheapest price",
  insuredPrice: "a higher insured price never lowers the cheapest price",
  dominance: "no offer costs less than one that covers no more in anything and less in something",
}

/** From this age on, in years, one year more never lowers a price. */
export const adultAge = 18

/** The two catalogues whose prices are proven. */
export const catalogueNames = ["live", "sandbox"] as const

/** A catalogue whose prices are proven. */
export type CatalogueName = (typeof catalogueNames)[number]
