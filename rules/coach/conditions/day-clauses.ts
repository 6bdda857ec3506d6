import {
  amountOf,
  type ClauseReading,
  firstMatch,
  ladder,
  type Pattern,
  word,
} from "./clause-readings.ts"

/** Clauses that count days, read only where the days are those of the trip. */
const tripPatterns: ReadonlyArray<Pattern> = [
  [/^(\d+) days$/, amountOf("day_limit")],
  [/^(?:first|max|trip max) (\d+) days(?: per trip)?$/, amountOf("day_limit")],
  [/^(\d+)-day trips$/, amountOf("day_limit")],
  [/^(\d+) days if 65\+$/, amountOf("senior_day_limit")],
  [
    /^(\d+) days under (65)$/,
    ([days = 0, age = 0]) => [
      { term: "day_limit", amount: days },
      { term: "age_limit", amount: age - 1 },
    ],
  ],
  [/^(\d+) days (?:to|under) (\d+), (\d+) to (64), (\d+) to (\d+)$/, ladder],
  [/^days by age$/, word("day_limit")],
  [/^void if trip longer$/, word("void_if_longer")],
  [/^max (\d+) days running$/, amountOf("day_limit")],
  [/^(\d+) if 65\+$/, amountOf("senior_day_limit")],
  [/^(\d+) days to (\d+), (\d+) to (64), (\d+) to (\d+), none \d+\+$/, ladder],
]

/** Clauses that count the days of a rental. */
const rentalPatterns: ReadonlyArray<Pattern> = [
  [/^(?:up to |max |rental up to |rental max )?(\d+) days$/, amountOf("rental_days")],
  [/^max (\d+) days running and \d+ a year$/, amountOf("rental_days")],
  [/^under (\d+) days$/, amountOf("rental_days")],
]

/** Clauses that count the days of the trip, of covers that need not say so. */
const shortTripPatterns: ReadonlyArray<Pattern> = [[/^under (\d+) days$/, amountOf("day_limit")]]

/** What the days of a condition count, by guarantee: those of the trip, or of something else. */
const daysCount: Readonly<Record<string, "trip" | "rental" | "stay paid">> = {
  hospitalFeesAbroad: "trip",
  rapatriationAssistance: "trip",
  disabilityInsurance: "trip",
  cancelTrip: "trip",
  rentalRc: "rental",
  dailyAllowance: "stay paid",
}

/**
 * Reads a clause that counts days, for a cover of a guarantee: no term where the days are those of a
 * stay that is paid, null where the clause counts no days, or it is not known what they count.
 */
export const readDays = (clause: string, slug: string): ClauseReading => {
  const count = daysCount[slug]
  if (count === "rental") return firstMatch(rentalPatterns, clause)
  const short = firstMatch(shortTripPatterns, clause)
  if (short !== null) return short
  const days = firstMatch(tripPatterns, clause)
  if (days === null || count === undefined) return null
  return count === "trip" ? days : []
}
