import { add, compare, fromInteger, isRational, type Rational } from "../money/rational.ts"
import { type Columns, decidingColumns } from "./definition.ts"
import type { Aggregate } from "./hit-policy.ts"
import { camelCase } from "./names.ts"

/**
 * The figure that some values come to; null where there are none, as no row matches then.
 *
 * ```ts
 * import { aggregateOf } from "../core/table/aggregate.ts"
 * import { fromInteger } from "../core/money/rational.ts"
 *
 * const values = [fromInteger(3n), fromInteger(3n), fromInteger(8n)]
 * aggregateOf("sum", values) // => { numerator: 14n, denominator: 1n }
 * aggregateOf("min", values) // => { numerator: 3n, denominator: 1n }
 * aggregateOf("count", values) // => { numerator: 3n, denominator: 1n }
 * aggregateOf("max", []) // => null
 * ```
 */
export const aggregateOf = (
  aggregate: Aggregate,
  values: ReadonlyArray<Rational>,
): Rational | null => {
  const [first, ...others] = values
  if (first === undefined) return null
  switch (aggregate) {
    case "sum":
      return others.reduce(add, first)
    case "min":
      return others.reduce((least, one) => (compare(one, least) < 0 ? one : least), first)
    case "max":
      return others.reduce((most, one) => (compare(one, most) > 0 ? one : most), first)
    case "count":
      return fromInteger(BigInt(values.length))
  }
}

/**
 * A value as a cell reads to, as an exact figure; undefined for what is none.
 *
 * ```ts
 * import { figureOf } from "../core/table/aggregate.ts"
 *
 * figureOf(7) // => { numerator: 7n, denominator: 1n }
 * figureOf("seven") // => undefined
 * ```
 */
export const figureOf = (value: unknown): Rational | undefined => {
  if (isRational(value)) return value
  return typeof value === "number" && Number.isSafeInteger(value)
    ? fromInteger(BigInt(value))
    : undefined
}

/** The column whose values are made into one figure: the only one that decides something. */
export const aggregatedColumn = (outputs: Columns): string | undefined => {
  const [column, ...others] = decidingColumns(outputs)
  return others.length === 0 ? column : undefined
}

/** The figure of each row for an aggregate: what its one output says; of a count, one each. */
export const figuresOf = (
  aggregate: Aggregate,
  outputs: Columns,
  rows: ReadonlyArray<object>,
): ReadonlyArray<Rational> => {
  const key = camelCase(aggregatedColumn(outputs) ?? "")
  return rows.map((row) => {
    if (aggregate === "count") return fromInteger(1n)
    const values: Readonly<Record<string, unknown>> = { ...row }
    return figureOf(values[key]) ?? fromInteger(0n)
  })
}
