import type { Argument } from "../response.ts"
import type { CoachTables } from "../coach-tables.ts"
import {
  type ArgumentVar,
  categories,
  type Category,
  strengths,
  type Strength,
} from "../coach-vocabulary.ts"
import type { ArgumentValues, Subject } from "./subject.ts"

/** A row of the table of arguments. */
export type ArgumentRow = CoachTables["coachArguments"]["rows"][number]

/** A row of the table with what does not change from bilan to bilan. */
export interface PreparedRow {
  readonly row: ArgumentRow
  readonly messageKeys: Argument["messageKeys"]
  /** The values that its texts may show. */
  readonly vars: ReadonlyArray<ArgumentVar>
}

/** A row that applies, with the subject that it is about and the values that its texts may show. */
export interface Choice {
  readonly prepared: PreparedRow
  readonly subject: Subject
  readonly values: ArgumentValues
}

const ranksMax = 10_000

/** Position of an argument in an answer: strength, then category, then rank. */
export const orderOf = (strength: Strength, category: Category, rank: number): number =>
  (strengths.indexOf(strength) * categories.length + categories.indexOf(category)) * ranksMax + rank

/** Prepares a row. */
export const prepareRow = (row: ArgumentRow): PreparedRow => ({
  row,
  messageKeys: Object.freeze({ hook: row.hook, fact: row.fact, pitch: row.pitch }),
  vars: [...row.vars, ...row.optionalVars],
})
