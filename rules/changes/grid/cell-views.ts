import * as Result from "effect/Result"
import type { Interval } from "../../../core/table/cell.ts"
import { type ConditionTest, readTest } from "../../../core/table/condition.ts"
import { type CellRefusal, refusalOf, tableError } from "../../../core/table/error.ts"
import type { Expectation } from "../../../core/table/expectation.ts"
import { type AnyColumn, tidyCell } from "../../../core/table/tidy.ts"
import type { RefusedCell, CellRead, CellValue, ShownInterval, ShownTest } from "./grid-view.ts"
import { likelyCell, plainNumbers } from "../../../core/spreadsheet-repairs/likely-cell.ts"
import { printNumber, printTest } from "../../../core/table/print-test.ts"

const shownEnd = (end: number): string | null => (Number.isFinite(end) ? printNumber(end) : null)

const shownInterval = ({ high, highClosed, low, lowClosed }: Interval): ShownInterval => ({
  low: shownEnd(low),
  lowClosed,
  high: shownEnd(high),
  highClosed,
})

/** A condition as the page shows it. */
export const shownTest = (test: ConditionTest): ShownTest =>
  test._tag === "Within" || test._tag === "Outside"
    ? { ...test, intervals: test.intervals.map(shownInterval) }
    : test

/** Reads a cell: gives the condition that it is, null in a column of values, or why it is refused. */
export const readUnder = (
  column: AnyColumn,
  cell: string,
): Result.Result<ConditionTest | null, CellRefusal> => {
  if (!("parse" in column)) return readTest(column, cell)
  const read = column.parse(cell)
  return Result.isSuccess(read) ? Result.succeed(null) : Result.fail(refusalOf(read.failure))
}

const accepts =
  (column: AnyColumn) =>
  (cell: string): boolean =>
    Result.isSuccess(readUnder(column, cell))

/** Why a cell is refused, and what was probably meant. */
export const faultOf = (column: AnyColumn, cell: string, problem: CellRefusal): RefusedCell => {
  const likely = likelyCell(cell, { accepts: accepts(column), unit: column.unit })
  const place = { file: "", line: 0, character: 0, column: "", cell }
  const { nearest } = tableError(place, problem)
  return {
    expected: problem.expected,
    part: problem.part ?? null,
    write: likely?.write ?? (nearest === undefined ? [] : [nearest]),
  }
}

/** What a column's other table lacks is refused, too. */
export interface KnownWords {
  readonly isKnown: (word: string) => boolean
  readonly expected: Expectation
}

/** The words of a cell that another table must have. */
const wordsNamed = (column: AnyColumn, cell: string): ReadonlyArray<string> => {
  if ("parse" in column) return column.referenced?.(cell) ?? []
  const test = Result.getOrUndefined(readTest(column, cell))
  return test?._tag === "AnyOf" || test?._tag === "NoneOf" ? test.words : []
}

/** Reads one cell as it stands: the condition that it is, and what is wrong with it. */
export const cellView = (
  column: AnyColumn,
  cell: string,
  known: KnownWords | undefined,
): Omit<CellRead, "text"> => {
  const read = readUnder(column, cell)
  if (Result.isFailure(read)) return { test: null, fault: faultOf(column, cell, read.failure) }
  const test = read.success === null ? null : shownTest(read.success)
  const unknown = known && wordsNamed(column, cell).find((word) => !known.isKnown(word))
  if (known === undefined || unknown === undefined) return { test, fault: null }
  return { test, fault: { expected: known.expected, part: unknown, write: [] } }
}

/** Reads a cell that somebody has typed: as the house writes it, where what is meant is sure. */
export const typedCell = (
  column: AnyColumn,
  typed: string,
  known: KnownWords | undefined,
): CellRead => {
  const text = tidyCell(column, typed, true)
  return { text, ...cellView(column, text, known) }
}

const endNumber = (written: string | null, open: number): number => {
  if (written === null) return open
  const [number, ...others] = plainNumbers(written)
  return number === undefined || others.length > 0 ? Number.NaN : Number(number)
}

const askedInterval = ({ high, highClosed, low, lowClosed }: ShownInterval): Interval => ({
  low: endNumber(low, Number.NEGATIVE_INFINITY),
  lowClosed,
  high: endNumber(high, Number.POSITIVE_INFINITY),
  highClosed,
})

/** An end of an interval that is no number: it is refused as it was typed. */
const wrongEnd = ({ high, low }: ShownInterval): string | undefined =>
  [low, high].find((end) => end !== null && Number.isNaN(endNumber(end, 0))) ?? undefined

/** The text of a cell that says what is asked for; what no cell can say is the text as it was typed. */
export const textOfValue = (value: CellValue): string => {
  switch (value._tag) {
    case "List":
      return value.words.join("|")
    case "Within":
    case "Outside": {
      const wrong = value.intervals.map(wrongEnd).find((end) => end !== undefined)
      if (wrong !== undefined) return wrong === "" ? "?" : wrong
      return printTest({ ...value, intervals: value.intervals.map(askedInterval) })
    }
    default:
      return printTest(value)
  }
}
