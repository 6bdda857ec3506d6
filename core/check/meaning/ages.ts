import { groupBy } from "../../group-by.ts"
import type { Fresh } from "../../table/meaning.ts"
import { daysInclusive } from "../../vocabulary/day.ts"
import type { MeantRow } from "./table-cells.ts"

/** A day that lies further back than it should, of one row or of several. */
export interface OldDay {
  /** The rows of that day, in the order of the file. */
  readonly rows: ReadonlyArray<MeantRow>
  readonly day: string
  readonly ageDays: number
}

/** Finds the days of a column that lie further back than they should: each once, the oldest first. */
export const findOldDays = (
  { column, except }: Fresh,
  rows: ReadonlyArray<MeantRow>,
  today: string,
  daysMax: number,
): ReadonlyArray<OldDay> => {
  const aging = rows.filter(
    (row) => except === undefined || !except.words.includes(row.cell(except.column)),
  )
  return [...groupBy(aging, (row) => row.cell(column))]
    .map(([day, some]) => ({ rows: some, day, ageDays: daysInclusive(day, today) - 1 }))
    .filter(({ ageDays }) => ageDays > daysMax)
    .toSorted((left, right) => right.ageDays - left.ageDays)
}
