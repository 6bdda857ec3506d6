import type { CoverTermWord } from "../coach-vocabulary.ts"

/** A term that a condition states; `amount` is in the unit of the word, null when it has none or says none. */
export interface StatedTerm {
  readonly term: CoverTermWord
  readonly amount: number | null
}

/** The terms of a clause; null where the clause is not understood. */
export type ClauseReading = ReadonlyArray<StatedTerm> | null

/** A form of clause, and what its numbers say. */
export type Pattern = readonly [
  clause: RegExp,
  read: (numbers: ReadonlyArray<number>) => ClauseReading,
]

/** Reads a clause to terms without an amount. */
export const word =
  (...terms: ReadonlyArray<CoverTermWord>) =>
  () =>
    terms.map((term) => ({ term, amount: null }))

/** Reads a clause to a term whose amount is its first number. */
export const amountOf =
  (term: CoverTermWord) =>
  (numbers: ReadonlyArray<number>): ClauseReading =>
    numbers[0] === undefined ? null : [{ term, amount: numbers[0] }]

/** Reads a clause to the share of the fare or trip that the card must pay. */
export const share = (amount: number) => () => [{ term: "paid_share" as const, amount }]

/** The last age that an upper bound on age still lets in. */
export const under = ([age = 0]: ReadonlyArray<number>): ClauseReading => [
  { term: "age_limit", amount: age - 1 },
]

/**
 * Limits that fall with age in three steps: what a traveller under 65 has depends on an age that no
 * term tells, so that no number is given; the last limit counts from 65.
 */
export const ladder = ([, , , , seniorDays = 0, lastAge = 0]: ReadonlyArray<number>) => [
  { term: "day_limit" as const, amount: null },
  { term: "senior_day_limit" as const, amount: seniorDays },
  { term: "age_limit" as const, amount: lastAge },
]

/** The reading of the first form that a clause has; null where it has none of them. */
export const firstMatch = (list: ReadonlyArray<Pattern>, clause: string): ClauseReading => {
  for (const [pattern, read] of list) {
    const match = pattern.exec(clause)
    if (match !== null) return read(match.slice(1).map(Number))
  }
  return null
}
