import * as Result from "effect/Result"
import { compare, parseDecimal } from "../money/rational.ts"
import type { CellRefusal } from "./error.ts"
import type { CellExpectation } from "./expectation.ts"

/** The rows that a rule is about, and the column that is at fault where it is broken. */
interface RuledCell {
  readonly where: { readonly column: string; readonly is: string }
  readonly column: string
}

/** A rule that every row of a table keeps: where one column holds a word, another holds none of some. */
export interface NeverRule extends RuledCell {
  readonly never: ReadonlyArray<string>
  /** What to write instead; a text tells it in one language. */
  readonly instead: CellExpectation | string
}

/** A rule that every row of a table keeps: where one column holds a word, another holds one figure. */
export interface FixedRule extends RuledCell {
  readonly exactly: string
}

/** What each row of a table keeps. */
export type RowRule = NeverRule | FixedRule

/** Whether a cell is the same figure as a text, however each is written. */
const isFigure = (cell: string, figure: string): boolean => {
  const [is, wanted] = [parseDecimal(cell), parseDecimal(figure)]
  return (
    Result.isSuccess(is) && Result.isSuccess(wanted) && compare(is.success, wanted.success) === 0
  )
}

/**
 * What is wrong in a row by a rule: its cells by column; undefined where the row keeps the rule.
 *
 * ```ts
 * import { describeExpectation } from "../core/table/expectation.ts"
 * import { brokenRule } from "../core/table/row-rule.ts"
 *
 * const rule = {
 *   where: { column: "state", is: "absent" },
 *   column: "source",
 *   never: ["", "unsourced"],
 *   instead: "a page",
 * }
 * const broken = brokenRule(rule, { state: "absent", source: "unsourced" })
 * broken && describeExpectation(broken.expected) // => "a page beside state absent"
 * brokenRule(rule, { state: "held", source: "unsourced" }) // => undefined
 *
 * const fixed = { where: { column: "code", is: "EUR" }, column: "rate", exactly: "1" }
 * brokenRule(fixed, { code: "EUR", rate: "1.01" })?.expected._tag // => "Beside"
 * brokenRule(fixed, { code: "EUR", rate: "1.00" }) // => undefined
 * ```
 */
export const brokenRule = (
  rule: RowRule,
  cells: Readonly<Record<string, string | undefined>>,
): CellRefusal<CellExpectation> | undefined => {
  const { column, where } = rule
  const cell = cells[column]
  if (cells[where.column] !== where.is || cell === undefined) return undefined
  const isKept = "exactly" in rule ? isFigure(cell, rule.exactly) : !rule.never.includes(cell)
  if (isKept) return undefined
  const beside = { _tag: "Beside", column: where.column, cell: where.is } as const
  return { expected: { ...beside, expected: wantedBy(rule) } }
}

/** What a rule wants in the place of what it refuses. */
export const wantedBy = (rule: RowRule): CellExpectation => {
  if ("exactly" in rule) return { _tag: "Exactly", figure: rule.exactly }
  return typeof rule.instead === "string"
    ? { _tag: "InItsWords", words: rule.instead }
    : rule.instead
}
