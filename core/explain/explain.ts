import { type Bitset, countRows, fullBitset, hasRow, intersection } from "../table/bitset.ts"
import { figureText } from "../money/decimal-literal.ts"
import type { Rational } from "../money/rational.ts"
import type { Fact } from "../table/condition.ts"
import type { Decision } from "../table/decision.ts"
import { aggregateOf, figuresOf } from "../table/aggregate.ts"
import { answersOne, type HitPolicy, policies } from "../table/hit-policy.ts"
import type { NamedFacts } from "../analysis/region.ts"

/** One condition cell against the fact that was asked: the column, the cell as written, the verdict. */
export interface CellVerdict {
  readonly column: string
  readonly cell: string
  readonly fact: Fact
  readonly accepts: boolean
}

/** One row against the facts, cell by cell in the order of the columns. */
export interface RowTrace {
  readonly line: number
  readonly cells: ReadonlyArray<CellVerdict>
  /** The columns whose cell does not accept its fact; none for a row that matches. */
  readonly failed: ReadonlyArray<string>
  /** The line of the row that fired instead, for a row that matches and is not the first to. */
  readonly maskedBy?: number
}

/** How far one condition column narrows the rows, taken alone. */
export interface ColumnCount {
  readonly column: string
  readonly fact: Fact
  /** How many rows accept the fact. */
  readonly accepting: number
}

/** Rows, the first of them shown. */
export interface RowList {
  readonly count: number
  readonly shown: ReadonlyArray<RowTrace>
}

/** Why a decision table answers facts as it does. */
export interface DecisionExplanation {
  readonly file: string
  readonly hitPolicy: HitPolicy
  readonly rowCount: number
  readonly facts: NamedFacts
  readonly columns: ReadonlyArray<ColumnCount>
  readonly fired: RowList
  /** What the rows that fire come to, where they make one figure; null where none fires. */
  readonly aggregate?: string | null
  /** Rows that match, but come after the row that fires. */
  readonly masked: RowList
  /** Rows that do not match: those that fail the fewest columns first, then as in the file. */
  readonly missed: RowList
}

/** Explains facts, each list cut after some rows. */
export type Explainer = (facts: NamedFacts, rowsMax?: number) => DecisionExplanation

interface Accepting {
  readonly column: string
  readonly fact: Fact
  readonly rows: Bitset
}

/** Looks up per column the rows that accept its fact, in the sets that evaluation uses. */
const acceptingOf = (decision: Decision): ((facts: NamedFacts) => ReadonlyArray<Accepting>) => {
  const names = Object.keys(decision.definition.inputs)
  return (facts) =>
    decision.columns.map(({ rows, segmentOf }, index) => {
      const column = names[index] ?? ""
      const fact = facts[column] ?? null
      return { column, fact, rows: rows[segmentOf(fact)] ?? new Int32Array(0) }
    })
}

const traceOf = (
  { fields, rows }: Decision,
  accepting: ReadonlyArray<Accepting>,
  row: number,
): RowTrace => {
  const cells = accepting.map(({ column, fact, rows: accepted }, index) => {
    const cell = fields[row]?.[index]?.text ?? ""
    return { column, cell, fact, accepts: hasRow(accepted, row) }
  })
  return {
    line: rows[row]?.line ?? 0,
    cells,
    failed: cells.flatMap(({ accepts, column }) => (accepts ? [] : column)),
  }
}

const figureIn = (figure: Rational | null): string | null =>
  figure === null ? null : figureText(figure)

/** Rows shown of each list unless told otherwise. */
export const rowsShown = 10

/**
 * Prepares to explain a decision table: which rows fire for some facts, which match and are masked
 * by an earlier one, and which columns every other row fails. It reads the same sets of rows as
 * evaluation, so it explains what evaluation answers.
 *
 * ```ts
 * import { prepareExplain } from "../core/explain/explain.ts"
 * import * as Column from "../core/table/column.ts"
 * import { defineDecision, loadDecision } from "../core/table/decision.ts"
 * import * as Input from "../core/table/input.ts"
 *
 * const fares = defineDecision({ file: "fares.csv", about: "Fares.", hitPolicy: "first", inputs: { age: Input.integer({ about: "Years." }) }, outputs: { fare: Column.integer({ about: "Euros." }) } })
 * const { content } = loadDecision(fares, "age,fare\n<18,5\n,9\n>=65,6\n")
 * const explanation = prepareExplain(content)({ age: 70 })
 * explanation.fired.shown.map(({ line }) => line) // => [3]
 * explanation.masked.shown.map(({ line, maskedBy }) => [line, maskedBy]) // => [[4, 3]]
 * explanation.missed.shown.map(({ failed, line }) => [line, failed]) // => [[2, ["age"]]]
 * ```
 */
export const prepareExplain = (decision: Decision): Explainer => {
  const accepting = acceptingOf(decision)
  const { file, hitPolicy } = decision.definition
  const { aggregate } = policies[hitPolicy]
  const figuresAt = (rows: ReadonlyArray<number>): ReadonlyArray<Rational> =>
    figuresOf(
      aggregate ?? "count",
      decision.definition.outputs,
      rows.flatMap((row) => decision.rows[row] ?? []),
    )
  const all = fullBitset(decision.rows.length)
  return (facts, rowsMax = rowsShown) => {
    const columns = accepting(facts)
    const sets = columns.map(({ rows }) => rows)
    const matching = intersection(sets, all)
    const firing = answersOne(hitPolicy) ? matching.slice(0, 1) : matching
    const first = decision.rows[matching[0] ?? 0]?.line ?? 0
    const failures = (row: number): number => sets.filter((set) => !hasRow(set, row)).length
    const missed = [...decision.rows.keys()]
      .map((row) => ({ row, failed: failures(row) }))
      .filter(({ failed }) => failed > 0)
      .sort((left, right) => left.failed - right.failed || left.row - right.row)
      .map(({ row }) => row)
    const list = (rows: ReadonlyArray<number>): RowList => ({
      count: rows.length,
      shown: rows.slice(0, rowsMax).map((row) => traceOf(decision, columns, row)),
    })
    const masked = list(matching.slice(firing.length))
    return {
      file,
      hitPolicy,
      rowCount: decision.rows.length,
      facts: Object.fromEntries(columns.map(({ column, fact }) => [column, fact])),
      columns: columns.map(({ column, fact, rows }) => ({
        column,
        fact,
        accepting: countRows(rows),
      })),
      fired: list(firing),
      ...(aggregate === undefined
        ? {}
        : { aggregate: figureIn(aggregateOf(aggregate, figuresAt(firing))) }),
      masked: { ...masked, shown: masked.shown.map((row) => ({ ...row, maskedBy: first })) },
      missed: list(missed),
    }
  }
}

/** Explains one question; see {@link prepareExplain}. */
export const explain = (
  decision: Decision,
  facts: NamedFacts,
  rowsMax?: number,
): DecisionExplanation => prepareExplain(decision)(facts, rowsMax)

/** One row against facts, cell by cell; undefined where the table has no such row. */
export const traceRow = (
  decision: Decision,
  facts: NamedFacts,
  row: number,
): RowTrace | undefined =>
  decision.rows[row] === undefined
    ? undefined
    : traceOf(decision, acceptingOf(decision)(facts), row)
