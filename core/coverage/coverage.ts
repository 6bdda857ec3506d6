import { type Bitset, fullBitset, intersected, isEmpty, rowsOf } from "../table/bitset.ts"
import { cellParts, contains, type Interval } from "../table/cell.ts"
import type { ConditionTest, Fact } from "../table/condition.ts"
import type { Decision, FactsOf, Hit, Inputs } from "../table/decision.ts"
import type { Columns } from "../table/definition.ts"
import { hidesLater } from "../table/hit-policy.ts"
import { camelCase } from "../table/names.ts"

/** One of several words or ranges of a condition cell, and how many questions came by it. */
interface AlternativeCoverage {
  /** The word or range as the cell language writes it. */
  readonly text: string
  readonly times: number
}

/** A condition cell that is not empty, and how many questions it decided. */
interface CellCoverage {
  readonly column: string
  readonly line: number
  readonly character: number
  readonly text: string
  /** Questions in which this cell alone kept its row from counting. */
  readonly times: number
  /**
   * The words or ranges of a cell with several: of `a|b`, questions that one of them let through to
   * a row that counted; of `not(a|b)`, questions that one of them kept away. Empty for a single one.
   */
  readonly alternatives: ReadonlyArray<AlternativeCoverage>
}

/** A row, and how many questions it counted in. */
interface RowCoverage {
  readonly line: number
  readonly times: number
  readonly cells: ReadonlyArray<CellCoverage>
}

/** What questions exercised of a decision table. */
export interface DecisionCoverage {
  readonly file: string
  /** Questions asked, and how many of them were different. */
  readonly questions: number
  readonly differentQuestions: number
  readonly rows: ReadonlyArray<RowCoverage>
}

/** Counts what questions exercise of a decision table. */
export interface CoverageRecorder<Facts, Row> {
  /** Asks the table as production does, and remembers the question; gives the table's answer. */
  readonly ask: (facts: Facts) => ReadonlyArray<Row>
  readonly coverage: () => DecisionCoverage
}

/** A word or range of a cell. */
type Alternative =
  | { readonly _tag: "Word"; readonly word: string }
  | { readonly _tag: "Range"; readonly interval: Interval }

/** The words or ranges of a condition, in the order written; none for one that is no list. */
export const alternativesOf = (test: ConditionTest): ReadonlyArray<Alternative> => {
  if (test._tag === "AnyOf" || test._tag === "NoneOf") {
    return test.words.map((word): Alternative => ({ _tag: "Word", word }))
  }
  return test._tag === "Within" || test._tag === "Outside"
    ? test.intervals.map((interval): Alternative => ({ _tag: "Range", interval }))
    : []
}

/** Whether a fact is the word or lies in the range. */
export const meets = (alternative: Alternative, fact: Fact): boolean =>
  alternative._tag === "Word"
    ? fact === alternative.word
    : typeof fact === "number" && contains(alternative.interval, fact)

/** Whether a condition names what it refuses. */
export const isNegative = ({ _tag }: ConditionTest): boolean =>
  _tag === "NoneOf" || _tag === "Outside"

interface CountedCell {
  readonly test: ConditionTest
  readonly alternatives: ReadonlyArray<Alternative>
  readonly alternativeTimes: Array<number>
  times: number
}

const countedCell = (test: ConditionTest): CountedCell => {
  const alternatives = alternativesOf(test)
  const several = alternatives.length > 1 ? alternatives : []
  return { test, alternatives: several, alternativeTimes: several.map(() => 0), times: 0 }
}

const countAlternatives = (cell: CountedCell, fact: Fact, times: number): void => {
  for (const [index, alternative] of cell.alternatives.entries()) {
    if (meets(alternative, fact)) {
      cell.alternativeTimes[index] = (cell.alternativeTimes[index] ?? 0) + times
    }
  }
}

interface CountedFacts<Row> {
  readonly facts: Readonly<Record<string, Fact>>
  readonly hits: ReadonlyArray<Row>
  times: number
}

/** For each column the rows that the other columns accept and it does not. */
const failuresByColumn = (sets: ReadonlyArray<Bitset>, all: Bitset): ReadonlyArray<Bitset> => {
  const after: Array<Bitset> = [all]
  for (const set of sets.toReversed()) after.unshift(intersected(after[0] ?? all, set))
  let before = all
  return sets.map((set, index) => {
    const others = intersected(before, after[index + 1] ?? all)
    before = intersected(before, set)
    return others.map((word, at) => word & ~(set[at] ?? 0))
  })
}

/**
 * Prepares the counting of what questions exercise of a decision table. The answers are the table's
 * own, by `evaluate`; which cells kept a row away is read off the same segments. Where the first row
 * counts, a cell decides only if its row would have counted without it: no row before it did. Where
 * only one row may apply, a cell decides also by keeping its row out of another one's way.
 */
export const recordCoverage = <Conditions extends Inputs, Outputs extends Columns>(
  decision: Decision<Conditions, Outputs>,
): CoverageRecorder<FactsOf<Conditions>, Hit<Outputs>> => {
  const { columns, definition, fields, rows, tests } = decision
  const names = Object.keys(definition.inputs)
  const all = fullBitset(rows.length)
  const numberOf = new Map(rows.map((row, index) => [row.line, index]))
  const rowTimes = rows.map(() => 0)
  const cells = tests.map((row) => row.map(countedCell))
  const questions = new Map<string, CountedFacts<Hit<Outputs>>>()

  const factsIn = (asked: Readonly<Record<string, unknown>>): Readonly<Record<string, Fact>> =>
    Object.fromEntries(names.map((name) => [name, (asked[camelCase(name)] ?? null) as Fact]))

  const count = ({ facts, hits, times }: CountedFacts<Hit<Outputs>>): void => {
    const counting = hits.flatMap(({ line }) => numberOf.get(line) ?? [])
    for (const row of counting) {
      rowTimes[row] = (rowTimes[row] ?? 0) + times
      for (const [index, cell] of (cells[row] ?? []).entries()) {
        if (!isNegative(cell.test))
          countAlternatives(cell, facts[names[index] ?? ""] ?? null, times)
      }
    }
    const first = hidesLater(definition.hitPolicy) ? (counting[0] ?? rows.length) : rows.length
    const sets = columns.map(
      (column, index) => column.rows[column.segmentOf(facts[names[index] ?? ""] ?? null)] ?? all,
    )
    for (const [index, failing] of failuresByColumn(sets, all).entries()) {
      for (const row of isEmpty(failing) ? [] : rowsOf(failing)) {
        const cell = cells[row]?.[index]
        if (cell === undefined || row > first) continue
        cell.times += times
        if (isNegative(cell.test)) countAlternatives(cell, facts[names[index] ?? ""] ?? null, times)
      }
    }
  }

  const ask = (asked: FactsOf<Conditions>): ReadonlyArray<Hit<Outputs>> => {
    const facts = factsIn(asked)
    const key = JSON.stringify(Object.values(facts))
    const known = questions.get(key)
    if (known !== undefined) {
      known.times += 1
      return known.hits
    }
    const hits = decision.evaluate(asked)
    questions.set(key, { facts, hits, times: 1 })
    return hits
  }

  const cellCoverage = (row: number, index: number): ReadonlyArray<CellCoverage> => {
    const cell = cells[row]?.[index]
    const field = fields[row]?.[index]
    if (cell === undefined || field === undefined || cell.test._tag === "Any") return []
    const parts = cellParts(field.text).items
    const { line, character, text } = field
    const alternatives = cell.alternatives.map((_, part) => ({
      text: parts[part] ?? "",
      times: cell.alternativeTimes[part] ?? 0,
    }))
    return [{ column: names[index] ?? "", line, character, text, times: cell.times, alternatives }]
  }

  const coverage = (): DecisionCoverage => {
    rowTimes.fill(0)
    for (const cell of cells.flat()) {
      cell.times = 0
      cell.alternativeTimes.fill(0)
    }
    let asked = 0
    for (const question of questions.values()) {
      count(question)
      asked += question.times
    }
    return {
      file: definition.file,
      questions: asked,
      differentQuestions: questions.size,
      rows: rows.map(({ line }, row) => ({
        line,
        times: rowTimes[row] ?? 0,
        cells: names.flatMap((_, index) => cellCoverage(row, index)),
      })),
    }
  }

  return { ask, coverage }
}

/** How many of some things are covered. */
export interface Tally {
  readonly covered: number
  readonly all: number
}

/** The sum of tallies. */
export const sumTallies = (tallies: ReadonlyArray<Tally>): Tally => ({
  covered: tallies.reduce((sum, { covered }) => sum + covered, 0),
  all: tallies.reduce((sum, { all }) => sum + all, 0),
})

/**
 * The hundredths of a percent that are covered, rounded down, so that 10 000 means all of it; of
 * nothing, all is covered.
 *
 * ```ts
 * import { coveredBps } from "../core/coverage/coverage.ts"
 *
 * coveredBps({ covered: 2, all: 3 }) // => 6666
 * coveredBps({ covered: 99_999, all: 100_000 }) // => 9999
 * coveredBps({ covered: 0, all: 0 }) // => 10000
 * ```
 */
export const coveredBps = ({ all, covered }: Tally): number => {
  if (all === 0) return 10_000
  const parts = covered * 10_000
  return (parts - (parts % all)) / all
}

/**
 * A tally in percent with two decimals, rounded down: 100 % is all of it and nothing less.
 *
 * ```ts
 * import { percentText } from "../core/coverage/coverage.ts"
 *
 * percentText({ covered: 9_999, all: 10_000 }) // => "99.99 %"
 * percentText({ covered: 1_000_000, all: 1_000_001 }) // => "99.99 %"
 * percentText({ covered: 7, all: 7 }) // => "100 %"
 * percentText({ covered: 0, all: 0 }) // => "-"
 * ```
 */
export const percentText = (tally: Tally): string => {
  if (tally.all === 0) return "-"
  const bps = coveredBps(tally)
  if (bps === 10_000) return "100 %"
  const decimals = String(bps % 100).padStart(2, "0")
  return `${(bps - (bps % 100)) / 100}.${decimals} %`
}
