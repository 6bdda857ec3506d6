import { type CellProblem } from "./error.ts"

/** A rule that every row of a table keeps: where one column holds a word, another holds none of some. */
export interface RowRule {
  readonly where: { readonly column: string; readonly is: string }
  /** The column that is at fault where the rule is broken, and what it must not hold there. */
  readonly column: string
  readonly never: ReadonlyArray<string>
  /** What to write instead, as mistakes tell it. */
  readonly instead: string
}

/**
 * What is wrong in a row by a rule: its cells by column; undefined where the row keeps the rule.
 *
 * ```ts
 * import { brokenRule } from "../core/table/row-rule.ts"
 *
 * const rule = {
 *   where: { column: "state", is: "absent" },
 *   column: "source",
 *   never: ["", "unsourced"],
 *   instead: "a page",
 * }
 * brokenRule(rule, { state: "absent", source: "unsourced" }) // => { expected: "a page beside state absent" }
 * brokenRule(rule, { state: "held", source: "unsourced" }) // => undefined
 * ```
 */
export const brokenRule = (
  { column, instead, never, where }: RowRule,
  cells: Readonly<Record<string, string | undefined>>,
): CellProblem | undefined => {
  const cell = cells[column]
  if (cells[where.column] !== where.is || cell === undefined || !never.includes(cell)) {
    return undefined
  }
  return { expected: `${instead} beside ${where.column} ${where.is}` }
}
