import type { PermilleCounts } from "./price-impact.ts"

/** How many prices change by so much: from one change to another, in tenths of a per cent. */
export interface PriceBar {
  readonly fromPermille: number
  readonly toPermille: number
  readonly prices: number
  /** Whether changes further from zero are counted in it too. */
  readonly isOpen: boolean
}

const widths = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000] as const

const barsMax = 24

/** How many tenths of a per cent all but a hundredth of the changes of one direction reach. */
const reachOf = (sizes: PermilleCounts): number => {
  const all = sizes.reduce((sum, [, count]) => sum + count, 0)
  const cut = Math.floor(all / 100)
  let seen = 0
  for (const [size, count] of sizes.toSorted(([left], [right]) => right - left)) {
    seen += count
    if (seen > cut) return size
  }
  return 0
}

/** Bars of one direction, from zero outwards; what lies further out is counted in the last. */
const barsOf = (sizes: PermilleCounts, width: number, reach: number): ReadonlyArray<PriceBar> => {
  const count = Math.ceil(reach / width)
  const prices = Array.from({ length: count }, () => 0)
  let isOpen = false
  for (const [size, many] of sizes) {
    const place = Math.ceil(size / width) - 1
    if (place >= count) isOpen = true
    const bar = Math.min(place, count - 1)
    prices[bar] = (prices[bar] ?? 0) + many
  }
  return prices.map((each, place) => ({
    fromPermille: place * width,
    toPermille: (place + 1) * width,
    prices: each,
    isOpen: isOpen && place === count - 1,
  }))
}

/**
 * Puts changes in tenths of a per cent into bars of one width, of which none crosses zero: what falls lies
 * left of it, what rises right. Changes that round to none are in no bar.
 *
 * ```ts
 * import { changeBars } from "../rules/impact/change-bars.ts"
 *
 * changeBars([[-1, 4], [2, 3]]).map(({ fromPermille, prices }) => [fromPermille, prices]) // => [[-1, 4], [0, 0], [1, 3]]
 * ```
 */
export const changeBars = (counts: PermilleCounts): ReadonlyArray<PriceBar> => {
  const down = counts.flatMap(([size, count]) => (size < 0 ? [[-size, count] as const] : []))
  const up = counts.filter(([size]) => size > 0)
  const reaches = { down: reachOf(down), up: reachOf(up) }
  const width =
    widths.find(
      (each) => Math.ceil(reaches.down / each) + Math.ceil(reaches.up / each) <= barsMax,
    ) ?? 10_000
  const falling = barsOf(down, width, reaches.down).map((bar) => ({
    ...bar,
    fromPermille: -bar.toPermille,
    toPermille: bar.fromPermille === 0 ? 0 : -bar.fromPermille,
  }))
  return [...falling.reverse(), ...barsOf(up, width, reaches.up)]
}
