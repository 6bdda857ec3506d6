/** A bar of a histogram of changes in per cent: around a value, or beyond it at either end. */
export interface HistogramBar {
  /** Tenths of a per cent in the middle of the bar. */
  readonly permille: number
  readonly count: number
  /** Whether what lies further out is counted in it too. */
  readonly beyond: "below" | "above" | null
}

type Counts = Iterable<readonly [permille: number, count: number]>

/** Widths of bars in tenths of a per cent, from which the least that needs few bars is taken. */
const widths = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000] as const

const barsMax = 13

/** The values between which all but a hundredth at either end lies. */
const bulkOf = (sorted: ReadonlyArray<readonly [number, number]>): readonly [number, number] => {
  const all = sorted.reduce((sum, [, count]) => sum + count, 0)
  const cut = Math.floor(all / 100)
  const from = (ordered: ReadonlyArray<readonly [number, number]>): number => {
    let seen = 0
    for (const [value, count] of ordered) {
      seen += count
      if (seen > cut) return value
    }
    return 0
  }
  return [from(sorted), from(sorted.toReversed())]
}

/**
 * Puts changes in tenths of a per cent into bars of one width around round values. No change is no bar's, so none
 * lies around zero alone; the few far out are counted in the outermost bars.
 *
 * ```ts
 * import { histogramOf } from "../rules/changes/histogram.ts"
 *
 * histogramOf([[49, 3], [50, 20], [51, 2]]) // => [{ permille: 49, count: 3, beyond: null }, { permille: 50, count: 20, beyond: null }, { permille: 51, count: 2, beyond: null }]
 * histogramOf([]) // => []
 * ```
 */
export const histogramOf = (counts: Counts): ReadonlyArray<HistogramBar> => {
  const sorted = [...counts].sort(([left], [right]) => left - right)
  if (sorted.length === 0) return []
  const [low, high] = bulkOf(sorted)
  const width = widths.find((each) => (high - low) / each < barsMax) ?? 10_000
  const barAt = (permille: number): number => Math.round(permille / width)
  const [first, last] = [barAt(low), barAt(high)]
  const bars = Array.from({ length: last - first + 1 }, (_, index) => ({
    permille: (first + index) * width,
    count: 0,
    beyond: null as HistogramBar["beyond"],
  }))
  for (const [permille, count] of sorted) {
    const at = barAt(permille) - first
    const bar = bars[Math.min(Math.max(at, 0), bars.length - 1)]
    if (bar === undefined) continue
    bar.count += count
    if (at < 0) bar.beyond = "below"
    if (at >= bars.length) bar.beyond = "above"
  }
  return bars
}

/**
 * Tenths of a per cent with their sign, as people read them.
 *
 * ```ts
 * import { permilleText } from "../rules/changes/histogram.ts"
 *
 * permilleText(50) // => "+5.0 %"
 * permilleText(-3) // => "−0.3 %"
 * permilleText(0) // => "about 0"
 * ```
 */
export const permilleText = (permille: number): string =>
  permille === 0
    ? "about 0"
    : `${permille < 0 ? "−" : "+"}${(Math.abs(permille) / 10).toFixed(1)} %`

/** What a bar stands for. */
export const barText = ({ beyond, permille }: HistogramBar): string => {
  if (beyond === null) return permilleText(permille)
  return `${permilleText(permille)} and ${beyond === "below" ? "less" : "more"}`
}
