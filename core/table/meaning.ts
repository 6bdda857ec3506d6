/** A figure that one table holds for the checks of others: a cell of the row that a word names. */
export interface SettingCell {
  readonly file: string
  readonly where: { readonly column: string; readonly is: string }
  readonly column: string
}

/** A part of a sum: a result of a row as it is, or once for every unit of a condition. */
export type SumPart = string | { readonly column: string; readonly times: string }

/** A sum that keeps its order: it never falls, or never rises, as one column rises and others stay. */
export interface Monotone {
  readonly _tag: "Monotone"
  readonly sum: ReadonlyArray<SumPart>
  readonly never: "falls" | "rises"
  /** The column that rises: whole numbers, or words in an order. */
  readonly over: string
  /** Words from the first to the last. */
  readonly order?: ReadonlyArray<string>
  /** The number from which it holds; below it nothing is promised. */
  readonly from?: number
}

/** Figures that lie near each other within a group. */
export interface Neighbours {
  readonly _tag: "Neighbours"
  readonly column: string
  /** The columns in which the cells of neighbours are the same; none for all rows together. */
  readonly per: ReadonlyArray<string>
  /** How many times the median of its neighbours a figure may be, or one of how many parts. */
  readonly times: number
}

/** A figure that moves little from one version of the table to the next. */
export interface Steady {
  readonly _tag: "Steady"
  readonly column: string
  /** Basis points of what it was, for each day between the two. */
  readonly mostBps: SettingCell
  /** The day that a row's figure is of. */
  readonly day: string
  /** Of more days than this, only so many count. */
  readonly mostDays: SettingCell
}

/** A day that should not lie far back. */
export interface Fresh {
  readonly _tag: "Fresh"
  readonly column: string
  readonly mostDays: SettingCell
  /** Rows that do not grow old. */
  readonly except?: { readonly column: string; readonly words: ReadonlyArray<string> }
}

/** What the values of a table mean beyond their cells: what `tables check` holds them to. */
export type Meaning = Monotone | Neighbours | Steady | Fresh

/** Promises that a sum never falls as a column rises. */
export const neverFalls = (promise: Omit<Monotone, "_tag" | "never">): Monotone => ({
  _tag: "Monotone",
  never: "falls",
  ...promise,
})

/** Promises that a sum never rises as a column rises. */
export const neverRises = (promise: Omit<Monotone, "_tag" | "never">): Monotone => ({
  _tag: "Monotone",
  never: "rises",
  ...promise,
})

/** Says that the figures of a column lie near those of the same group. */
export const nearNeighbours = (said: Omit<Neighbours, "_tag">): Neighbours => ({
  _tag: "Neighbours",
  ...said,
})

/** Says that a figure moves little between two versions of the table. */
export const steady = (said: Omit<Steady, "_tag">): Steady => ({ _tag: "Steady", ...said })

/** Says that the days of a column should not lie far back. */
export const fresh = (said: Omit<Fresh, "_tag">): Fresh => ({ _tag: "Fresh", ...said })

/**
 * A sum in words.
 *
 * ```ts
 * import { sumText } from "../core/table/meaning.ts"
 *
 * sumText(["flat", { column: "per_day", times: "days" }]) // => "flat + per_day x days"
 * ```
 */
export const sumText = (sum: ReadonlyArray<SumPart>): string =>
  sum
    .map((part) => (typeof part === "string" ? part : `${part.column} x ${part.times}`))
    .join(" + ")
