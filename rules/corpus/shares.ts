import { groupBy } from "../../core/group-by.ts"
import type { Draws } from "../../core/random/draws.ts"

/** A row with its share, in parts of the sum of its group. */
export interface Weighted {
  readonly weight: number
}

/** Draws one of some items; undefined where there is none to draw. */
export type Share<Item> = (draws: Draws) => Item | undefined

/**
 * Draws rows by their weights, exactly: one whole number below the sum of the weights decides. A row
 * of weight 0 is never drawn.
 *
 * ```ts
 * import { makeDraws } from "../core/random/draws.ts"
 * import { weighted } from "../rules/corpus/shares.ts"
 *
 * const coin = weighted([{ side: "head", weight: 1 }, { side: "tail", weight: 0 }])
 * coin(makeDraws(7))?.side // => "head"
 * weighted([])(makeDraws(7)) // => undefined
 * ```
 */
export const weighted = <Row extends Weighted>(rows: ReadonlyArray<Row>): Share<Row> => {
  const drawn = rows.filter(({ weight }) => weight > 0)
  let sum = 0
  const ends = drawn.map(({ weight }) => (sum += weight))
  return (draws) => {
    if (sum === 0) return undefined
    const part = draws.below(sum)
    return drawn[ends.findIndex((end) => part < end)]
  }
}

/** Draws each of some items alike. */
export const evenly =
  <Item>(items: ReadonlyArray<Item>): Share<Item> =>
  (draws) =>
    items.length === 0 ? undefined : items[draws.below(items.length)]

/**
 * Draws rows by weight in groups: for a key with rows of its own among those, for any other key
 * among the rows whose key is null.
 */
export const weightedBy = <Row extends Weighted>(
  rows: ReadonlyArray<Row>,
  keyOf: (row: Row) => string | null,
): ((key: string) => Share<Row>) => {
  const shares = new Map(
    [...groupBy(rows, keyOf)].map(([key, group]) => [key, weighted(group)] as const),
  )
  const others = shares.get(null) ?? weighted<Row>([])
  return (key) => shares.get(key) ?? others
}

/** A whole number from one to another, both included; the first where the second lies below it. */
export const fromTo = (draws: Draws, first: number, last: number): number =>
  draws.between(first, Math.max(first, last))
