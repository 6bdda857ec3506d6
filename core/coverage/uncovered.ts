import type { Decision } from "../table/decision.ts"
import type { DecisionCoverage, Tally } from "./coverage.ts"
import {
  alternativeWitness,
  cellWitness,
  type CoverageWitness,
  rowWitness,
  type WitnessGround,
} from "./coverage-witness.ts"
import { type Budget, defaultBudget } from "../analysis/search.ts"
import type { Together } from "./possible.ts"
import { makeSpace, type WordsOf } from "../analysis/space.ts"

/** A part of a decision table that no question exercised, and what would. */
export interface Uncovered {
  /** A row that never counted, a cell that never decided, one of a cell's several words or ranges. */
  readonly part: "row" | "cell" | "alternative"
  readonly line: number
  readonly character: number
  /** The column of a cell; empty for a row. */
  readonly column: string
  /** The cell, or the word or range in it; empty for a row. */
  readonly text: string
  readonly witness: CoverageWitness
}

/** How much of a decision table was exercised, and what was not. */
export interface CoverageReport {
  readonly file: string
  readonly questions: number
  readonly differentQuestions: number
  /** Rows that counted in some question. */
  readonly rows: Tally
  /** Cells that are not empty, and those that decided some question alone. */
  readonly cells: Tally
  /** Words and ranges of cells with several, and those that some question came by. */
  readonly alternatives: Tally
  readonly uncovered: ReadonlyArray<Uncovered>
}

const tallyOf = (counts: ReadonlyArray<{ readonly times: number }>): Tally => ({
  covered: counts.filter(({ times }) => times > 0).length,
  all: counts.length,
})

const uncoveredParts = (
  ground: WitnessGround,
  { rows }: DecisionCoverage,
  budget: Budget,
): ReadonlyArray<Uncovered> => {
  const columns = ground.space.dimensions.map(({ name }) => name)
  const row = (index: number, line: number): Uncovered => ({
    part: "row",
    line,
    character: 1,
    column: "",
    text: "",
    witness: rowWitness(ground, index, budget),
  })
  return rows.flatMap(({ cells, line, times }, index) => [
    ...(times > 0 ? [] : [row(index, line)]),
    ...cells.flatMap((cell): ReadonlyArray<Uncovered> => {
      const { character, column } = cell
      const at = columns.indexOf(column)
      const place = { line, character, column }
      const undecided: ReadonlyArray<Uncovered> =
        cell.times > 0
          ? []
          : [
              {
                ...place,
                part: "cell",
                text: cell.text,
                witness: cellWitness(ground, index, at, budget),
              },
            ]
      const unmet = cell.alternatives.flatMap((alternative, part): ReadonlyArray<Uncovered> =>
        alternative.times > 0
          ? []
          : [
              {
                ...place,
                part: "alternative",
                text: alternative.text,
                witness: alternativeWitness(ground, index, at, part, budget),
              },
            ],
      )
      return [...undecided, ...unmet]
    }),
  ])
}

/**
 * Sums the coverage of a decision table up and looks for facts that exercise the rest, such as can be met together. The searches
 * share one budget; once it is spent, what is left of them reads unknown.
 */
export const reportCoverage = (
  { definition, tests }: Pick<Decision, "definition" | "tests">,
  coverage: DecisionCoverage,
  wordsOf: WordsOf,
  together: ReadonlyArray<Together> = [],
  budget: Budget = { left: defaultBudget },
): CoverageReport => {
  const { inputs, hitPolicy } = definition
  const ground = { space: makeSpace(inputs, tests, wordsOf), hitPolicy, tests, together }
  const cells = coverage.rows.flatMap((row) => row.cells)
  return {
    file: coverage.file,
    questions: coverage.questions,
    differentQuestions: coverage.differentQuestions,
    rows: tallyOf(coverage.rows),
    cells: tallyOf(cells),
    alternatives: tallyOf(cells.flatMap(({ alternatives }) => alternatives)),
    uncovered: uncoveredParts(ground, coverage, budget),
  }
}
