import type { Target } from "./targets.ts"

/**
 * How some work is set against its peer:
 *
 * - `times as fast`: the peer's time over the work's;
 * - `times as cheap`: the same of processor time, over all threads, which other work on the machine leaves alone;
 * - `of its time`, `times its time`: the work's time over the peer's;
 * - `of its rate`: the work's answers in a second over the peer's;
 * - `times its memory`: the same of bytes;
 * - `MiB`, `ms`: no peer, a figure of its own.
 */
export type Measure =
  | "times as fast"
  | "times as cheap"
  | "of its time"
  | "times its time"
  | "of its rate"
  | "times its memory"
  | "MiB"
  | "ms"

/** Some work against one peer, as a bench found it. */
export interface Figure {
  readonly work: string
  /** The peer, or what the figure is of where there is none. */
  readonly against: string
  readonly measure: Measure
  /** The median over the rounds, the least and the most. */
  readonly ratio: number
  readonly least: number
  readonly most: number
  /** Null where nothing is aimed at. */
  readonly target: Target | null
  /** What the two took or came to, in words: `59 ns` and `6.1 µs`. */
  readonly workShown: string
  readonly peerShown: string
}

/** Whether a figure is what was aimed at; null where nothing was. */
export const isMet = ({ ratio, target }: Pick<Figure, "ratio" | "target">): boolean | null => {
  if (target === null) return null
  return target.bound === "at least" ? ratio >= target.ratio : ratio <= target.ratio
}

/** The middle of some values; of an even number the upper one of the middle two. */
export const median = (values: ReadonlyArray<number>): number =>
  values.toSorted((left, right) => left - right)[values.length >> 1] ?? Number.NaN

/** A figure of ratios that were found in several rounds. */
export const figureOfRounds = (
  facts: Omit<Figure, "ratio" | "least" | "most">,
  ratios: ReadonlyArray<number>,
): Figure => ({
  ...facts,
  ratio: median(ratios),
  least: Math.min(...ratios),
  most: Math.max(...ratios),
})

/** A time as people read it. */
export const durationText = (ns: number): string => {
  if (ns < 10_000) return `${ns.toFixed(0)} ns`
  return ns < 10_000_000 ? `${(ns * 1e-3).toFixed(0)} µs` : `${(ns * 1e-6).toFixed(0)} ms`
}
