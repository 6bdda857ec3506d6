import type { Outcome } from "../part.ts"

/** A row of the table: what was done at which moment, and what came of it. */
export interface Moment {
  readonly at: string
  readonly expected: string
  readonly seen: string
}

/** Some moments that belong together. */
export interface Table {
  readonly about: string
  readonly moments: ReadonlyArray<Moment>
}

const isAsExpected = ({ expected, seen }: Moment): boolean => expected === seen

const line = ({ at, expected, seen }: Moment): string =>
  expected === seen ? `${at}: ${seen}` : `${at}: ${seen} in place of ${expected}`

/** What is told of tables of moments. */
export const clockOutcome = (tables: ReadonlyArray<Table>): Outcome => {
  const moments = tables.flatMap((table) => table.moments)
  const wrong = tables.flatMap((table) =>
    table.moments
      .filter((moment) => !isAsExpected(moment))
      .map((moment) => `${table.about}: ${line(moment)}`),
  )
  return {
    promise:
      "every window begins and ends at its moment, those of keys and sales by the database's clock",
    figure: `${moments.length - wrong.length} of ${moments.length} moments as expected`,
    cases: moments.length,
    violations: wrong,
    notes: tables.flatMap(({ about, moments: rows }) => [
      about,
      ...rows.map((moment) => `  ${line(moment)}`),
    ]),
  }
}
