import type { CoachTables } from "../coach-tables.ts"

/** Whether a cover should be offered, by the number of arguments for one. */
export interface SellingRule {
  readonly shouldSell: (argumentCount: number) => boolean
  /** The row that says so; undefined where none does, and nothing is offered. */
  readonly rowFor: (
    argumentCount: number,
  ) => CoachTables["coachSelling"]["rows"][number] | undefined
}

/** Prepares the selling table. */
export const prepareSelling = (tables: Pick<CoachTables, "coachSelling">): SellingRule => {
  const rowFor: SellingRule["rowFor"] = (argumentCount) =>
    tables.coachSelling.evaluate({ arguments: argumentCount })[0]
  return { rowFor, shouldSell: (count) => rowFor(count)?.shouldSell ?? false }
}
