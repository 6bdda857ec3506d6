import { memo } from "../../memory.ts"
import type { WordsOf } from "../../analysis/space.ts"
import type { Decision } from "../../table/decision.ts"
import type { AnyDefinition } from "../../table/load.ts"
import type { Monotone, SumPart } from "../../table/meaning.ts"
import type { LoadedTable } from "../column-values.ts"
import { commonStretches, type Reach, reachOf, type Stretch } from "./reach.ts"
import { figureIn, type MeantRow } from "./table-cells.ts"

/** A row as a promise about a sum sees it; its figures are whole numbers of one small unit. */
export interface OrderedCase {
  readonly row: MeantRow
  /** Where the row lies on the column that rises; words are their places in the order. */
  readonly over: ReadonlyArray<Stretch>
  /** What the other columns let through. */
  readonly others: ReadonlyMap<string, Reach>
  /** The part of the sum that depends on nothing. */
  readonly flat: bigint
  /** What the sum grows by with each unit of a column. */
  readonly slopes: ReadonlyMap<string, bigint>
}

/** Rows with the number of decimals that their figures were brought to. */
export interface OrderedCases {
  readonly cases: ReadonlyArray<OrderedCase>
  readonly decimals: number
}

const columnOf = (part: SumPart): string => (typeof part === "string" ? part : part.column)

const decimalsOf = (cell: string): number => cell.split(".")[1]?.length ?? 0

/** The stretches of a reach on the column that rises; words that the order leaves out lie nowhere. */
const onTheWay = (reach: Reach, { from, order }: Monotone): ReadonlyArray<Stretch> => {
  const stretches =
    reach._tag === "Numbers"
      ? reach.stretches
      : reach.words.flatMap((word): ReadonlyArray<Stretch> => {
          const place = order?.indexOf(word) ?? -1
          return place < 0 ? [] : [{ low: place, high: place }]
        })
  return from === undefined
    ? stretches
    : commonStretches(stretches, [{ low: from, high: Number.POSITIVE_INFINITY }])
}

/** What the cells of each row let through, by column: conditions, or the key of a plain table. */
export const reachesOf = (
  definition: AnyDefinition,
  table: LoadedTable,
  rows: ReadonlyArray<MeantRow>,
  wordsOf: WordsOf,
): ReadonlyArray<ReadonlyMap<string, Reach>> => {
  if (definition._tag === "DecisionDefinition") {
    const { tests } = table as Decision
    const inputs = Object.entries(definition.inputs)
    const known = new Map<string, Reach>()
    return rows.map((row, index) => {
      const reaches = inputs.map(([name, input], at) => {
        const key = `${name} ${row.cell(name)}`
        const reach =
          known.get(key) ?? reachOf(input, tests[index]?.[at] ?? { _tag: "Any" }, wordsOf)
        known.set(key, reach)
        return [name, reach] as const
      })
      return new Map(reaches)
    })
  }
  const reachOfWord = memo((word: string): Reach => ({ _tag: "Words", words: [word] }))
  return rows.map(
    (row) => new Map(definition.key.map((name) => [name, reachOfWord(row.cell(name))])),
  )
}

/** The rows of a table as a promise sees them; those without a figure for each part are left out. */
export const orderedCases = (
  promise: Monotone,
  rows: ReadonlyArray<MeantRow>,
  reaches: ReadonlyArray<ReadonlyMap<string, Reach>>,
): OrderedCases => {
  const { never, over, sum } = promise
  const columns = sum.map(columnOf)
  const decimals = Math.max(
    0,
    ...columns.flatMap((column) => rows.map((row) => decimalsOf(row.cell(column)))),
  )
  const unit = 10n ** BigInt(decimals)
  const sign = never === "falls" ? 1n : -1n
  const figureOf = memo(figureIn)
  const cases = rows.flatMap((row, index): ReadonlyArray<OrderedCase> => {
    let flat = 0n
    const slopes = new Map<string, bigint>()
    for (const part of sum) {
      const figure = figureOf(row.cell(columnOf(part)))
      if (figure === undefined) return []
      const value = (sign * figure.numerator * unit) / figure.denominator
      if (typeof part === "string") flat += value
      else slopes.set(part.times, (slopes.get(part.times) ?? 0n) + value)
    }
    const others = new Map(reaches[index])
    const way = others.get(over)
    others.delete(over)
    const stretches = way === undefined ? [] : onTheWay(way, promise)
    return stretches.length === 0 ? [] : [{ row, over: stretches, others, flat, slopes }]
  })
  return { cases, decimals }
}
