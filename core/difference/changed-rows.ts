import * as Result from "effect/Result"
import { type CsvRow, csvText, readCsv } from "../table/csv.ts"
import { isRow } from "../table/source.ts"

/** The rows in which two texts of a table differ; every other row stands in both, in the same order. */
export interface ChangedRows {
  readonly header: ReadonlyArray<string>
  /** Rows of the text before that the other lacks, or holds in another place. */
  readonly gone: ReadonlyArray<CsvRow>
  /** Rows of the text after that the other lacks, or holds in another place. */
  readonly come: ReadonlyArray<CsvRow>
}

const isSameRow = (one: CsvRow | undefined, other: CsvRow | undefined): boolean =>
  one !== undefined &&
  other !== undefined &&
  one.texts.length === other.texts.length &&
  one.texts.every((text, index) => text === other.texts[index])

const rowsOf = (text: string, columns: number): ReadonlyArray<CsvRow> | undefined => {
  const read = readCsv(text)
  return Result.isSuccess(read)
    ? read.success.filter((record) => isRow(record, columns))
    : undefined
}

/** The rows between those that both texts begin with and those that both end with. */
const between = (before: ReadonlyArray<CsvRow>, after: ReadonlyArray<CsvRow>) => {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && isSameRow(before[start], after[start])) start += 1
  let end = 0
  while (end < shorter - start && isSameRow(before.at(-1 - end), after.at(-1 - end))) end += 1
  return {
    gone: before.slice(start, before.length - end),
    come: after.slice(start, after.length - end),
  }
}

/**
 * The rows in which two texts of a table differ: place by place where as many rows came as went, else
 * everything between the first and the last difference. Undefined where the headers differ, or a text
 * is no CSV.
 *
 * ```ts
 * import { changedRows } from "../core/difference/changed-rows.ts"
 *
 * const found = changedRows("age,fare\n18,5\n65,9\n", "age,fare\n18,6\n65,9\n", 2)
 * found?.come.map(({ texts }) => texts) // => [["18", "6"]]
 * ```
 */
export const changedRows = (
  before: string,
  after: string,
  columns: number,
): ChangedRows | undefined => {
  const [oldHeader, ...older] = rowsOf(before, columns) ?? []
  const [newHeader, ...newer] = rowsOf(after, columns) ?? []
  if (oldHeader === undefined || newHeader === undefined) return undefined
  if (!isSameRow(oldHeader, newHeader)) return undefined
  const { come, gone } = between(older, newer)
  const header = oldHeader.texts
  if (come.length !== gone.length) return { header, gone, come }
  const differs = (_: CsvRow, place: number): boolean => !isSameRow(gone[place], come[place])
  return { header, gone: gone.filter(differs), come: come.filter(differs) }
}

/** The text of a table with the changed rows alone. */
export const changedText = ({ come, gone, header }: ChangedRows): string =>
  [header, ...[...gone, ...come].map(({ texts }) => texts)]
    .map((texts) => `${texts.map(csvText).join(",")}\n`)
    .join("")
