import type { CoachTables } from "../coach-tables.ts"
import type { Strength } from "../coach-vocabulary.ts"

/** What decides whether a cover should be offered. */
export interface SellingFacts {
  /** The strength of the strongest argument; null without any. */
  readonly strongest: Strength | null
  /** The level of the gravest travel warning; null without one. */
  readonly warning: number | null
}

/** Whether a cover should be offered. */
export interface SellingRule {
  readonly shouldSell: (facts: SellingFacts) => boolean
  /** The row that says so; undefined where none does, and nothing is offered. */
  readonly rowFor: (facts: SellingFacts) => CoachTables["coachSelling"]["rows"][number] | undefined
}

/** Prepares the selling table. */
export const prepareSelling = (tables: Pick<CoachTables, "coachSelling">): SellingRule => {
  const rowFor: SellingRule["rowFor"] = (facts) => tables.coachSelling.evaluate(facts)[0]
  return { rowFor, shouldSell: (facts) => rowFor(facts)?.shouldSell ?? false }
}
