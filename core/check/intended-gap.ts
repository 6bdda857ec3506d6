import * as Result from "effect/Result"
import { cellParts, type WordTest } from "../table/cell.ts"
import type { Column } from "../table/column.ts"
import { type ConditionTest, readTest } from "../table/condition.ts"
import { type Directive, type DirectiveCondition, readDirectives } from "../table/directives.ts"
import type { Expectation } from "../table/expectation.ts"
import { type CellRefusal, refusalOf, type TableError, tableError } from "../table/error.ts"
import type { Input } from "../table/input.ts"
import { type AnyDefinition, columnsOf } from "../table/load.ts"
import type { WordsOf } from "../analysis/space.ts"

/** A gap that a table declares as intended, with its cells read. */
export interface IntendedGap {
  readonly directive: Directive
  /** The conditions by the names of their columns. */
  readonly tests: ReadonlyMap<string, ConditionTest>
}

/** The declared gaps of a table, and what is wrong with the others. */
export interface IntendedGaps {
  readonly gaps: ReadonlyArray<IntendedGap>
  readonly errors: ReadonlyArray<TableError>
}

type AnyColumn = Column<unknown> | Input<unknown>

const isInput = (column: AnyColumn): column is Input<unknown> => !("parse" in column)

/** Words of a plain column: like those of a condition, but words may hold spaces. */
export const plainTest = (cell: string): Exclude<WordTest, { readonly _tag: "Any" }> => {
  const { items: words, negated } = cellParts(cell)
  return { _tag: negated ? "NoneOf" : "AnyOf", words }
}

const readPlain = (
  column: Column<unknown>,
  cell: string,
): Result.Result<ConditionTest, CellRefusal<Expectation>> => {
  const test = plainTest(cell)
  for (const word of test.words) {
    const value = column.parse(word)
    if (Result.isFailure(value)) return Result.fail({ ...refusalOf(value.failure), part: word })
  }
  return Result.succeed(test)
}

const unknownWord = (
  column: AnyColumn,
  test: ConditionTest,
  wordsOf: WordsOf,
): CellRefusal<Expectation> | undefined => {
  const { reference } = column as { readonly reference?: Column<unknown>["reference"] }
  if (reference === undefined || !("words" in test)) return undefined
  const allowed = wordsOf(reference)
  const part = test.words.find((word) => word !== "" && allowed?.includes(word) === false)
  if (part === undefined || allowed === undefined) return undefined
  return { expected: { _tag: "Existing", ...reference }, allowed, part }
}

const readCell = (
  column: AnyColumn,
  cell: string,
  wordsOf: WordsOf,
): Result.Result<ConditionTest, CellRefusal<Expectation>> => {
  const test = isInput(column) ? readTest(column, cell) : readPlain(column, cell)
  if (Result.isFailure(test)) return test
  if (test.success._tag === "Any") return Result.fail({ expected: { _tag: "Condition" } })
  const problem = unknownWord(column, test.success, wordsOf)
  return problem === undefined ? test : Result.fail(problem)
}

const readDirective = (
  definition: AnyDefinition,
  directive: Directive,
  wordsOf: WordsOf,
): Result.Result<IntendedGap, ReadonlyArray<TableError>> => {
  const columns = columnsOf(definition)
  const names = Object.keys(columns)
  const { file } = definition
  const errors: Array<TableError> = []
  const tests = new Map<string, ConditionTest>()
  const read = ({ cell, character, column: name }: DirectiveCondition): void => {
    const place = { file, line: directive.line, character, cell }
    const column = columns[name]
    if (column === undefined) {
      const expected = { _tag: "OneOfColumns", columns: names } as const
      errors.push(tableError({ ...place, column: "", cell: name }, { expected, allowed: names }))
      return
    }
    const test: Result.Result<ConditionTest, CellRefusal<Expectation>> = tests.has(name)
      ? Result.fail({ expected: { _tag: "OneCondition" } })
      : readCell(column, cell, wordsOf)
    if (Result.isFailure(test)) errors.push(tableError({ ...place, column: name }, test.failure))
    else tests.set(name, test.success)
  }
  directive.conditions.forEach(read)
  if (directive.why === "") {
    const place = { file, line: directive.line, character: directive.character }
    const whole = { ...place, column: "", cell: "" }
    errors.push(tableError(whole, { expected: { _tag: "GapReason" } }))
  }
  return errors.length === 0 ? Result.succeed({ directive, tests }) : Result.fail(errors)
}

/**
 * Reads the gaps that a table declares as intended. Conditions on condition columns are read in the
 * cell language, those on other columns as a word, `a|b` or `not(a|b)`; words must exist.
 */
export const readIntendedGaps = (
  definition: AnyDefinition,
  source: string,
  wordsOf: WordsOf,
): IntendedGaps => {
  const gaps: Array<IntendedGap> = []
  const errors: Array<TableError> = []
  for (const directive of readDirectives("gap", source)) {
    const gap = readDirective(definition, directive, wordsOf)
    if (Result.isFailure(gap)) errors.push(...gap.failure)
    else gaps.push(gap.success)
  }
  return { gaps, errors }
}

/** Whether a test of words accepts one. */
export const acceptsWord = (test: ConditionTest, word: string): boolean => {
  if (test._tag === "AnyOf") return test.words.includes(word)
  return test._tag === "NoneOf" && !test.words.includes(word)
}

/** Whether a gap is declared for a combination of values: all its conditions are about them and hold. */
export const declares = (
  { tests }: IntendedGap,
  values: Readonly<Record<string, string>>,
): boolean =>
  [...tests].every(([column, test]) => {
    const value = values[column]
    return value !== undefined && acceptsWord(test, value)
  })
