import type { CoverTermWord } from "../coach-vocabulary.ts"
import {
  clausePatterns,
  type ClauseReading,
  firstMatch,
  readDays,
  type StatedTerm,
} from "./clause-patterns.ts"
import { isSilentClause } from "./silent-clauses.ts"

/** What a condition says: its terms, and how the facts doubt what they say. */
export interface ReadCondition {
  readonly terms: ReadonlyArray<StatedTerm>
  readonly doubts: ReadonlyArray<string>
}

/** The terms that a condition states, each as often as it does, and the clauses that are not understood. */
export interface ConditionClauses {
  readonly terms: ReadonlyArray<StatedTerm>
  readonly unread: ReadonlyArray<string>
}

/** Clauses that doubt all of a condition; doubts of a ceiling alone leave its terms as sure as its source. */
const doubtful: ReadonlyArray<readonly [clause: RegExp, doubt: string]> = [
  [/^not (?:verified|confirmed)\b/, "not verified"],
  [/(?<!earlier |\d )\brecalled\b(?! figure)/, "recalled"],
  [/^(?:column order(?: of table)?|card name) inferred\b/, "inferred"],
  [/^old(?:er contract| N26 Black contract)\b/, "of an older contract"],
  [/\baccident part assumed\b/, "assumed"],
  [/^a points blog of .* lists only cancellation for this card$/, "not on a later page"],
]

const readClause = (clause: string, slug: string): ClauseReading =>
  readDays(clause, slug) ??
  firstMatch(clausePatterns, clause) ??
  (isSilentClause(clause) ? [] : null)

/** Reads what stands between two semicolons: as a whole, else what stands between its commas. */
const readPart = (part: string, slug: string): ConditionClauses => {
  const whole = readClause(part, slug)
  if (whole !== null) return { terms: whole, unread: [] }
  const clauses = part.split(/, /).map((clause) => ({ clause, read: readClause(clause, slug) }))
  return {
    terms: clauses.flatMap(({ read }) => read ?? []),
    unread: clauses.flatMap(({ clause, read }) => (read === null ? clause : [])),
  }
}

/**
 * Reads the clauses of a condition of a cover of a guarantee as far as they are understood.
 *
 * ```ts
 * import { readClauses } from "../rules/coach/conditions/read-condition.ts"
 *
 * readClauses("15 days; on Sundays", "hospitalFeesAbroad") // => { terms: [{ term: "day_limit", amount: 15 }], unread: ["on Sundays"] }
 * ```
 */
export const readClauses = (condition: string, slug: string): ConditionClauses => {
  const parts = condition === "" ? [] : condition.split(/; /).map((part) => readPart(part, slug))
  return {
    terms: parts.flatMap(({ terms }) => terms),
    unread: parts.flatMap(({ unread }) => unread),
  }
}

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
  const { terms, unread } = readClauses(condition, slug)
  const [clause] = unread
  if (clause !== undefined) {
    throw new Error(
      `Cannot read the condition "${condition}" of ${slug}: it is not known what "${clause}" says`,
    )
  }
  return {
    terms: once(terms, condition),
    doubts: doubtful.flatMap(([pattern, doubt]) =>
      condition.split(/[;,] /).some((clause) => pattern.test(clause)) ? [doubt] : [],
    ),
  }
}
