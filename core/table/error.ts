import * as Result from "effect/Result"
import { groupBy } from "../group-by.ts"
import { plainResult } from "../plain-result.ts"
import { type CellPlace, likelyCell } from "../spreadsheet-repairs/likely-cell.ts"
import {
  describeExpectation,
  type CellExpectation,
  describeCellExpectation,
  describeTableExpectation,
  type Expectation,
  type TableExpectation,
} from "./expectation.ts"
import { nearest } from "./nearest.ts"

/**
 * Why one cell is refused: what should stand there, the allowed words where they are few, and the
 * part of the cell that is wrong where it is not all of it.
 */
export interface CellRefusal<Expected = TableExpectation> {
  readonly expected: Expected
  readonly allowed?: Iterable<string>
  readonly part?: string
}

/** Why a column refuses one of its cells, in its words; a column of the house gives the facts too. */
export interface CellProblem {
  readonly expected: string
  readonly expectation?: TableExpectation
  readonly allowed?: Iterable<string>
  readonly part?: string
}

/** A refusal with the words that columns give. */
export const cellProblem = (refusal: CellRefusal<CellExpectation>): CellProblem => ({
  ...refusal,
  expected: describeCellExpectation(refusal.expected),
  expectation: refusal.expected,
})

/** The refusal of a column: its facts, or its words where it has no others. */
export const refusalOf = ({ expectation, expected, ...wrong }: CellProblem): CellRefusal => ({
  ...wrong,
  expected: expectation ?? { _tag: "InItsWords", words: expected },
})

/**
 * One mistake in a table: file under data/, line and character from 1, column name, the cell as
 * written, what is expected there and the nearest allowed value when one is close. What concerns
 * a line or a file has an empty column, and an empty cell where there is nothing to show.
 */
export interface TableError<Expected = Expectation> {
  readonly _tag: "TableError"
  readonly file: string
  readonly line: number
  readonly character: number
  readonly column: string
  readonly cell: string
  readonly expected: Expected
  readonly nearest?: string
  /** What to write instead: one text, or several that the cell could mean. */
  readonly write?: ReadonlyArray<string>
  /** How such cells come about, in the plural: `ranges`. */
  readonly habit?: string
  /** How many more cells of the file are wrong for the same cause; they have no error of their own. */
  readonly more?: number
}

/** A mistake that reading tables finds, without a look at texts, files and icons. */
export type ReadingError = TableError<TableExpectation>

/**
 * A mistake in a table as importers of the package and machines read it: a table error whose
 * expectation is told in English.
 */
export type TableMistake = TableError<string>

/** A table error as those outside of the house read it. */
export const tableMistake = (error: ReadingError): TableMistake => ({
  ...error,
  expected: describeTableExpectation(error.expected),
})

/** A mistake of the package as a sentence, in the `file:line:character` form that editors open. */
export const describeMistake = (mistake: TableMistake): string =>
  `${placeText(mistake)} ${sentenceWith(mistake, mistake.expected)}`

/** What reading tables gave, with mistakes as those outside of the house read them. */
export const withMistakes = <Success>(
  read: Result.Result<Success, ReadonlyArray<ReadingError>>,
): Result.Result<Success, ReadonlyArray<TableMistake>> =>
  plainResult(Result.mapError(read, (errors) => errors.map(tableMistake)))

/** Where an error is, and the cell that it is about. */
export type ErrorPlace = Pick<TableError, "file" | "line" | "character" | "column" | "cell">

/** Builds a table error from a cell's place and its problem. */
export const tableError = <Expected extends Expectation>(
  place: ErrorPlace,
  problem: CellRefusal<Expected>,
): TableError<Expected> => {
  const written = problem.part ?? place.cell
  const close = problem.allowed === undefined ? undefined : nearest(written, problem.allowed)
  return {
    _tag: "TableError",
    ...place,
    expected: problem.expected,
    ...(close === undefined ? {} : { nearest: close }),
  }
}

/** The error of a cell that its column refuses, with what was probably meant. */
export const cellError = (
  place: ErrorPlace,
  problem: CellRefusal,
  column: CellPlace,
): ReadingError => {
  const error = tableError(place, problem)
  const likely = likelyCell(place.cell, column)
  if (likely === undefined || (error.nearest !== undefined && !likely.isSure)) return error
  const { habit, write } = likely
  return { ...error, write, habit }
}

/** A mistake that concerns a whole line, or a whole file where no place is given. */
export const fileError = <Expected extends Expectation>(
  file: string,
  expected: Expected,
  { character, line } = { line: 1, character: 1 },
): TableError<Expected> => ({
  _tag: "TableError",
  file,
  line,
  character,
  column: "",
  cell: "",
  expected,
})

const quoted = (cell: string): string =>
  JSON.stringify(cell.length > 60 ? `${cell.slice(0, 57)}...` : cell)

/** As many errors of one cause are told one by one. */
const toldMax = 3

/** What errors of one cause have in common: the habit they come from, or a cell that is wrong again. */
const causeOf = ({ cell, column, expected, file, habit }: TableError<unknown>): string =>
  JSON.stringify(habit === undefined ? [file, column, cell, expected] : [file, habit])

/**
 * Errors with those of one cause in one file told as one, the first of them, where they are many.
 *
 * ```ts
 * import { onePerCause, tableError } from "../core/table/error.ts"
 *
 * const errorAt = (line: number) =>
 *   tableError({ file: "a.csv", line, character: 1, column: "zone", cell: "eurpe" }, { expected: { _tag: "Text" } })
 * onePerCause([1, 2, 3].map(errorAt)).length // => 3
 * onePerCause([1, 2, 3, 4].map(errorAt)) // => [{ ...errorAt(1), more: 3 }]
 * ```
 */
export const onePerCause = <Expected>(
  errors: ReadonlyArray<TableError<Expected>>,
): ReadonlyArray<TableError<Expected>> => {
  if (errors.length <= toldMax) return errors
  const groups = groupBy(errors, causeOf)
  return errors.flatMap((error) => {
    const group = groups.get(causeOf(error)) ?? []
    if (group.length <= toldMax || error.cell === "") return error
    return group[0] === error ? { ...error, more: group.length - 1 } : []
  })
}

const byNumber = (left: number, right: number): number => left - right

/** The order in which errors and findings are read: by file, then from top to bottom. */
export const inFileOrder = <Placed extends Pick<TableError, "file" | "line" | "character">>(
  placed: ReadonlyArray<Placed>,
): ReadonlyArray<Placed> =>
  [...placed].sort((left, right) => {
    if (left.file !== right.file) return left.file < right.file ? -1 : 1
    return byNumber(left.line, right.line) || byNumber(left.character, right.character)
  })

/** A name as it is, quoted only where it would break its line. */
const plain = (name: string): string => (/\p{Cc}/u.test(name) ? quoted(name) : name)

/** A place in the `file:line:character` form that editors open. */
export const placeText = ({
  character,
  file,
  line,
}: Pick<TableError, "file" | "line" | "character">): string => `${plain(file)}:${line}:${character}`

/** What to do about an error, behind what is wrong. */
const hintOf = ({ nearest: close = "", write }: TableError<unknown>): string => {
  if (write === undefined) return close === "" ? "" : `; did you mean ${quoted(close)}?`
  return write.includes("") ? "; leave it empty" : `; write ${write.map(plain).join(" or ")}`
}

const moreOf = ({ cell, habit = "cells of this kind", more }: TableError<unknown>): string => {
  if (more === undefined) return ""
  if (cell !== "") return ` (and ${more} more ${habit})`
  return ` (and ${more} more ${more === 1 ? "line" : "lines"})`
}

/** What a table error says, without its place. */
export const mistakeSentence = (error: TableError): string =>
  sentenceWith(error, describeExpectation(error.expected))

const sentenceWith = (error: TableError<unknown>, expected: string): string => {
  const { cell, column } = error
  const end = `${hintOf(error)}${moreOf(error)}`
  if (column === "" && cell === "") return `expected ${expected}${end}`
  const subject = column === "" ? quoted(cell) : `${plain(column)}: ${quoted(cell)}`
  return `${subject} should be ${expected}${end}`
}

/**
 * The sentence of a table error, in the `file:line:character` form that editors open.
 *
 * ```ts
 * import { describeTableError, tableError } from "../core/table/error.ts"
 *
 * const error = tableError(
 *   { file: "coach/cards.csv", line: 7, character: 12, column: "tier", cell: "premuim" },
 *   { expected: { _tag: "OneOf", words: ["entry", "mid", "premium"] }, allowed: ["entry", "mid", "premium"] },
 * )
 * describeTableError(error) // => 'coach/cards.csv:7:12 tier: "premuim" should be one of entry, mid, premium; did you mean "premium"?'
 * describeTableError({ ...error, column: "", cell: "", expected: { _tag: "ClosingQuote" }, nearest: "" }) // => 'coach/cards.csv:7:12 expected a closing quote'
 * ```
 */
export const describeTableError = (error: TableError): string =>
  `${placeText(error)} ${mistakeSentence(error)}`
