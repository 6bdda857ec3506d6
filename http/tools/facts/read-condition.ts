import type { CoverTermWord } from "../../../rules/coach/coach-vocabulary.ts"
import { clausePatterns } from "./clause-patterns.ts"
import { type ClauseReading, firstMatch, type StatedTerm } from "./clause-readings.ts"
import { readDays } from "./day-clauses.ts"
import { isSilentClause } from "./silent-clauses.ts"

/** What a condition says: its terms, and how the facts doubt what they say. */
export interface ReadCondition {
  readonly terms: ReadonlyArray<StatedTerm>
  readonly doubts: ReadonlyArray<string>
}

/** Clauses that doubt all of a condition; doubts of a ceiling alone leave its terms as sure as its source. */
const doubtful: ReadonlyArray<readonly [clause: RegExp, doubt: string]> = [
  [/^not (?:verified|confirmed)\b/, "not verified"],
  [/(?<!earlier |\d )\brecalled\b(?! figure)/, "recalled"],
  [/^(?:column order(?: of table)?|card name) inferred\b/, "inferred"],
  [/^old(?:er contract| N26 Black contract)\b/, "of an older contract"],
  [/\baccident part assumed\b/, "assumed"],
]

const readClause = (clause: string, slug: string): ClauseReading =>
  readDays(clause, slug) ??
  firstMatch(clausePatterns, clause) ??
  (isSilentClause(clause) ? [] : null)

const refuse = (condition: string, clause: string, slug: string): never => {
  throw new Error(
    `Cannot read the condition "${condition}" of ${slug}: it is not known what "${clause}" says`,
  )
}

/** Reads what stands between two semicolons: as a whole, else what stands between its commas. */
const readPart = (part: string, condition: string, slug: string): ReadonlyArray<StatedTerm> =>
  readClause(part, slug) ??
  part.split(/, /).flatMap((clause) => readClause(clause, slug) ?? refuse(condition, clause, slug))

/** Every term once; a term with two amounts is a mistake of the reader, or of the facts. */
const once = (terms: ReadonlyArray<StatedTerm>, condition: string): ReadonlyArray<StatedTerm> => {
  const amounts = new Map<CoverTermWord, number | null>()
  for (const { amount, term } of terms) {
    if (amounts.has(term) && amounts.get(term) !== amount) {
      throw new Error(`Cannot read the condition "${condition}": it gives ${term} twice`)
    }
    amounts.set(term, amount)
  }
  return [...amounts].map(([term, amount]) => ({ term, amount }))
}

/**
 * Reads the condition of a cover of a guarantee. Every clause is either read to terms or known to
 * say nothing about them; an unknown one throws, naming it, so that no condition is half read.
 */
export const readCondition = (condition: string, slug: string): ReadCondition => {
  if (condition === "") return { terms: [], doubts: [] }
  const terms = condition.split(/; /).flatMap((part) => readPart(part, condition, slug))
  return {
    terms: once(terms, condition),
    doubts: doubtful.flatMap(([pattern, doubt]) =>
      condition.split(/[;,] /).some((clause) => pattern.test(clause)) ? [doubt] : [],
    ),
  }
}
