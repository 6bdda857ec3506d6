/**
 * What a phrase says of a cover: up to an amount, up to an amount per day, at actual cost, without a
 * published ceiling, a ticket home, the cost of the trip, the tuition, or no cover.
 */
export const printedMeanings = [
  "ceiling",
  "daily",
  "unlimited",
  "covered",
  "ticket",
  "trip",
  "tuition",
  "excluded",
] as const

/** What a phrase says of a cover. */
export type PrintedMeaning = (typeof printedMeanings)[number]

/** The amount that stands in a printed line: none, zero, or more. */
export const printedAmounts = ["none", "zero", "positive"] as const

/** The signs that may stand between groups of three digits, and before decimals. */
export const numberSigns = ["space", "comma", "point", "apostrophe"] as const

/** A sign within a printed number. */
export type NumberSign = (typeof numberSigns)[number]

/** The sign that stands for an amount in the phrases of printed/phrases.csv. */
export const amountSign = "#"

/** The languages that insurers print guarantees in, each with its own way of writing numbers. */
export const printedLanguages = ["fr", "en", "de", "es", "it"] as const

/** A language that insurers print guarantees in. */
export type PrintedLanguage = (typeof printedLanguages)[number]
