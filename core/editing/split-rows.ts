import * as Result from "effect/Result"
import { groupBy } from "../group-by.ts"
import { policies } from "../table/hit-policy.ts"
import { columnsOf } from "../table/load.ts"
import { readSource, type SourceRecord } from "../table/source.ts"
import {
  type CutBand,
  cutBand,
  leastOf,
  mergedBand,
  numberInput,
  type NumberInput,
} from "./bands.ts"
import type { DeclaredText } from "./chosen-rows.ts"
import { operated, type TableOperation } from "./table-operations.ts"

/** A row that is cut, by its line before; its upper part stands right below it. */
export interface CutRow extends CutBand {
  readonly line: number
  readonly before: string
  /** The lines of both parts in the text that it makes. */
  readonly lowerLine: number
  readonly upperLine: number
}

/** What a change of bands makes of a table, as operations that come one after the other, and in one go. */
interface ChangedBands<Row> {
  readonly operations: ReadonlyArray<TableOperation>
  readonly text: string
  readonly rows: ReadonlyArray<Row>
}

/** Why nothing is cut, or nothing merged. */
export type BandProblem =
  | { readonly _tag: "NoBands"; readonly file: string; readonly column: string }
  /** The place of the cut begins a band already, or lies outside of all; what the rows hold. */
  | {
      readonly _tag: "NothingToCut"
      readonly file: string
      readonly column: string
      readonly at: number
      readonly bands: ReadonlyArray<string>
    }
  | { readonly _tag: "NothingToMerge"; readonly file: string; readonly column: string }

/** The condition over numbers that a column of a table is. */
const bandInput = (
  { definition }: DeclaredText,
  column: string,
): Result.Result<NumberInput, BandProblem> =>
  Result.fromNullishOr(numberInput(columnsOf(definition)[column]), (): BandProblem => ({
    _tag: "NoBands",
    file: definition.file,
    column,
  }))

/**
 * Cuts the rows whose band reaches over `at` in two, the upper part right below the lower one. Both keep all
 * other cells as they are written, so that no answer changes; other rows stay as they are.
 */
export const splitRows = (
  table: DeclaredText,
  rows: ReadonlyArray<SourceRecord>,
  { at, column }: { readonly column: string; readonly at: number },
): Result.Result<ChangedBands<CutRow>, BandProblem> =>
  Result.flatMap(bandInput(table, column), (input) => {
    const { file } = table.definition
    const place = Object.keys(columnsOf(table.definition)).indexOf(column)
    const cut: Array<CutRow> = []
    let added = 0
    for (const { fields, line, texts } of rows.toSorted((one, other) => one.line - other.line)) {
      const before = texts[place] ?? ""
      const parts = cutBand(input, before, at)
      if (parts === undefined) continue
      const height = heightOf(fields)
      const lowerLine = line + added
      cut.push({ ...parts, line, before, lowerLine, upperLine: lowerLine + height })
      added += height
    }
    if (cut.length === 0) {
      const bands = [...new Set(rows.map(({ texts }) => texts[place] ?? ""))]
      return Result.fail({ _tag: "NothingToCut", file, column, at, bands })
    }
    const cells = cut.flatMap(({ lower, lowerLine, upper, upperLine }) => [
      { line: lowerLine, column, text: lower },
      { line: upperLine, column, text: upper },
    ])
    return changed(table, cut, [
      { _tag: "Duplicate", lines: cut.map(({ line }) => line) },
      { _tag: "Set", cells },
    ])
  })

/** Rows that are merged into the first of them, by their lines before. */
export interface MergedBands {
  readonly line: number
  readonly lines: ReadonlyArray<number>
  readonly before: ReadonlyArray<string>
  readonly after: string
}

/**
 * Merges rows that differ in nothing but bands of a column that touch. Where the order of rows counts, those
 * alone between which no other row stands, so that no answer changes.
 */
export const mergeRows = (
  table: DeclaredText,
  rows: ReadonlyArray<SourceRecord>,
  column: string,
): Result.Result<ChangedBands<MergedBands>, BandProblem> =>
  Result.flatMap(bandInput(table, column), (input) => {
    const { definition, source } = table
    const names = Object.keys(columnsOf(definition))
    const place = names.indexOf(column)
    const isOrdered = "hitPolicy" in definition && policies[definition.hitPolicy].orderCounts
    const all = readSource(definition.file, source, names).records
    const nextOf = new Map(all.map(({ line }, at) => [line, all[at + 1]?.line]))
    const runs: Array<MergedBands> = []
    // Rows that say the same in all columns but this one.
    const groups = groupBy(rows, ({ texts }) => JSON.stringify(texts.with(place, "")))
    for (const group of groups.values()) {
      runs.push(...runsIn(input, group, place, isOrdered ? nextOf : undefined))
    }
    if (runs.length === 0) {
      return Result.fail({ _tag: "NothingToMerge", file: definition.file, column })
    }
    const cells = runs.map(({ after, line }) => ({ line, column, text: after }))
    const lines = runs.flatMap((run) => run.lines.slice(1))
    return changed(
      table,
      runs.toSorted((one, other) => one.line - other.line),
      [
        { _tag: "Set", cells },
        { _tag: "Delete", lines },
      ],
    )
  })

/** What operations on rows that are there make of a table. */
const changed = <Row>(
  { definition, source }: DeclaredText,
  rows: ReadonlyArray<Row>,
  operations: ReadonlyArray<TableOperation>,
): Result.Result<ChangedBands<Row>, BandProblem> => {
  const columns = Object.keys(columnsOf(definition)).length
  const text = operations.reduce(
    (now, operation) => Result.getOrThrow(operated(now, columns, operation)),
    source,
  )
  return Result.succeed({ operations, text, rows })
}

/** How many lines a row takes: a cell may have several. */
const heightOf = (fields: SourceRecord["fields"]): number => {
  const breaks = fields.map((field) => (field?.text ?? "").split("\n").length - 1)
  return 1 + breaks.reduce((sum, count) => sum + count, 0)
}

/** The runs of rows of a group whose bands touch; `nextOf` where no other row may stand between them. */
const runsIn = (
  input: NumberInput,
  group: ReadonlyArray<SourceRecord>,
  place: number,
  nextOf: ReadonlyMap<number, number | undefined> | undefined,
): ReadonlyArray<MergedBands> => {
  const cellOf = ({ texts }: SourceRecord): string => texts[place] ?? ""
  const rising = group
    .filter((row) => !Number.isNaN(leastOf(input, cellOf(row))))
    .toSorted((one, other) =>
      leastOf(input, cellOf(one)) < leastOf(input, cellOf(other)) ? -1 : 1,
    )
  const runs: Array<MergedBands> = []
  let [run, cell]: [Array<SourceRecord>, string] = [[], ""]
  const close = (): void => {
    const lines = run.map(({ line }) => line).toSorted((one, other) => one - other)
    const [line] = lines
    if (run.length > 1 && line !== undefined) {
      runs.push({ line, lines, before: run.map(cellOf), after: cell })
    }
  }
  for (const row of rising) {
    const last = run.at(-1)
    const isNext = nextOf === undefined || last === undefined || nextOf.get(last.line) === row.line
    const merged = last !== undefined && isNext ? mergedBand(input, cell, cellOf(row)) : undefined
    if (merged === undefined) {
      close()
      run = [row]
      cell = cellOf(row)
    } else {
      run.push(row)
      cell = merged
    }
  }
  close()
  return runs
}
