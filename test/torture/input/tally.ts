import { type Answer, outcomeOf } from "../../support/http-call.ts"

/** What has been seen of some cases. */
export interface Tally {
  cases: number
  /** Failures that the sandbox answers with when it is asked to. */
  askedFailures: number
  /** How often each outcome came, by the kind of what was sent. */
  readonly byKind: Record<string, Record<string, number>>
  readonly violations: Array<string>
}

/** How many violations are kept of a tally. */
const violationsMax = 200

/** A tally of nothing yet. */
export const emptyTally = (): Tally => ({ cases: 0, askedFailures: 0, byKind: {}, violations: [] })

/** Counts a case under its kind and what came back. */
export const countCase = (tally: Tally, kind: string, answers: ReadonlyArray<Answer>): void => {
  tally.cases += 1
  const counts = (tally.byKind[kind] ??= {})
  const outcome = answers.map(outcomeOf).join(", ") || "nothing"
  counts[outcome] = (counts[outcome] ?? 0) + 1
}

/** Keeps a violation, as far as there is room for it. */
export const addViolation = (tally: Tally, violation: string): void => {
  if (tally.violations.length < violationsMax) tally.violations.push(violation)
}

/** Adds what one tally has to another. */
export const addTally = (sum: Tally, added: Tally): void => {
  sum.cases += added.cases
  sum.askedFailures += added.askedFailures
  for (const [kind, counts] of Object.entries(added.byKind)) {
    const sums = (sum.byKind[kind] ??= {})
    for (const [outcome, count] of Object.entries(counts)) {
      sums[outcome] = (sums[outcome] ?? 0) + count
    }
  }
  for (const violation of added.violations) addViolation(sum, violation)
}

/** The counts of a tally, a line for each kind. */
export const tallyLines = ({ byKind }: Tally): ReadonlyArray<string> =>
  Object.entries(byKind)
    .toSorted(([left], [right]) => left.localeCompare(right))
    .map(([kind, counts]) => {
      const outcomes = Object.entries(counts)
        .toSorted(([, left], [, right]) => right - left)
        .map(([outcome, count]) => `${outcome} x ${count.toLocaleString("en")}`)
      return `${kind}: ${outcomes.join("; ")}`
    })
