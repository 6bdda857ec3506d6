import * as Result from "effect/Result"
import { aggregatedColumn, figureOf } from "./aggregate.ts"
import { type Columns, decidingColumns } from "./definition.ts"
import { fileError, type ReadingError } from "./error.ts"
import { type HitPolicy, policies } from "./hit-policy.ts"
import { camelCase } from "./names.ts"
import { valueKey } from "./value-key.ts"

/** An output whose column lists its values: the place of each value in that list. */
interface RankedOutput {
  readonly key: string
  readonly ranks: ReadonlyMap<string, number>
}

const rankedOutputs = (outputs: Columns): ReadonlyArray<RankedOutput> =>
  decidingColumns(outputs).flatMap((name): ReadonlyArray<RankedOutput> => {
    const column = outputs[name]
    if (column?.words === undefined) return []
    const ranks = new Map<string, number>()
    for (const [rank, word] of column.words.entries()) {
      const value = column.parse(word)
      if (Result.isSuccess(value)) ranks.set(valueKey(value.success), rank)
    }
    return [{ key: camelCase(name), ranks }]
  })

/**
 * The ranks of a row's outputs, from the first output on: what comes first in the list of its column
 * has rank 0, what is not listed comes last. Outputs without a list have no rank.
 *
 * ```ts
 * import * as Column from "../core/table/column.ts"
 * import { outputRanks } from "../core/table/row-order.ts"
 *
 * const outputs = { grade: Column.enumeration(["best", "good"], { about: "A grade." }) }
 * outputRanks(outputs)({ grade: "good" }) // => [1]
 * ```
 */
export const outputRanks = (outputs: Columns): ((row: object) => ReadonlyArray<number>) => {
  const ranked = rankedOutputs(outputs)
  return (row) => {
    const values: Readonly<Record<string, unknown>> = { ...row }
    return ranked.map(
      ({ key, ranks }) => ranks.get(valueKey(values[key])) ?? Number.POSITIVE_INFINITY,
    )
  }
}

const comparedRanks = (left: ReadonlyArray<number>, right: ReadonlyArray<number>): number => {
  for (const [index, rank] of left.entries()) {
    const other = right[index] ?? rank
    if (rank !== other) return rank < other ? -1 : 1
  }
  return 0
}

/**
 * The rows in the order in which a hit policy takes them, by number; undefined where that is the
 * order of the file.
 */
export const rowOrder = (
  hitPolicy: HitPolicy,
  outputs: Columns,
  rows: ReadonlyArray<object>,
): ReadonlyArray<number> | undefined => {
  if (policies[hitPolicy].order === "rows") return undefined
  const ranks = rows.map(outputRanks(outputs))
  return [...rows.keys()].sort(
    (left, right) => comparedRanks(ranks[left] ?? [], ranks[right] ?? []) || left - right,
  )
}

/** What a hit policy needs of the outputs of a table and does not find there. */
export const policyErrors = (
  file: string,
  hitPolicy: HitPolicy,
  outputs: Columns,
  rows: ReadonlyArray<object>,
): ReadonlyArray<ReadingError> => {
  const { aggregate, order } = policies[hitPolicy]
  if (order === "outputs" && rankedOutputs(outputs).length === 0) {
    return [fileError(file, { _tag: "ListedResult", hitPolicy })]
  }
  if (aggregate === undefined || aggregate === "count") return []
  const column = aggregatedColumn(outputs)
  const key = camelCase(column ?? "")
  const isFigure = (row: object): boolean => {
    const values: Readonly<Record<string, unknown>> = { ...row }
    // A cell that could not be read is a mistake of its own.
    return values[key] === undefined || figureOf(values[key]) !== undefined
  }
  return column !== undefined && rows.every(isFigure)
    ? []
    : [fileError(file, { _tag: "NumberResult", hitPolicy })]
}
