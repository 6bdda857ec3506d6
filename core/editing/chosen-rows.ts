import * as Result from "effect/Result"
import { groupBy } from "../group-by.ts"
import { cellParts, contains, readNumberTest } from "../table/cell.ts"
import type { Reference } from "../table/column.ts"
import { type ConditionTest, readTest } from "../table/condition.ts"
import type { Input } from "../table/input.ts"
import { type AnyDefinition, columnsOf } from "../table/load.ts"
import { nearest } from "../table/nearest.ts"
import type { AnyColumn } from "../table/tidy.ts"
import { readSource, type SourceRecord } from "../table/source.ts"
import { cutBand, cutPlaces, figures, numberInput, rangeSide, type RangeSide } from "./bands.ts"

/** What rows are chosen by: a column, and a cell, a value or a range of it. */
export interface RowCondition {
  readonly column: string
  readonly cell: string
  /** Whether the cell is a range even where a row has that very cell. */
  readonly isRange?: boolean
}

/** A table with its text. */
export interface DeclaredText {
  readonly definition: AnyDefinition
  readonly source: string
}

/** Finds the table of a file. */
export type DeclaredTextOf = (file: string) => DeclaredText | undefined

/** The column of another table whose words a column takes. */
export const referenceOf = (column: AnyColumn): Reference | undefined =>
  "reference" in column ? column.reference : undefined

const isInput = (column: AnyColumn): column is Input<unknown> => !("parse" in column)

/** Whether a condition cell that was read is true for a value. */
const isTrueFor = (test: ConditionTest, value: string): boolean => {
  switch (test._tag) {
    case "Any":
      return true
    case "AnyOf":
      return test.words.includes(value)
    case "NoneOf":
      return !test.words.includes(value)
    case "Is":
      return String(test.value) === value.toLowerCase()
    case "Within":
    case "Outside": {
      const isWithin = test.intervals.some((interval) => contains(interval, Number(value)))
      return isWithin === (test._tag === "Within")
    }
  }
}

const sameText = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) => (typeof part === "bigint" ? String(part) : part))

/** Whether a cell means a value: a condition is true for it, or another column reads both alike. */
const meansValue = (column: AnyColumn, cell: string, value: string): boolean => {
  if (isInput(column)) {
    const test = readTest(column, cell)
    return Result.isSuccess(test) && isTrueFor(test.success, value)
  }
  const [one, other] = [column.parse(cell), column.parse(value)]
  return (
    Result.isSuccess(one) &&
    Result.isSuccess(other) &&
    sameText(one.success) === sameText(other.success)
  )
}

const recordsOf = ({ definition, source }: DeclaredText) => {
  const names = Object.keys(columnsOf(definition))
  return { names, records: readSource(definition.file, source, names).records }
}

/** The words that a condition column may be asked with: a slip is none of them, and means no row. */
const knownWords = (
  input: Extract<Input<unknown>, { readonly kind: "words" }>,
  cells: ReadonlyArray<string>,
  tableOf: DeclaredTextOf,
): ReadonlySet<string> => {
  const named = cells.flatMap((cell) => cellParts(cell).items)
  const { reference, words = [] } = input
  const other = reference === undefined ? undefined : tableOf(reference.file)
  if (reference === undefined || other === undefined) return new Set([...named, ...words])
  const { names, records } = recordsOf(other)
  const at = names.indexOf(reference.column)
  return new Set([...named, ...words, ...records.map(({ texts }) => texts[at] ?? "")])
}

/** Rows that a condition chooses, and those of which it means a part: a range cuts their band. */
interface ChosenRecords {
  readonly inside: ReadonlyArray<SourceRecord>
  readonly astride: ReadonlyArray<SourceRecord>
}

/** Whether a text says a range of numbers, and no single one. */
const isRangeText = (text: string): boolean =>
  /[<>[(]/.test(text) && Result.isSuccess(readNumberTest(text))

/** The records whose numbers lie wholly in a range, and those of which a part does. */
const chosenByRange = (table: DeclaredText, { cell, column }: RowCondition): ChosenRecords => {
  const { names, records } = recordsOf(table)
  const at = names.indexOf(column)
  const declared = columnsOf(table.definition)[column]
  const sides = groupBy(records, ({ texts }) => sideOf(declared, texts[at] ?? "", cell))
  return { inside: sides.get("inside") ?? [], astride: sides.get("astride") ?? [] }
}

/** How a cell lies to a range; undefined where its column neither holds nor tests numbers. */
const sideOf = (
  column: AnyColumn | undefined,
  cell: string,
  range: string,
): RangeSide | undefined => {
  const bands = numberInput(column)
  if (bands !== undefined) return rangeSide(bands, cell, range)
  const holdsNone = column === undefined || isInput(column) || cell === ""
  return holdsNone ? undefined : rangeSide(figures, cell, range)
}

/** The records that a condition on a column of their own chooses: by the cell, else by its value or range. */
const chosenBy = (
  table: DeclaredText,
  condition: RowCondition,
  tableOf: DeclaredTextOf,
): ChosenRecords => {
  const { cell, column, isRange = false } = condition
  if (isRange) return chosenByRange(table, condition)
  const { names, records } = recordsOf(table)
  const at = names.indexOf(column)
  const exact = records.filter(({ texts }) => texts[at] === cell)
  const declared = columnsOf(table.definition)[column]
  if (exact.length > 0 || declared === undefined) return whole(exact)
  if (isRangeText(cell)) return chosenByRange(table, condition)
  if (isInput(declared) && declared.kind === "words") {
    const cells = records.map(({ texts }) => texts[at] ?? "")
    if (!knownWords(declared, cells, tableOf).has(cell)) return whole([])
  }
  return whole(records.filter(({ texts }) => meansValue(declared, texts[at] ?? "", cell)))
}

const whole = (inside: ReadonlyArray<SourceRecord>): ChosenRecords => ({ inside, astride: [] })

/** A column of a table that names a column of another one, in which a condition stands. */
interface Bridge {
  readonly own: string
  readonly other: DeclaredText
  readonly named: string
}

/** The ways from a table to others that have a column of a name, by the columns that refer to them. */
const bridgesTo = (
  { definition }: DeclaredText,
  column: string,
  tableOf: DeclaredTextOf,
): ReadonlyArray<Bridge> =>
  Object.entries(columnsOf(definition)).flatMap(([own, declared]): ReadonlyArray<Bridge> => {
    const reference = referenceOf(declared)
    const other = reference === undefined ? undefined : tableOf(reference.file)
    if (reference === undefined || other === undefined) return []
    return column in columnsOf(other.definition) ? [{ own, other, named: reference.column }] : []
  })

const isWordOf = (cell: string, words: ReadonlySet<string>): boolean =>
  cell !== "" && cell.split("|").every((word) => words.has(word))

/** The records that a condition on a column of the table, or of one that it refers to, chooses. */
const chosenAnywhere = (
  table: DeclaredText,
  condition: RowCondition,
  tableOf: DeclaredTextOf,
): ChosenRecords => {
  if (condition.column in columnsOf(table.definition)) return chosenBy(table, condition, tableOf)
  const { names, records } = recordsOf(table)
  const inside = bridgesTo(table, condition.column, tableOf).flatMap(({ named, other, own }) => {
    const at = recordsOf(other).names.indexOf(named)
    const chosen = chosenBy(other, condition, tableOf).inside
    const words = new Set(chosen.map(({ texts }) => texts[at] ?? ""))
    return records.filter(({ texts }) => isWordOf(texts[names.indexOf(own)] ?? "", words))
  })
  return whole(inside)
}

/** Why conditions choose no rows of a table. */
export type ChoiceProblem =
  | {
      readonly _tag: "ColumnUnknown"
      readonly file: string
      readonly column: string
      /** What was probably meant, of this table or of one that it refers to. */
      readonly nearest: string | null
      readonly columns: ReadonlyArray<string>
    }
  | {
      readonly _tag: "NoRowWith"
      readonly file: string
      readonly column: string
      readonly cell: string
      readonly nearest: string | null
    }
  /** Each condition has rows, and all of them together have none. */
  | { readonly _tag: "NoRowWithAll"; readonly file: string }
  /** A range means a part of some rows alone: a change of it would touch what lies outside of it. */
  | {
      readonly _tag: "RowsAstride"
      readonly file: string
      readonly column: string
      /** Where a cut puts some of them right; null where no whole number does. */
      readonly at: number | null
      readonly rows: number
      /** Some of their bands. */
      readonly bands: ReadonlyArray<string>
    }

const unknownColumn = (
  { definition }: DeclaredText,
  column: string,
  tableOf: DeclaredTextOf,
): ChoiceProblem => {
  const columns = Object.keys(columnsOf(definition))
  const others = Object.values(columnsOf(definition)).flatMap((declared) => {
    const reference = referenceOf(declared)
    const other = reference === undefined ? undefined : tableOf(reference.file)
    return other === undefined ? [] : Object.keys(columnsOf(other.definition))
  })
  const close = nearest(column, [...columns, ...others]) ?? null
  return { _tag: "ColumnUnknown", file: definition.file, column, nearest: close, columns }
}

const noRow = (table: DeclaredText, { cell, column }: RowCondition): ChoiceProblem => {
  const { names, records } = recordsOf(table)
  const at = names.indexOf(column)
  const cells = new Set(records.flatMap(({ texts }) => (texts[at] ?? "").split("|")))
  const close = nearest(cell, cells) ?? ""
  const { file } = table.definition
  return { _tag: "NoRowWith", file, column, cell, nearest: close === "" ? null : close }
}

/**
 * The rows of a table for which every condition holds, by their lines. A condition names a cell as it
 * is written; where no row has that cell, it names a value, and the rows hold that mean it: those
 * whose condition is true for it; or a range, and the rows hold that lie wholly in it. A column may be
 * one of a table that this one refers to. Fails with a column that there is not, with conditions that
 * no row keeps, and with a range that cuts a row which the other conditions choose.
 */
export const chosenRows = (
  table: DeclaredText,
  where: ReadonlyArray<RowCondition>,
  tableOf: DeclaredTextOf,
): Result.Result<ReadonlyArray<SourceRecord>, ChoiceProblem> =>
  Result.flatMap(partlyChosen(table, where, tableOf), ({ astride, rows }) => {
    const [first] = astride
    if (first !== undefined) return Result.fail(cutProblem(table, first))
    return rows.length > 0
      ? Result.succeed(rows)
      : Result.fail({ _tag: "NoRowWithAll", file: table.definition.file })
  })

/** Rows that a range cuts, and where; every other condition chooses them or cuts them, too. */
export interface AstrideRows {
  readonly column: string
  /** Where the upper part of each begins after a cut; null where no whole number does it. */
  readonly at: number | null
  readonly rows: ReadonlyArray<SourceRecord>
}

/** The rows that conditions choose as they are, and those that have to be cut first. */
export interface PartlyChosen {
  readonly rows: ReadonlyArray<SourceRecord>
  readonly astride: ReadonlyArray<AstrideRows>
}

/** The rows of a table for which every condition holds, and those for a part of which it does. */
export const partlyChosen = (
  table: DeclaredText,
  where: ReadonlyArray<RowCondition>,
  tableOf: DeclaredTextOf,
): Result.Result<PartlyChosen, ChoiceProblem> => {
  let rows = recordsOf(table).records
  const cutBy: Array<{ readonly condition: RowCondition; readonly lines: ReadonlySet<number> }> = []
  for (const condition of where) {
    const { column } = condition
    const isKnown =
      column in columnsOf(table.definition) || bridgesTo(table, column, tableOf).length > 0
    if (!isKnown) return Result.fail(unknownColumn(table, column, tableOf))
    const { astride, inside } = chosenAnywhere(table, condition, tableOf)
    if (inside.length + astride.length === 0) return Result.fail(noRow(table, condition))
    const lines = new Set(astride.map(({ line }) => line))
    cutBy.push({ condition, lines })
    const found = new Set([...inside.map(({ line }) => line), ...lines])
    rows = rows.filter(({ line }) => found.has(line))
  }
  const astride = cutBy.flatMap(({ condition, lines }): ReadonlyArray<AstrideRows> => {
    const both = rows.filter(({ line }) => lines.has(line))
    return both.length === 0 ? [] : cutsOf(table, condition, both)
  })
  const isCut = (line: number): boolean => cutBy.some(({ lines }) => lines.has(line))
  return Result.succeed({ rows: rows.filter(({ line }) => !isCut(line)), astride })
}

/** Where rows that a range cuts are to be cut: at its lower end, at its upper one, or at both. */
const cutsOf = (
  table: DeclaredText,
  { cell, column }: RowCondition,
  rows: ReadonlyArray<SourceRecord>,
): ReadonlyArray<AstrideRows> => {
  const input = numberInput(columnsOf(table.definition)[column])
  if (input === undefined) return [{ column, at: null, rows }]
  const place = recordsOf(table).names.indexOf(column)
  const cuts = cutPlaces(input, cell).flatMap((at) => {
    const those = rows.filter(({ texts }) => cutBand(input, texts[place] ?? "", at) !== undefined)
    return those.length === 0 ? [] : [{ column, at, rows: those }]
  })
  return cuts.length > 0 ? cuts : [{ column, at: null, rows }]
}

const bandsShown = 3

const cutProblem = (table: DeclaredText, { at, column, rows }: AstrideRows): ChoiceProblem => {
  const place = recordsOf(table).names.indexOf(column)
  const bands = [...new Set(rows.map(({ texts }) => texts[place] ?? ""))].slice(0, bandsShown)
  const { file } = table.definition
  return { _tag: "RowsAstride", file, column, at, rows: rows.length, bands }
}
